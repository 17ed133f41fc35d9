import type { LocalDate } from '#app/domain/time';
import { parseMinutes } from '#app/domain/usage';

/**
 * A request for bonus time (A122): minutes to add today, or seconds to subtract on a date. The request is a difference, so that an undo
 * does not remove bonus time added by others.
 */
export type BonusTimeRequest = { kind: 'add'; minutes: number } | { kind: 'take'; date: LocalDate; seconds: number };

const DAY_SECONDS = 86_400;
const SPANS = new Map([
  ['extra-15m', 15],
  ['extra-30m', 30],
  ['extra-1h', 60],
]);

/** Parses «extra-30m», «extra-span» with `minutes`, and «extra-back» with `seconds` and `date`. Returns null for anything else. */
export function parseBonusTimeRequest(intent: string, fields: FormData): BonusTimeRequest | null {
  const minutes = intent === 'extra-span' ? parseMinutes(fields.get('minutes')) : (SPANS.get(intent) ?? null);
  if (minutes !== null) return { kind: 'add', minutes };
  const seconds = String(fields.get('seconds') ?? '');
  const date = String(fields.get('date') ?? '');
  const isTake = intent === 'extra-back' && /^\d{1,5}$/.test(seconds) && /^\d{4}-\d{2}-\d{2}$/.test(date);
  return isTake ? { kind: 'take', date, seconds: Number(seconds) } : null;
}

/**
 * Returns the seconds used beyond the limit, for example during an allow override. Bonus time is added after these seconds, because it
 * would otherwise already be used up.
 */
export function secondsBeyond(usage: { limitSeconds: number; usedSeconds: number } | null): number {
  return usage === null ? 0 : Math.max(0, usage.usedSeconds - usage.limitSeconds);
}

/**
 * Returns the seconds that can be added to today's limit, in whole minutes. `secondsLeft`: seconds until the day ends. Returns 0 without a
 * limit (`usage` null). The result never makes the limit a whole day, which means no limit.
 */
export function roomToday(usage: { limitSeconds: number; usedSeconds: number } | null, secondsLeft: number): number {
  if (usage === null) return 0;
  const most = Math.min(usage.usedSeconds + secondsLeft, DAY_SECONDS - 60);
  return Math.max(0, Math.floor((most - Math.max(usage.limitSeconds, usage.usedSeconds)) / 60) * 60);
}

/**
 * Returns the day's bonus seconds after a request.
 * @param before bonus seconds so far
 * @param beyond seconds used beyond the limit
 * @param room seconds that can still be added
 */
export function toExtraSeconds(request: BonusTimeRequest, before: number, beyond: number, room: number): number {
  return request.kind === 'take' ? Math.max(0, before - request.seconds) : before + beyond + Math.min(request.minutes * 60, room);
}
