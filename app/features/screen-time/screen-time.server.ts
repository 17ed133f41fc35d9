import type { Child } from '#app/domain/child';
import type { ChildId, RuleId } from '#app/domain/ids';
import type { Instant } from '#app/domain/time';
import { listChildStatuses } from '#app/features/children/status/child-status.server';
import type { Api } from '#app/server/api.server';
import { cancelCommand, createCommand } from '#app/wire/command';
import { updateUser } from '#app/wire/family';
import { createRule, removeRules } from '#app/wire/rule';
import { type AccessRequest, endOf } from './access-request';

/**
 * The result of a block, allow or pause. `ruleId` is null for a pause, which is not a rule. An undo before `undoUntil` returns the used
 * block to the plan (A45, A122).
 */
export type GivenAccess = { ruleId: RuleId | null; until: Instant | null; undoUntil: Instant | null };

/** Creates an override that replaces the current one (MAN-011, A59), or a pause (MAN-025, A60). */
export async function giveAccess(
  api: Api,
  childId: ChildId,
  accessRequest: AccessRequest,
  idempotencyKey: string,
  now: Instant,
): Promise<GivenAccess> {
  const until = endOf(accessRequest, now);
  if (accessRequest.effect === 'pause') {
    const duration = accessRequest.until === null ? {} : { duration: `PT${accessRequest.until.minutes}M` };
    const body = { command: 'pause' as const, action: 'pause' as const, ...duration, user_id: childId };
    const { undo_until } = await api.call(createCommand, { query: {}, body }, { idempotencyKey });
    return { ruleId: null, until, undoUntil: undo_until ?? null };
  }
  const body = { type: 'override' as const, ruledef_name: accessRequest.effect, expiry: until };
  const rule = await api.call(createRule, { query: { user_id: childId }, body }, { idempotencyKey });
  return { ruleId: rule.rule_id, until: typeof rule.expiry === 'number' ? rule.expiry : null, undoUntil: rule.undo_until ?? null };
}

/** Ends a pause (MAN-009). Does nothing if there is none. */
export async function resumeAccess(api: Api, childId: ChildId, idempotencyKey: string): Promise<void> {
  const body = { command: 'resume' as const, action: 'resume' as const, user_id: childId };
  await api.call(createCommand, { query: {}, body }, { idempotencyKey });
}

/** Result of ending a pause or override. `gone`: it no longer existed. `undone`: the previous state was restored. */
export type Ended = 'gone' | 'ended' | 'undone';

/** Undoes a pause and restores the state before it. If it is too late to restore, only ends the pause (A122). */
export async function undoPause(api: Api, childId: ChildId, idempotencyKey: string): Promise<Ended> {
  const body = { command: 'pause' as const, user_id: childId, undo: true };
  return toEnded(await api.call(cancelCommand, { query: {}, body }, { idempotencyKey }));
}

/**
 * Ends an override so that schedules apply again (MAN-012). With `isUndo`, restores the override that it replaced (A122). Without `ruleId`,
 * ends the active override, for pages that do not have the ID yet.
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

/**
 * Sets the bonus time of one local date; null removes it (A122).
 * @throws Refusal with reason `stale` if the child was changed since
 */
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
