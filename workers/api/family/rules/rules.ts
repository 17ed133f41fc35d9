import { Hono } from 'hono';
import { schedulesOverLimit } from '#app/domain/plan-limits';
import { isRuleActive, type Override, type Rule, SCHEDULE_ROLLOVER_MS, type Schedule } from '#app/domain/rule';
import { localDate, weekdayOf } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import { ERROR_CODES, invalid, outsideAccount, Refusal } from '#app/wire/errors';
import {
  createRule,
  listRules,
  type RuleWire,
  removeRules,
  toTimeWindow,
  toWeekdays,
  toWireAllowance,
  toWireException,
  toWireRule,
  updateRule,
} from '#app/wire/rule';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { leaveSchedule } from '../granularity/store-granularity';
import { propagate } from '../policy/propagate';
import { sumUsedOn } from '../status/used-seconds';
import { allowanceExtraOf, allowanceOf, type ChildRow, findChild, isAllowanceOn, pauseOf } from '../store/child.queries';
import {
  findOverride,
  findReplaced,
  findRule,
  listRules as listStoredRules,
  putOverride,
  putSchedule,
  removeRule,
} from '../store/rule.queries';
import { findEntitlements } from '../subscription/sku.queries';
import { countEffect, giveBackBlock } from '../usage/block-count';
import { requireDays, requireRoom, requireScheduleLeft, requireYoung, toExceptions } from './schedule-checks';

/** Length in minutes shown for an override without an end. */
const WHOLE_DAY_MINUTES = 1440;

/** Overrides and schedules of a child (S49 to S51). */
export const rules = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(listRules, (call, { query }) => {
      const child = requireChild(call, query.user_id);
      const { limits } = findEntitlements(call.sql, call.now);
      const all = listStoredRules(call.sql, child.id);
      const over = schedulesOverLimit(all, limits.schedulesPerChild);
      const stored = all.map((rule) => toWire(call, rule, child, over.has(rule.id)));
      return isAllowanceOn(child, limits) ? [...stored, allowanceRow(call, child)] : stored;
    }),
  )
  .post(
    '/',
    handleEndpoint(createRule, (call, { query, body }) => {
      const child = requireChild(call, query.user_id);
      if (body.type === 'override') {
        requireEnd(body.expiry, body.time_duration);
        return createOverride(call, child, body.ruledef_name, body.expiry);
      }
      requireDays(body);
      const schedule: Schedule = {
        kind: 'schedule',
        id: call.newId(),
        childId: child.id,
        name: body.rule_name,
        weekdays: toWeekdays(body.days),
        window: toTimeWindow(body.time_duration),
        suspended: body.suspended,
        recurring: body.recurring,
        expiresAt: body.recurring ? null : call.now + SCHEDULE_ROLLOVER_MS,
        exceptions: toExceptions(call, child, body.exceptions ?? [], []),
        scope: body.scope ?? 'device',
        createdAt: call.now,
        updatedAt: call.now,
      };
      requireRoom(call, child);
      requireScheduleLeft(call, child, schedule);
      return store(call, child, schedule);
    }),
  )
  .put(
    '/',
    handleEndpoint(updateRule, (call, { query, body }) => {
      const child = requireChild(call, query.user_id);
      const before = findRule(call.sql, body.rule_id);
      if (before === null || before.childId !== child.id) throw outsideAccount();
      if (before.kind === 'override') throw invalid('An override can’t be changed. Create a new one');
      if (before.updatedAt !== body.updated_ts) throw stale(toWire(call, before, child));
      if (body.days !== undefined) {
        requireDays({ days: body.days, exceptions: body.exceptions ?? before.exceptions.map(toWireException) });
      }
      const recurring = body.recurring ?? before.recurring;
      if (before.recurring && !recurring) requireYoung(call, before);
      const after: Schedule = {
        ...before,
        name: body.rule_name ?? before.name,
        weekdays: body.days === undefined ? before.weekdays : toWeekdays(body.days),
        window: body.time_duration === undefined ? before.window : toTimeWindow(body.time_duration),
        suspended: body.suspended ?? before.suspended,
        recurring,
        expiresAt: recurring ? null : before.createdAt + SCHEDULE_ROLLOVER_MS,
        exceptions: toExceptions(call, child, body.exceptions ?? before.exceptions.map(toWireException), before.exceptions),
        updatedAt: Math.max(call.now, before.updatedAt + 1),
      };
      if (before.suspended && !after.suspended) requireScheduleLeft(call, child, after);
      return store(call, child, after);
    }),
  )
  .delete(
    '/',
    handleEndpoint(removeRules, (call, { query }) => {
      const child = findChild(call.sql, query.user_id);
      if (child === null) return { objects_deleted: 0 };
      const wanted = new Set(query.rule_ids.split(',').map((id) => id.trim()));
      // Bedtime is created with the child. It can only be turned off, because parents could not restore it (A61).
      const found = listStoredRules(call.sql, child.id).filter((rule) => wanted.has(rule.id) && rule.kind !== 'default-schedule');
      if (found.length === 0) return { objects_deleted: 0, ...(query.undo === true ? { undone: false } : {}) };
      const override = found.find((rule) => rule.kind === 'override');
      if (override?.kind === 'override' && override.effect === 'block') giveBackBlock(call, child.id, override.createdAt);
      const replaced = override === undefined ? null : findReplaced(call.sql, override.id);
      for (const rule of found) {
        removeRule(call.sql, rule.id);
        leaveSchedule(call, child.id, rule.id);
        call.recordChange('rule', rule.id, { childId: child.id });
      }
      call.rearm();
      const undo = override?.kind === 'override' && query.undo === true ? restore(call, child, override, replaced) : null;
      propagate(call, child.id, undo?.restored?.effect ?? (override === undefined ? 'rules' : 'lift'));
      return { objects_deleted: found.length, ...(query.undo === true ? { undone: undo?.isUndone ?? false } : {}) };
    }),
  );

