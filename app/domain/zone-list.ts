import { createBoundedMemo } from './bounded-memo.ts';
import { ZONES_OF_COUNTRIES } from './country-zones.ts';
import type { Language } from './language.ts';
import { canonicalZone, isTimeZone, type TimeZone } from './time.ts';
import { UNKNOWN_ZONE } from './zone-name.ts';

// For servers only: the texts come from Intl, and a browser's Intl may have different texts.

/** Outdated identifiers that platforms still use for renamed or respelled places. */
const LEGACY_IDS: Readonly<Record<string, TimeZone>> = {
  'Africa/Asmara': 'Africa/Asmera',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Argentina/Catamarca': 'America/Catamarca',
  'America/Argentina/Cordoba': 'America/Cordoba',
  'America/Argentina/Jujuy': 'America/Jujuy',
  'America/Argentina/Mendoza': 'America/Mendoza',
  'America/Atikokan': 'America/Coral_Harbour',
  'America/Indiana/Indianapolis': 'America/Indianapolis',
  'America/Kentucky/Louisville': 'America/Louisville',
  'America/Nuuk': 'America/Godthab',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Chuuk': 'Pacific/Truk',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'Pacific/Pohnpei': 'Pacific/Ponape',
};

/** A zone to choose: the platform's identifier, all its identifiers, and its label, «Kolkata, India». */
export type ListedZone = { zone: TimeZone; names: ReadonlyArray<TimeZone>; label: string; city: string; country: string };

const lists = createBoundedMemo<ReadonlyArray<ListedZone>>(16);

/** Returns every current zone with city and country in a language, sorted by label, with UTC at the end. */
export function listZones(language: Language): ReadonlyArray<ListedZone> {
  return lists.get(language, () => {
    const known = new Set(Intl.supportedValuesOf('timeZone'));
    const countries = new Intl.DisplayNames(language, { type: 'region' });
    const readPlace = newPlaceReader(language);
    const listed = Object.entries(ZONES_OF_COUNTRIES).flatMap(([code, ids]) => {
      const country = countries.of(code) ?? code;
      const all = ids.split(' ');
      return all.flatMap((id) => {
        const names = [LEGACY_IDS[id] ?? id, id].filter((name, index, both) => both.indexOf(name) === index);
        const zone = names.find((name) => known.has(name));
        if (zone === undefined) return [];
        const place = all.length === 1 ? null : readPlace(zone);
        const city = place === null || place === country ? cityOf(id) : place;
        return [{ zone, names, label: toLabel(language, city, country), city, country }];
      });
    });
    const { compare } = new Intl.Collator(language);
    const utc = { zone: UNKNOWN_ZONE, names: [UNKNOWN_ZONE, 'Etc/UTC'], label: 'UTC', city: 'UTC', country: '' };
    return [...listed.sort((a, b) => compare(a.label, b.label)), utc];
  });
}

function toLabel(language: Language, city: string, country: string): string {
  if (city === country) return city;
  return language.startsWith('zh') ? `${city}，${country}` : `${city}, ${country}`;
}

/** At this early instant, Intl names a zone by its place: «Moskau (Ortszeit)». Intl has no other translations of cities. */
const BEFORE_STANDARDS = Date.UTC(1945, 0, 1);

/**
 * Returns a function that returns the name of a zone's place, or null if Intl has none. A country's main zone is named after the country.
 */
function newPlaceReader(language: Language): (zone: TimeZone) => string | null {
  const nameOf = (zone: TimeZone) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' });
    return format.formatToParts(BEFORE_STANDARDS).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  };
  // The text around the place is the same for all zones.
  const japan = new Intl.DisplayNames(language, { type: 'region' }).of('JP') ?? 'JP';
  const [before, after] = nameOf('Asia/Tokyo').split(japan);
  if (before === undefined || after === undefined) return () => null;
  return (zone) => {
    const name = nameOf(zone);
    if (!name.startsWith(before) || !name.endsWith(after)) return null;
    return name.slice(before.length, name.length - after.length) || null;
  };
}

const CITIES: Readonly<Record<string, string>> = { 'Ho Chi Minh': 'Ho Chi Minh City' };

/** Returns the place in a zone's identifier: «Berlin», «Knox, Indiana». */
function cityOf(id: TimeZone): string {
  const [, ...places] = id.split('/').filter((part) => part !== 'Argentina');
  if (places.length === 0) return id;
  const city = places.reverse().join(', ').replaceAll('_', ' ').replace(/^St /, 'St. ');
  return CITIES[city] ?? city;
}

/** Returns a zone's label, «Kolkata, India», for any of its identifiers. */
export function zoneLabel(zone: TimeZone, language: Language): string {
  const listed = (id: TimeZone) => listZones(language).find(({ names }) => names.includes(id));
  return (listed(zone) ?? (isTimeZone(zone) ? listed(canonicalZone(zone)) : undefined))?.label ?? cityOf(zone);
}

let countries: ReadonlyMap<TimeZone, string> | null = null;

/** Returns the country of a zone as two letters, or null for a zone without one, such as UTC. */
export function countryOfZone(zone: TimeZone): string | null {
  countries ??= new Map(
    Object.entries(ZONES_OF_COUNTRIES).flatMap(([country, ids]) =>
      ids.split(' ').flatMap((id) => [id, LEGACY_IDS[id] ?? id].map((name) => [name, country])),
    ),
  );
  return countries.get(zone) ?? (isTimeZone(zone) ? (countries.get(canonicalZone(zone)) ?? null) : null);
}

/** Minimum length, in characters, of first words that match a longer name: «Ho Chi» for «Ho Chi Minh City». */
const MIN_PREFIX_LENGTH = 4;

const indexes = createBoundedMemo<ReadonlyMap<string, ReadonlySet<TimeZone>>>(16);

/**
 * Returns the zone for typed or chosen text. The text is a label, a current or former city name, a country with one zone, or an identifier.
 * The first words are enough if only one zone matches. `ambiguous`: several zones match. `unknown`: no zone matches.
 */
export function findZone(text: string, language: Language): { zone: TimeZone } | 'ambiguous' | 'unknown' {
  const wanted = toKey(text);
  for (const known of [language, 'en'] as const) {
    const [zone, another] = indexOf(known).get(wanted) ?? [];
    if (zone !== undefined) return another === undefined ? { zone } : 'ambiguous';
  }
  const id = text.trim().replaceAll(' ', '_');
  if (!isTimeZone(id) && wanted.length >= MIN_PREFIX_LENGTH) {
    for (const known of [language, 'en'] as const) {
      const zones = new Set([...indexOf(known)].flatMap(([key, found]) => (key.startsWith(`${wanted} `) ? [...found] : [])));
      const [zone] = zones;
      if (zone !== undefined) return zones.size === 1 ? { zone } : 'ambiguous';
    }
  }
  return isTimeZone(id) ? { zone: canonicalZone(id) } : 'unknown';
}

function indexOf(language: Language): ReadonlyMap<string, ReadonlySet<TimeZone>> {
  return indexes.get(language, () => {
    const index = new Map<string, Set<TimeZone>>();
    for (const { zone, names, label, city, country } of listZones(language)) {
      const texts = [label, city, country, ...names, ...names.map(cityOf)];
      for (const key of new Set(texts.map(toKey))) index.set(key, (index.get(key) ?? new Set()).add(zone));
    }
    index.delete('');
    return index;
  });
}

/** Returns the text in lowercase without accents. Characters other than letters and digits become spaces. */
function toKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
