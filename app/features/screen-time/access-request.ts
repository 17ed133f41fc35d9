import type { Instant } from '~/domain/time';
import { parseMinutes } from '~/domain/usage';

const MINUTE_MS = 60_000;
const MAX_AHEAD_MS = 8 * 24 * 60 * MINUTE_MS;
/** The longest pause that has an end (A60). */
export const PAUSE_MAX_MS = 24 * 60 * MINUTE_MS;

/**
 * What a button of the manage page asks for. `until`: a span in minutes from the tap, an instant that stood on the button, or null = until
 * it is lifted. A pause has no instant: it lasts so many minutes (A60), those until that instant; none where it has passed.
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

/** A span of the reader's own: so many `minutes` as the form beside the button says. */
const OWN_SPAN = 'span';

/** Does a button ask for a span that was typed, which may be wrong? */
export function isOwnSpan(intent: string): boolean {
  const [, verb = '', , span] = INTENT.exec(intent) ?? [];
  return EFFECTS.has(verb) && span === OWN_SPAN;
}

/**
 * Reads «allow-30m», «block-until-1780000000000», «pause-open», «allow-span» with what was typed as `minutes`; null for anything else and
 * for an instant beyond eight days, of a pause beyond one.
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
 * The button that asks for the same once more, for a message that takes its end back: the intent and fields that `parseAccessRequest` reads. A
 * pause in whole minutes, for it knows no others. Null for what is over or ends later than a button may say.
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

/** The instant at which it ends, or null. */
export function endOf({ until }: AccessRequest, now: Instant): Instant | null {
  if (until === null) return null;
  return 'at' in until ? until.at : now + until.minutes * MINUTE_MS;
}
