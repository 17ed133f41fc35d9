import type { TimeWindow } from './time.ts';

const DAY_MINUTES = 24 * 60;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Parses a clock time such as «21:00» to minutes after midnight; null if the text does not start with one. Ignores the rest, such as seconds. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text.slice(0, 5)) ?? [];
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Formats minutes after midnight as «21:00». Values above 24 hours start again: 1500 is «01:00». */
export function toClockTime(minute: number): string {
  const inDay = minute % DAY_MINUTES;
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
}

/**
 * Returns the time window between two clock times; null if a time is invalid. An earlier end is on the next day; equal times mean a whole
 * day (A61).
 */
export function windowBetween(from: string, to: string): TimeWindow | null {
  const [start, end] = [parseClock(from), parseClock(to)];
  if (start === null || end === null) return null;
  return { start, minutes: end > start ? end - start : end - start + DAY_MINUTES };
}

/** Returns true if the time window ends on the next day. An end at midnight is on the same day. */
export function endsNextDay({ start, minutes }: TimeWindow): boolean {
  return start + minutes > DAY_MINUTES || minutes === DAY_MINUTES;
}
