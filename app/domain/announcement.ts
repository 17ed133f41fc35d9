import { type Reason, resolveBlockStatus, type StatusInput, stateOf } from './block-status.ts';
import { listDecidingStretches, listReasonSpans, orderRules } from './reason-spans.ts';
import { deviceSchedules, listOccurrences, type Occurrence, type Schedule } from './rule.ts';
import type { Instant } from './time.ts';

/** How long before its start a scheduled block is announced, in ms (S62, RULE-036). */
export const ANNOUNCE_BEFORE_MS = 15 * 60 * 1000;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** A block that a schedule will start. `until`: when the state changes again; null if there is no change within the search limit (A119). */
export type ComingBlock = { schedule: Schedule; from: Instant; until: Instant | null };

/**
 * Returns the block that a schedule starts within 15 minutes after `now`, or null (RULE-036). Also returns null if the child is already
 * blocked just before, or another rule or exception prevents the block. `schedule` is the deciding schedule.
 * @throws RangeError for an unknown zone
 */
export function findComingBlock(input: StatusInput, now: Instant): ComingBlock | null {
  const last = now + ANNOUNCE_BEFORE_MS;
  const starts = new Set(listStarts(input, now, last).map(({ from }) => from));
  if (starts.size === 0) return null;
  const schedules = new Map(deviceSchedules(input.rules).map((schedule) => [schedule.id, schedule]));
  let before: Reason | null = null;
  // Every start begins a new stretch, so the previous stretch is the state just before the start.
  for (const { from, why } of listDecidingStretches(listReasonSpans(orderRules(input), now, last), now, last + 1)) {
    const schedule = why?.kind === 'override' ? undefined : schedules.get(why?.ruleId ?? '');
    if (starts.has(from) && schedule !== undefined && stateOf(before) !== 'blocked') {
      return { schedule, from, until: resolveBlockStatus(input, from).until };
    }
    before = why;
  }
  return null;
}

/** Returns when to check for a coming block next; null if no schedule starts within a week. */
export function nextAnnouncementAt(input: StatusInput, now: Instant): Instant | null {
  const [first] = listStarts(input, now + ANNOUNCE_BEFORE_MS, now + ANNOUNCE_BEFORE_MS + WEEK_MS);
  return first === undefined ? null : first.from - ANNOUNCE_BEFORE_MS;
}

/** Returns the schedule starts in (after, by], earliest first. */
function listStarts(input: StatusInput, after: Instant, by: Instant): Array<Occurrence> {
  return listOccurrences(deviceSchedules(input.rules), input.timeZone, after, by)
    .filter(({ from }) => from > after && from <= by)
    .sort((a, b) => a.from - b.from);
}
