import type { AccessState, DatedSeconds, Reason } from './block-status.ts';
import type { Child } from './child.ts';
import { type Instant, type LocalDate, localDate, type TimeZone } from './time.ts';

/** How a child's time is shown (4.1.1 to 4.1.4): the block status on the wire knows the last two only (3.6.1, A08). */
export type UsageDisplay = 'blocked' | 'expired' | 'paused' | 'playing';

/** Did every device put into effect what is asked of it, or only some (3.5.1)? */
export type AppliedState = 'all' | 'some';

/** What decides how a child's time is shown. `remainingSeconds` is null where no allowance counts it. */
export type UsageFacts = {
  why: Pick<Reason, 'kind' | 'effect'> | null;
  remainingSeconds: number | null;
  requested: 'play' | 'pause';
  applied: AppliedState;
};

/**
 * How a child's time is shown, in this order (4.1.1 to 4.1.4, A08): blocked by a rule, expired with nothing remaining, paused while a rule
 * allows, since its time does not run then; else as asked for, but a pause that a device has not confirmed still shows playing, for there
 * the time does run.
 */
export function resolveUsageDisplay({ why, remainingSeconds, requested, applied }: UsageFacts): UsageDisplay {
  // A used-up allowance is no rule of the parent's: it is what «expired» says.
  if (why?.effect === 'block' && why.kind !== 'allowance') return 'blocked';
  if (remainingSeconds !== null && remainingSeconds <= 0) return 'expired';
  if (why?.effect === 'grant') return 'paused';
  return requested === 'pause' && applied === 'all' ? 'paused' : 'playing';
}

/** `all` when each device said itself that it is as asked; no device, nobody who is not (3.5.1, S54). */
export function resolveApplied(devices: Array<{ requested: AccessState; applied: AccessState | null }>): AppliedState {
  return devices.every(({ requested, applied }) => applied === requested) ? 'all' : 'some';
}

/** Extra seconds that a child has on a local date, 0 where none: yesterday's are as good as none (A122). */
export function extraSecondsOn({ extra }: Child['allowance'], date: LocalDate): number {
  return extra?.date === date ? extra.seconds : 0;
}

/**
 * Extra seconds after a child moved from one zone to another at `now` (A122): what was given for the day that ran is for the day that runs
 * where the child is then, whatever its date. A later day that was named stays the one that was named, or is today where it came on the way.
 * Null where the day had passed already.
 */
export function moveExtra(extra: DatedSeconds, zones: { from: TimeZone; to: TimeZone }, now: Instant): DatedSeconds | null {
  const [before, today] = [localDate(now, zones.from), localDate(now, zones.to)];
  if (extra.date < before) return null;
  return { ...extra, date: extra.date === before || extra.date < today ? today : extra.date };
}

const DAY_MINUTES = 1440;

/** Whole minutes as they were typed into a form, `least` to 1440; null for anything else. */
export function parseMinutes(typed: unknown, least = 1): number | null {
  const text = typeof typed === 'string' ? typed.trim() : '';
  if (!/^\d{1,4}$/.test(text)) return null;
  const minutes = Number(text);
  return minutes >= least && minutes <= DAY_MINUTES ? minutes : null;
}
