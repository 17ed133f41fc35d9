import type { Child } from '~/domain/child';
import type { ChildId, RuleId } from '~/domain/ids';
import type { Instant } from '~/domain/time';
import { listChildStatuses } from '~/features/children/child-status.server';
import type { Api } from '~/server/api.server';
import { cancelCommand, createCommand } from '~/wire/command';
import { updateUser } from '~/wire/family';
import { createRule, removeRules } from '~/wire/rule';
import { type AccessRequest, endOf } from './access-request';

/**
 * What a parent's tap became; `ruleId` is null for a pause, which is no rule. `undoUntil`: until then lifting it gives a counted block back
 * (A45, A122).
 */
export type GivenAccess = { ruleId: RuleId | null; until: Instant | null; undoUntil: Instant | null };

/** Blocks or allows, an override that replaces the child's present one (MAN-011, A59), or pauses (MAN-025, A60). */
export async function giveAccess(
  api: Api,
  childId: ChildId,
  wish: AccessRequest,
  idempotencyKey: string,
  now: Instant,
): Promise<GivenAccess> {
  const until = endOf(wish, now);
  if (wish.effect === 'pause') {
    const duration = wish.until === null ? {} : { duration: `PT${wish.until.minutes}M` };
    const body = { command: 'pause' as const, action: 'pause' as const, ...duration, user_id: childId };
    const { undo_until } = await api.call(createCommand, { query: {}, body }, { idempotencyKey });
    return { ruleId: null, until, undoUntil: undo_until ?? null };
  }
  const body = { type: 'override' as const, ruledef_name: wish.effect, expiry: until };
  const rule = await api.call(createRule, { query: { user_id: childId }, body }, { idempotencyKey });
  return { ruleId: rule.rule_id, until: typeof rule.expiry === 'number' ? rule.expiry : null, undoUntil: rule.undo_until ?? null };
}

/** Ends a pause (MAN-009); where there is none, nothing happens. */
export async function resumeAccess(api: Api, childId: ChildId, idempotencyKey: string): Promise<void> {
  const body = { command: 'resume' as const, action: 'resume' as const, user_id: childId };
  await api.call(createCommand, { query: {}, body }, { idempotencyKey });
}

/** What became of a tap that ends something: gone already, ended, or with it what was before back again. */
export type Ended = 'gone' | 'ended' | 'undone';

/** Takes a pause back: what it replaced holds again, or where it is too late for that the pause only ends (A122). */
export async function undoPause(api: Api, childId: ChildId, idempotencyKey: string): Promise<Ended> {
  const body = { command: 'pause' as const, user_id: childId, undo: true };
  return toEnded(await api.call(cancelCommand, { query: {}, body }, { idempotencyKey }));
}

/**
 * Lifts an override: back to the schedule (MAN-012), or with `isUndo` to the override that it replaced (A122). Without an id the one in
 * force, for a tap on a page that had not heard of it yet.
 */
export async function liftAccess(
  api: Api,
  childId: ChildId,
  { ruleId, isUndo }: { ruleId: RuleId | null; isUndo: boolean },
  idempotencyKey: string,
): Promise<Ended> {
  const id = ruleId ?? (await findOverride(api, childId));
  if (id === null) return 'gone';
  const query = { user_id: childId, rule_ids: id, undo: isUndo ? true : undefined };
  return toEnded(await api.call(removeRules, { query, body: undefined }, { idempotencyKey }));
}

function toEnded({ objects_deleted, undone }: { objects_deleted: number; undone?: boolean | undefined }): Ended {
  if (objects_deleted === 0) return 'gone';
  return undone === true ? 'undone' : 'ended';
}

/** Extra screen time of one local date; null = none any more (A122). @throws Refusal with reason `stale` where the child was changed meanwhile */
export async function setExtra(
  api: Api,
  { id, updatedAt }: Pick<Child, 'id' | 'updatedAt'>,
  extra: Child['allowance']['extra'],
  idempotencyKey: string,
): Promise<void> {
  const body = { user_id: id, updated_ts: updatedAt, allowance_extra: extra };
  await api.call(updateUser, { query: {}, body }, { idempotencyKey });
}

async function findOverride(api: Api, childId: ChildId): Promise<RuleId | null> {
  const statuses = await listChildStatuses(api);
  return statuses.find((status) => status.childId === childId)?.override?.ruleId ?? null;
}
