import { type Reason, resolveBlockStatus, type StatusInput, stateOf } from './block-status.ts';
import { listDecidingStretches, listReasonSpans, orderRules } from './reason-spans.ts';
import { deviceSchedules, listOccurrences, type Occurrence, type Schedule } from './rule.ts';
import type { Instant } from './time.ts';

/** A scheduled block is announced this long before it begins (S62, RULE-036). */
export const ANNOUNCE_BEFORE_MS = 15 * 60 * 1000;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** A block that a schedule brings. `until` is when the child is let in again, null where that lies beyond all looking ahead (A119). */
export type ComingBlock = { schedule: Schedule; from: Instant; until: Instant | null };

/**
 * The block that begins with a schedule within 15 minutes after `now`, or null (RULE-036). None where the child is blocked right up to that
 * instant, so that nothing begins, or where an override, a suspension or an exception keeps it away. The schedule is the one that wins.
 * Throws RangeError for an unknown zone.
 */
export function findComingBlock(question: StatusInput, now: Instant): ComingBlock | null {
  const last = now + ANNOUNCE_BEFORE_MS;
  const starts = new Set(listStarts(question, now, last).map(({ from }) => from));
  if (starts.size === 0) return null;
  const schedules = new Map(deviceSchedules(question.rules).map((schedule) => [schedule.id, schedule]));
  let before: Reason | null = null;
  // Every start is the beginning of a stretch, so what held right before it is the stretch before.
  for (const { from, why } of listDecidingStretches(listReasonSpans(orderRules(question), now, last), now, last + 1)) {
    const schedule = why?.kind === 'override' ? undefined : schedules.get(why?.ruleId ?? '');
    if (starts.has(from) && schedule !== undefined && stateOf(before) !== 'blocked') {
      return { schedule, from, until: resolveBlockStatus(question, from).until };
    }
    before = why;
  }
  return null;
}

/** When to ask next whether a block is coming: within a week, null where no schedule begins by then. */
export function nextAnnouncementAt(question: StatusInput, now: Instant): Instant | null {
  const [first] = listStarts(question, now + ANNOUNCE_BEFORE_MS, now + ANNOUNCE_BEFORE_MS + WEEK_MS);
  return first === undefined ? null : first.from - ANNOUNCE_BEFORE_MS;
}

/** What begins after `after` and by `by`, earliest first. */
function listStarts(question: StatusInput, after: Instant, by: Instant): Array<Occurrence> {
  return listOccurrences(deviceSchedules(question.rules), question.timeZone, after, by)
    .filter(({ from }) => from > after && from <= by)
    .sort((a, b) => a.from - b.from);
}
