import { windowBetween } from './clock-window.ts';
import { type Entitlements, TIER_RANK } from './plan.ts';
import { type Instant, minuteOfDay, type TimeZone } from './time.ts';

/** Minutes between automatic screenshots (A69). */
export const SAMPLE_INTERVAL_MINUTES = { min: 15, max: 120 } as const;
/** JPEG quality, and pixels of the longest side (A69, A70). A parent may choose less. */
export const SAMPLE_QUALITY = { min: 0.3, max: 0.8 } as const;
export const SAMPLE_PIXELS = { min: 320, max: 1024 } as const;
/** Maximum number of own and of ignored terms, and their maximum length in characters. */
export const TERMS_MAX = 200;
export const TERM_LENGTH_MAX = 60;
/** Time after which a sample is deleted, counted from the capture (9.2.6). */
export const SAMPLE_LIFE_MS = 14 * 24 * 60 * 60_000;
/** Maximum number of samples in one response (9.2.5). */
export const SAMPLES_PER_FETCH = 10_000;

/** Daily hours without automatic screenshots, as clock times «21:00» in the child's zone. */
export type QuietHours = { from: string; to: string };

/** Returns whether the plan includes screenshots (6.1.5). */
export function includesSamples({ limits }: Entitlements): boolean {
  return limits.sampling === 'on';
}

/** Returns whether the plan includes automatic screenshots and the search for terms (6.1.6, A05). */
export function includesMonitoring(entitlements: Entitlements): boolean {
  return includesSamples(entitlements) && TIER_RANK[entitlements.tier] >= TIER_RANK.premium_plus;
}

/** Returns true during quiet hours. Null: there are none. Equal times mean the whole day. */
export function isQuiet(quiet: QuietHours | null, at: Instant, zone: TimeZone): boolean {
  const window = quiet === null ? null : windowBetween(quiet.from, quiet.to);
  if (window === null) return false;
  const minute = minuteOfDay(at, zone);
  const end = window.start + window.minutes;
  return (minute >= window.start && minute < end) || minute + 24 * 60 < end;
}

/**
 * Returns the terms in NFC with single spaces, without empty ones and repetitions. Case and order are kept. Control characters and halves of
 * characters become spaces, because no text on a screen has them. Joiners stay: some scripts and emoji need them.
 */
export function cleanTerms(terms: ReadonlyArray<string>): Array<string> {
  const clean = terms.map((term) =>
    term
      .normalize('NFC')
      .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
      .trim(),
  );
  const seen = new Set<string>(['']);
  return clean.filter((term) => {
    const key = toTermKey(term);
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}

/** Returns the first of these terms that is also in the other list, in any case; undefined if there is none. */
export function findTermInBoth(terms: ReadonlyArray<string>, other: ReadonlyArray<string>): string | undefined {
  const keys = new Set(other.map(toTermKey));
  return terms.find((term) => keys.has(toTermKey(term)));
}

function toTermKey(term: string): string {
  return term.toLocaleLowerCase('und');
}
