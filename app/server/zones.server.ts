import { createBoundedMemo } from '#app/domain/bounded-memo';
import type { Language } from '#app/domain/language';
import type { TimeZone } from '#app/domain/time';
import { findZone, listZones, zoneLabel } from '#app/domain/zone-list';
import { languageOf } from './i18n.server';

const written = createBoundedMemo<string>(16);

/** Returns every time zone as HTML options in a language, for fields with suggestions (zone-options.tsx). */
export function writeZoneOptions(language: Language): string {
  return written.get(language, () =>
    listZones(language)
      .map(({ names, label }) => `<option data-zone="${names.join(' ')}" value="${escapeAttribute(label)}"></option>`)
      .join(''),
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Returns a zone with its label in the user's language. */
export function toShownZone(request: Request, zone: TimeZone): { zone: TimeZone; label: string } {
  return { zone, label: zoneLabel(zone, languageOf(request)) };
}

/** Parses the zone of a form. Returns the zone, or an error code of `error_strings`. */
export function readZone(request: Request, text: string): { zone: TimeZone } | { fault: string } {
  if (text.trim() === '') return { fault: 'missing_time_zone' };
  const found = findZone(text, languageOf(request));
  if (found === 'ambiguous') return { fault: 'ambiguous_time_zone' };
  if (found === 'unknown') return { fault: 'unknown_time_zone' };
  return found;
}
