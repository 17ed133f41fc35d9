import type { LocalDate } from '~/domain/time';
import { parseMinutes } from '~/domain/usage';

/**
 * Extra minutes for today as a form asks for them (A122): so many more, or so many seconds less of what a date was given. A difference, so
 * that nobody takes away what somebody else gave.
 */
export type BonusTimeRequest = { kind: 'add'; minutes: number } | { kind: 'take'; date: LocalDate; seconds: number };

const DAY_SECONDS = 86_400;
const SPANS = new Map([
  ['extra-15m', 15],
  ['extra-30m', 30],
  ['extra-1h', 60],
]);

/** Reads «extra-30m», «extra-span» with its `minutes`, «extra-back» with the `seconds` to be taken off a `date`; null for anything else. */
export function parseBonusTimeRequest(intent: string, fields: FormData): BonusTimeRequest | null {
  const minutes = intent === 'extra-span' ? parseMinutes(fields.get('minutes')) : (SPANS.get(intent) ?? null);
  if (minutes !== null) return { kind: 'add', minutes };
  const seconds = String(fields.get('seconds') ?? '');
  const date = String(fields.get('date') ?? '');
  const isTake = intent === 'extra-back' && /^\d{1,5}$/.test(seconds) && /^\d{4}-\d{2}-\d{2}$/.test(date);
  return isTake ? { kind: 'take', date, seconds: Number(seconds) } : null;
}

/**
 * What was used beyond the limit, under a grant or before the limit was lowered. Minutes are given on top of it: given on top of the limit
 * alone they would be used up already.
 */
export function secondsBeyond(usage: { limitSeconds: number; usedSeconds: number } | null): number {
  return usage === null ? 0 : Math.max(0, usage.usedSeconds - usage.limitSeconds);
}

/**
 * How many seconds more a day can use that lasts another `secondsLeft`: what remains of the limit fits into it already, in whole minutes. None
 * where the limit is the whole day (`usage` null), and never so many that the limit becomes it: that limits nothing.
 */
export function roomToday(usage: { limitSeconds: number; usedSeconds: number } | null, secondsLeft: number): number {
  if (usage === null) return 0;
  const most = Math.min(usage.usedSeconds + secondsLeft, DAY_SECONDS - 60);
  return Math.max(0, Math.floor((most - Math.max(usage.limitSeconds, usage.usedSeconds)) / 60) * 60);
}

/** The extra seconds of the day as they will stand after `before`, with `beyond` used over the limit and `room` for so many more. */
export function toExtraSeconds(wish: BonusTimeRequest, before: number, beyond: number, room: number): number {
  return wish.kind === 'take' ? Math.max(0, before - wish.seconds) : before + beyond + Math.min(wish.minutes * 60, room);
}
