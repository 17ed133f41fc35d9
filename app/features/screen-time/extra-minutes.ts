import { parseMinutes } from '~/domain/usage';

/** Extra minutes for today as a form asks for them (A122): so many more, or so many seconds in all, which is how they are taken back. */
export type ExtraWish = { kind: 'add'; minutes: number } | { kind: 'set'; seconds: number };

const DAY_SECONDS = 86_400;
const SPANS = new Map([
  ['extra-15m', 15],
  ['extra-30m', 30],
  ['extra-1h', 60],
]);

/** Reads «extra-30m», «extra-span» with its `minutes`, «extra-back» with the `seconds` that shall stand; null for anything else. */
export function parseExtraWish(intent: string, fields: FormData): ExtraWish | null {
  const minutes = intent === 'extra-span' ? parseMinutes(fields.get('minutes')) : (SPANS.get(intent) ?? null);
  if (minutes !== null) return { kind: 'add', minutes };
  const text = String(fields.get('seconds') ?? '');
  return intent === 'extra-back' && /^\d{1,5}$/.test(text) && Number(text) <= DAY_SECONDS ? { kind: 'set', seconds: Number(text) } : null;
}

/** The extra seconds as they will stand; never more than a day has. */
export function toExtraSeconds(wish: ExtraWish, before: number): number {
  return wish.kind === 'set' ? wish.seconds : Math.min(before + wish.minutes * 60, DAY_SECONDS);
}
