import type { Instant, TimeZone } from './time.ts';

/** An account's zone as long as no browser has reported its own (A45). Here and not in time.ts, whose calendar weighs 20 KB. */
export const UNKNOWN_ZONE: TimeZone = 'UTC';

// Where a zone has no name of its own, French and German mark the place: «heure : Maroc», «Marokko (Ortszeit)». Only the place is kept.
const PLACE_MARK = /^heure\s:\s|\s\(Ortszeit\)$/;

/**
 * A zone's name in a language, «Western European Time» of Europe/Lisbon, the same in summer and winter; its city where the platform knows
 * no name. The wording is Intl's: server and browser may differ,
 * so what shows it on a page sets `suppressHydrationWarning`.
 */
export function zoneName(zone: TimeZone, language: string, at: Instant): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  // An offset is not a name.
  if (/^(?:GMT|UTC)/.test(name)) return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return name.replace(PLACE_MARK, '');
}
