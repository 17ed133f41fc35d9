import type { Instant } from '#app/domain/time';
import { parseMinutes } from '#app/domain/usage';

const MINUTE_MS = 60_000;
const MAX_AHEAD_MS = 8 * 24 * 60 * MINUTE_MS;
/** The longest pause with a set end (A60). */
export const PAUSE_MAX_MS = 24 * 60 * MINUTE_MS;

/**
 * The request of a button on the manage page. `until`: a duration in minutes, an instant, or null for no end. A pause has only a duration,
 * so an instant is converted; a past one gives no positive duration (A60).
 */
export type AccessRequest =
  | { effect: 'block' | 'grant'; until: { minutes: number } | { at: Instant } | null }
  | { effect: 'pause'; until: { minutes: number } | null };

const EFFECTS = new Map<string, AccessRequest['effect']>([
  ['allow', 'grant'],
  ['block', 'block'],
  ['pause', 'pause'],
]);
const SPANS = new Map([
  ['15m', 15],
  ['20m', 20],
  ['30m', 30],
  ['1h', 60],
  ['2h', 120],
]);
const INTENT = /^([a-z]+)-(?:until-(\d{13})|(\w+))$/;

/** Marks a custom time, whose minutes are in the form's field `minutes`. */
const OWN_SPAN = 'span';

/** True if the intent needs a custom time, which may be invalid. */
export function isOwnSpan(intent: string): boolean {
  const [, verb = '', , span] = INTENT.exec(intent) ?? [];
  return EFFECTS.has(verb) && span === OWN_SPAN;
}

/**
 * Parses a button's intent, such as «allow-30m», «block-until-1780000000000», «pause-open» or «allow-span» with `minutes` in `typed`.
 * Returns null for anything else, and for an end beyond eight days, or one day for a pause.
 */
export function parseAccessRequest(intent: string, now: Instant, typed: unknown = null): AccessRequest | null {
  const [, verb = '', instant, span = ''] = INTENT.exec(intent) ?? [];
  const effect = EFFECTS.get(verb);
  if (effect === undefined) return null;
  if (instant !== undefined) {
    const at = Number(instant);
    if (at > now + (effect === 'pause' ? PAUSE_MAX_MS : MAX_AHEAD_MS)) return null;
    return effect === 'pause' ? { effect, until: { minutes: Math.ceil((at - now) / MINUTE_MS) } } : { effect, until: { at } };
  }
  if (span === 'open') return { effect, until: null };
  const minutes = span === OWN_SPAN ? parseMinutes(typed) : (SPANS.get(span) ?? null);
  return minutes === null ? null : { effect, until: { minutes } };
}

/**
 * Returns the intent and fields of an Undo button that repeats a request after it was ended early. `parseAccessRequest` parses both. A
 * pause is given in whole minutes. Returns null if the request is over or ends more than eight days ahead.
 */
export function toSameAgain(
  effect: AccessRequest['effect'],
  until: Instant | null,
  now: Instant,
): { intent: string; fields: { minutes?: string } } | null {
  const verb = effect === 'grant' ? 'allow' : effect;
  if (until === null) return { intent: `${verb}-open`, fields: {} };
  if (until <= now || until > now + MAX_AHEAD_MS) return null;
  if (effect !== 'pause') return { intent: `${verb}-until-${until}`, fields: {} };
  return { intent: `pause-${OWN_SPAN}`, fields: { minutes: String(Math.ceil((until - now) / MINUTE_MS)) } };
}

/** Returns the end of the request, or null if it has none. */
export function endOf({ until }: AccessRequest, now: Instant): Instant | null {
  if (until === null) return null;
  return 'at' in until ? until.at : now + until.minutes * MINUTE_MS;
}
