import type { TimeWindow } from './time.ts';

const DAY_MINUTES = 24 * 60;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Minutes after midnight of «21:00»; null for anything else. Browsers may add seconds, which are left out. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text.slice(0, 5)) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** «21:00» of a minute; those after midnight count on, so 1500 is «01:00». */
export function toClockTime(minute: number): string {
  const inDay = minute % DAY_MINUTES;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** The window from one clock time to the other: over midnight where the second is earlier, a whole day where both are the same (A61). */
export function windowBetween(from: string, to: string): TimeWindow | null {
  const [start, end] = [parseClock(from), parseClock(to)];
  if (start === null || end === null) return null;
  return { start, minutes: end > start ? end - start : end - start + DAY_MINUTES };
}

/** Does the window end on the day after the one it begins on? Midnight is the end of its own day. */
export function endsNextDay({ start, minutes }: TimeWindow): boolean {
  return start + minutes > DAY_MINUTES || minutes === DAY_MINUTES;
}
