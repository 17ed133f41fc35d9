import type { TimeWindow } from './time.ts';

const DAY_MINUTES = 24 * 60;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Parses «21:00» to minutes after midnight; null for anything else. Seconds, which browsers may add, are ignored. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text.slice(0, 5)) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Formats a minute of the day as «21:00». Minutes past 24 h wrap: 1500 is «01:00». */
export function toClockTime(minute: number): string {
  const inDay = minute % DAY_MINUTES;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/** Returns the window between two clock times: past midnight if the second is earlier, a whole day if they are equal (A61). */
export function windowBetween(from: string, to: string): TimeWindow | null {
  const [start, end] = [parseClock(from), parseClock(to)];
  if (start === null || end === null) return null;
  return { start, minutes: end > start ? end - start : end - start + DAY_MINUTES };
}

/** True if the window ends on the next day. Midnight belongs to the day it ends. */
export function endsNextDay({ start, minutes }: TimeWindow): boolean {
  return start + minutes > DAY_MINUTES || minutes === DAY_MINUTES;
}
