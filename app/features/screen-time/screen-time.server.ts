import type { AccessState } from '~/domain/block-status';
import type { ChildId, RuleId } from '~/domain/ids';
import type { Schedule } from '~/domain/rule';
import type { Instant } from '~/domain/time';
import type { Api } from '~/server/api.server';
import { createRule, fromWireRule, listRules, removeRules, updateRule } from '~/wire/rule';
import { type AccessWish, endOf } from './access-wish';

/** The ready-made Bedtime of a child; null where it was removed (A61). */
export async function findBedtime(api: Api, childId: ChildId): Promise<Schedule | null> {
  const rules = await api.call(listRules, { query: { user_id: childId }, body: undefined });
  return rules.map(fromWireRule).find((rule): rule is Schedule => rule?.kind === 'default-schedule') ?? null;
}

/** What a parent's tap became. `undoUntil`: until then lifting it gives a counted block back (A45, A122). */
export type GivenAccess = { ruleId: RuleId; state: AccessState; until: Instant | null; undoUntil: Instant | null };

/** Blocks or allows: an override that replaces the child's present one (MAN-011, A59). */
export async function giveAccess(api: Api, childId: ChildId, wish: AccessWish, idempotencyKey: string, now: Instant): Promise<GivenAccess> {
  const until = endOf(wish, now);
  const body = { type: 'override' as const, ruledef_name: wish.effect, expiry: until };
  const rule = await api.call(createRule, { query: { user_id: childId }, body }, { idempotencyKey });
  const end = typeof rule.expiry === 'number' ? rule.expiry : null;
  return { ruleId: rule.rule_id, state: wish.effect === 'block' ? 'blocked' : 'allowed', until: end, undoUntil: rule.undo_until ?? null };
}

/** Lifts an override: back to the schedule (MAN-012). False where it was gone already. */
export async function liftAccess(api: Api, childId: ChildId, ruleId: RuleId, idempotencyKey: string): Promise<boolean> {
  const { objects_deleted } = await api.call(
    removeRules,
    { query: { user_id: childId, rule_ids: ruleId }, body: undefined },
    { idempotencyKey },
  );
  return objects_deleted > 0;
}

/** Switches a schedule on or off. @throws Refusal with reason `stale` where somebody changed it meanwhile */
export async function switchSchedule(
  api: Api,
  childId: ChildId,
  change: { ruleId: RuleId; updatedAt: Instant; isOn: boolean },
  idempotencyKey: string,
): Promise<void> {
  const body = { rule_id: change.ruleId, updated_ts: change.updatedAt, suspended: !change.isOn };
  await api.call(updateRule, { query: { user_id: childId }, body }, { idempotencyKey });
}
