import type { Instant, TimeZone } from './time.ts';

/** An account's zone until a browser reports one (A45). Not in time.ts, whose calendar code adds 20 KB. */
export const UNKNOWN_ZONE: TimeZone = 'UTC';

// For a zone without a name, French and German use the place: «heure : Maroc», «Marokko (Ortszeit)». Only the place is kept.
const PLACE_MARK = /^heure\s:\s|\s\(Ortszeit\)$/;

/**
 * Returns a zone's name in a language, such as «Western European Time» for Europe/Lisbon. The name is the same in summer and winter. If
 * Intl has no name, returns the city. Server and browser texts may differ, so elements that show the name need `suppressHydrationWarning`.
 */
export function zoneName(zone: TimeZone, language: string, at: Instant): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  // An offset is not a name.
  if (/^(?:GMT|UTC)/.test(name)) return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return name.replace(PLACE_MARK, '');
}
