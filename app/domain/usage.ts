import type { AccessState, DatedSeconds, Reason } from './block-status.ts';
import type { Child } from './child.ts';
import { type Instant, type LocalDate, localDate, type TimeZone } from './time.ts';

/** How a child's time is shown (4.1.1 to 4.1.4). The wire's block status has only `paused` and `playing` (3.6.1, A08). */
export type UsageDisplay = 'blocked' | 'expired' | 'paused' | 'playing';

/** Whether all devices have applied the requested state. `some`: not all, perhaps none (3.5.1). */
export type AppliedState = 'all' | 'some';

/** Facts that decide how a child's time is shown. `remainingSeconds`: null without a daily limit. */
export type UsageFacts = {
  why: Pick<Reason, 'kind' | 'effect'> | null;
  remainingSeconds: number | null;
  requested: 'play' | 'pause';
  applied: AppliedState;
};

/**
 * Returns how a child's time is shown; the first match applies (4.1.1 to 4.1.4, A08).
 * - `blocked`: a rule blocks.
 * - `expired`: no time is left.
 * - `paused`: a rule allows use, so the time does not run; or all devices have confirmed a pause.
 * - `playing`: in all other cases.
 */
export function resolveUsageDisplay({ why, remainingSeconds, requested, applied }: UsageFacts): UsageDisplay {
  // A used-up daily limit is not a rule; it shows as «expired».
  if (why?.effect === 'block' && why.kind !== 'allowance') return 'blocked';
  if (remainingSeconds !== null && remainingSeconds <= 0) return 'expired';
  if (why?.effect === 'grant') return 'paused';
  return requested === 'pause' && applied === 'all' ? 'paused' : 'playing';
}

/** Returns `all` if every device has reported the requested state, or if there is no device (3.5.1, S54). */
export function resolveApplied(devices: Array<{ requested: AccessState; applied: AccessState | null }>): AppliedState {
  return devices.every(({ requested, applied }) => applied === requested) ? 'all' : 'some';
}

/** Returns the seconds of bonus time on a local date. Bonus time for another date counts as 0 (A122). */
export function extraSecondsOn({ extra }: Child['allowance'], date: LocalDate): number {
  return extra?.date === date ? extra.seconds : 0;
}

/**
 * Returns the bonus time after a child's zone changes at `now` (A122); null if its date had already passed. Bonus time for today moves to
 * today's date in the new zone. A later date stays, but becomes today if it has already passed in the new zone.
 */
export function moveExtra(extra: DatedSeconds, zones: { from: TimeZone; to: TimeZone }, now: Instant): DatedSeconds | null {
  const [before, today] = [localDate(now, zones.from), localDate(now, zones.to)];
  if (extra.date < before) return null;
  return { ...extra, date: extra.date === before || extra.date < today ? today : extra.date };
}

const DAY_MINUTES = 1440;

/** Parses whole minutes from a form field, `least` to 1440; null for any other value. */
export function parseMinutes(typed: unknown, least = 1): number | null {
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (!/^\d{1,4}$/.test(text)) return null;
  const minutes = Number(text);
  return minutes >= least && minutes <= DAY_MINUTES ? minutes : null;
}