function requireChild(call: CallContext, id: string): ChildRow {
  const child = findChild(call.sql, id);
  if (child === null) throw outsideAccount();
  return child;
}

function toWire(call: CallContext, rule: Rule, child: ChildRow, isOverLimit = false): RuleWire {
  return toWireRule(rule, call.accountId, !isOverLimit && isRuleActive(rule, child.time_zone, call.now), isOverLimit);
}

/**
 * Returns the allowance as a rule. It is computed, never stored, and changed through its child (RULE-017). It is active when the day's time
 * is used up.
 */
function allowanceRow(call: CallContext, child: ChildRow): RuleWire {
  const today = localDate(call.now, child.time_zone);
  const extra = allowanceExtraOf(child, call.now);
  const limit = (allowanceOf(child)[weekdayOf(today)] ?? 0) + (extra?.date === today ? extra.seconds : 0);
  const used = sumUsedOn(call.sql, child, today);
  const common = { childId: child.id, createdAt: child.created_at, updatedAt: child.updated_at };
  return toWireAllowance({ ...common, limitSeconds: limit }, call.accountId, used >= limit);
}

/** Returns the refusal for a change based on an outdated rule, with the current rule (S50). */
function stale(current: RuleWire): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, 'The rule has changed since it was read', { reason: 'stale', current });
}

/**
 * Checks that an override with a `duration` shorter than a day has an `expiry` (A59). Only `expiry` ends an override.
 * @throws Refusal 400
 */
function requireEnd(expiry: number | null, duration: string | undefined): void {
  if (expiry !== null || duration === undefined || toTimeWindow(duration).minutes === WHOLE_DAY_MINUTES) return;
  throw invalid('An override with time_duration needs an expiry', { time_duration: 'no_expiry' });
}

/**
 * Creates a block or grant. Replaces the child's current override, counts the new one and sends it to every device (A59, S50).
 * @throws Refusal 400 if `until` is past, 403 if the limit of blocks is reached
 */
function createOverride(call: CallContext, child: ChildRow, effect: 'block' | 'grant', until: number | null): RuleWire {
  if (until !== null && until <= call.now) throw invalid('expiry is in the past', { expiry: 'past' });
  countEffect(call, effect);
  const replaced = findOverride(call.sql, child.id);
  if (replaced !== null) removeRule(call.sql, replaced.id);
  const override: Override = {
    kind: 'override',
    id: call.newId(),
    childId: child.id,
    effect,
    from: call.now,
    until,
    createdAt: call.now,
    updatedAt: call.now,
  };
  putOverride(call.sql, override, replaced);
  call.rearm();
  call.recordChange('rule', override.id, { childId: child.id });
  propagate(call, child.id, effect);
  return { ...toWire(call, override, child), undo_until: call.now + UNDO_MS };
}

/**
 * Restores what an override replaced if it is undone within ten seconds (A122). Restores nothing if somebody has paused the child since.
 * `restored` is null if nothing was replaced or the replaced override has ended. `isUndone` is true if the child's earlier state applies
 * again.
 */
function restore(
  call: CallContext,
  child: ChildRow,
  undone: Override,
  replaced: Override | null,
): { restored: Override | null; isUndone: boolean } {
  const isPausedSince = (pauseOf(child, call.now)?.at ?? 0) > undone.createdAt;
  if (isPausedSince || call.now > undone.createdAt + UNDO_MS) return { restored: null, isUndone: false };
  if (replaced === null || (replaced.until !== null && replaced.until <= call.now)) return { restored: null, isUndone: true };
  putOverride(call.sql, replaced);
  call.rearm();
  call.recordChange('rule', replaced.id, { childId: child.id });
  return { restored: replaced, isUndone: true };
}

function store(call: CallContext, child: ChildRow, schedule: Schedule): RuleWire {
  putSchedule(call.sql, schedule);
  call.rearm();
  call.recordChange('rule', schedule.id, { childId: child.id });
  propagate(call, child.id, 'rules');
  return toWire(call, schedule, child);
}
