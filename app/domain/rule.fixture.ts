// For tests only: short builders for rules and instants.
import type { Allowance } from './block-status.ts';
import type { Override, Schedule } from './rule.ts';
import { parseTimeWindow, type TimeWindow } from './time.ts';

const EVERY_DAY = [true, true, true, true, true, true, true] as const;

/**
 * Parses an ISO instant ('2026-03-28T20:00Z' or with an offset) to epoch milliseconds.
 * @throws Error for other text
 */
export function at(iso: string): number {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) throw new Error(`No instant: ${iso}`);
  return instant;
}

export function windowOf(text: string): TimeWindow {
  const window = parseTimeWindow(text);
  if (window === null) throw new Error(`No window: ${text}`);
  return window;
}

/** Parses weekday flags, Sunday first; '-' is off: 'S------' means Sundays, '-M-----' Mondays. */
export function days(letters: string): Schedule['weekdays'] {
  const on = (index: number) => letters[index] !== '-';
  return [on(0), on(1), on(2), on(3), on(4), on(5), on(6)];
}

export function makeSchedule(window: string, changes: Partial<Schedule> = {}): Schedule {
  return {
    kind: 'schedule',
    id: 'schedule',
    childId: 'mia',
    name: 'Bedtime',
    weekdays: EVERY_DAY,
    window: windowOf(window),
    suspended: false,
    recurring: true,
    expiresAt: null,
    exceptions: [],
    scope: 'device',
    createdAt: 0,
    updatedAt: 0,
    ...changes,
  };
}

export function makeOverride(effect: Override['effect'], from: string, until: string | null, changes: Partial<Override> = {}): Override {
  return {
    kind: 'override',
    id: 'override',
    childId: 'mia',
    effect,
    from: at(from),
    until: until === null ? null : at(until),
    createdAt: at(from),
    updatedAt: at(from),
    ...changes,
  };
}

/** Returns a daily limit of `limit` seconds on every weekday, with `usedSeconds` used on `date`. */
export function makeAllowance(limit: number, usedSeconds: number, date: string, changes: Partial<Allowance> = {}): Allowance {
  return { enabled: true, limits: Array(7).fill(limit), extra: null, used: { date, seconds: usedSeconds }, ...changes };
}
