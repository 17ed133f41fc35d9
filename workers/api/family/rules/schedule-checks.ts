import { canAddSchedule } from '#app/domain/plan';
import { countSchedules, SCHEDULE_ROLLOVER_MS, type Schedule, type ScheduleException } from '#app/domain/rule';
import { isExceptionDate } from '#app/domain/schedule-limits';
import { addDays, localDate } from '#app/domain/time';
import { ERROR_CODES, invalid, notInPlan, Refusal } from '#app/wire/errors';
import { type ExceptionWire, fromWireException, hasDays, SCHEDULES_MAX } from '#app/wire/rule';
import type { CallContext } from '../core/call-context';
import type { ChildRow } from '../store/child.queries';
import { listRules as listStoredRules } from '../store/rule.queries';
import { findEntitlements } from '../subscription/sku.queries';
import { limitReached } from '../usage/block-count';

/**
 * Checks that a schedule can become a one-time schedule, which ends a week after its creation (A61). An older schedule would end
 * immediately. Bedtime could not be restored afterwards.
 * @throws Refusal 400
 */
export function requireYoung(call: CallContext, { kind, createdAt }: Schedule): void {
  const isOver = createdAt + SCHEDULE_ROLLOVER_MS <= call.now;
  if (kind === 'default-schedule' || isOver)
    throw invalid('This schedule can’t become a one-time schedule', { recurring: isOver ? 'too_old' : 'invalid' });
}

/**
 * Checks that a schedule applies on at least one day.
 * @throws Refusal 400
 */
export function requireDays(wanted: Parameters<typeof hasDays>[0]): void {
  if (!hasDays(wanted)) throw invalid('A schedule needs at least one day', { days: 'none' });
}

/**
 * Returns the exceptions without those before yesterday in the child's zone. Yesterday's exception stays, because its night may last into
 * today. A date that is already stored may be out of range.
 * @throws Refusal 400 for a new date out of range
 */
export function toExceptions(
  call: CallContext,
  child: ChildRow,
  wanted: Array<ExceptionWire>,
  stored: Array<ScheduleException>,
): Array<ScheduleException> {
  const today = localDate(call.now, child.time_zone);
  const isKnown = (date: string) => isExceptionDate(date, today) || stored.some((exception) => exception.date === date);
  if (!wanted.every(({ date }) => isKnown(date))) throw invalid('An exception is too far from today', { exceptions: 'out_of_range' });
  const yesterday = addDays(today, -1);
  return wanted.filter(({ date }) => date >= yesterday).map(fromWireException);
}

/**
 * Checks the maximum number of schedules per child. The maximum applies in every plan, because every device reads all of its children's
 * schedules.
 * @throws Refusal 400
 */
export function requireRoom(call: CallContext, child: ChildRow): void {
  const count = listStoredRules(call.sql, child.id).filter((rule) => rule.kind === 'schedule').length;
  if (count < SCHEDULES_MAX) return;
  const message = `A child has at most ${SCHEDULES_MAX} schedules`;
  throw new Refusal(ERROR_CODES.unknown, 400, message, { reason: 'full', limit: SCHEDULES_MAX });
}

/**
 * Checks that the plan allows this schedule in addition to the child's others (A61). App schedules need a plan that includes them, but have
 * no limit of their own (RULE-031).
 * @throws Refusal code 410 with reason `limit` or `plan`
 */
export function requireScheduleLeft(call: CallContext, child: ChildRow, wanted: Schedule): void {
  const entitlements = findEntitlements(call.sql, call.now);
  const { schedulesPerChild, scheduleGranularity } = entitlements.limits;
  if (wanted.scope === 'apps') {
    if (scheduleGranularity === 'off') throw notInPlan('app schedules');
    return;
  }
  const others = listStoredRules(call.sql, child.id).filter((rule) => rule.id !== wanted.id);
  if (!canAddSchedule(entitlements, countSchedules(others)) && schedulesPerChild !== 'unlimited') {
    throw limitReached('The child’s schedule limit has been reached', schedulesPerChild);
  }
}
