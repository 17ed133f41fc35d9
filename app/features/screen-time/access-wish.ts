import type { Effect } from '~/domain/rule';
import type { Instant } from '~/domain/time';

const MINUTE_MS = 60_000;
const MAX_AHEAD_MS = 8 * 24 * 60 * MINUTE_MS;

const SPANS = { '30m': 30, '1h': 60, '2h': 120 } as const satisfies Record<string, number>;

/**
 * What a button of the manage page asks for. `until`: a span in minutes from the tap, an instant that stood on the button, or null = until
 * it is lifted.
 */
export type AccessWish = { effect: Effect; until: { minutes: number } | { at: Instant } | null };

const INTENT = /^(allow|block)-(?:(30m|1h|2h)|until-(\d{13})|(open))$/;

/** Reads «allow-30m», «block-until-1780000000000», «allow-open»; null for anything else and for an instant beyond eight days. */
export function parseAccessWish(intent: string, now: Instant): AccessWish | null {
  const match = INTENT.exec(intent);
  if (match === null) return null;
  const [, verb, span, instant] = match;
  const effect = verb === 'block' ? 'block' : 'grant';
  if (span === '30m' || span === '1h' || span === '2h') return { effect, until: { minutes: SPANS[span] } };
  if (instant === undefined) return { effect, until: null };
  const at = Number(instant);
  return at > now + MAX_AHEAD_MS ? null : { effect, until: { at } };
}

/** The instant at which it ends, or null. */
export function endOf(wish: AccessWish, now: Instant): Instant | null {
  if (wish.until === null) return null;
  return 'at' in wish.until ? wish.until.at : now + wish.until.minutes * MINUTE_MS;
}
