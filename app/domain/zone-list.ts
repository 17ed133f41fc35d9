import { createBoundedMemo } from './bounded-memo.ts';
import { ZONES_OF_COUNTRIES } from './country-zones.ts';
import type { Language } from './language.ts';
import { canonicalZone, isTimeZone, type TimeZone } from './time.ts';
import { UNKNOWN_ZONE } from './zone-name.ts';

// Only servers list zones: the texts are the platform's, and browsers bring other editions of them.

/** Identifiers by which platforms still call zones whose place has another name or spelling today. */
const STORED_AS: Readonly<Record<string, TimeZone>> = {
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

/** A zone to choose: how it is stored, the identifiers that other platforms have for it, and what the reader sees, «Kolkata, India». */
export type ListedZone = { zone: TimeZone; names: ReadonlyArray<TimeZone>; label: string; city: string; country: string };

const lists = createBoundedMemo<ReadonlyArray<ListedZone>>(16);

/** Every zone of today by city and country in a language, in its order. UTC comes last. */
export function listZones(language: Language): ReadonlyArray<ListedZone> {
  return lists.get(language, () => {
    const known = new Set(Intl.supportedValuesOf('timeZone'));
    const countries = new Intl.DisplayNames(language, { type: 'region' });
    const readPlace = newPlaceReader(language);
    const listed = Object.entries(ZONES_OF_COUNTRIES).flatMap(([code, ids]) => {
      const country = countries.of(code) ?? code;
      const all = ids.split(' ');
      return all.flatMap((id) => {
        const names = [STORED_AS[id] ?? id, id].filter((name, index, both) => both.indexOf(name) === index);
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

/** Before all standards of time Intl names a zone by its place, «Moskau (Ortszeit)»: the one way to its cities in a language. */
const BEFORE_STANDARDS = Date.UTC(1945, 0, 1);

/** Reads a zone's place in a language; null where the platform has none. A country's main zone is called as the country is. */
function newPlaceReader(language: Language): (zone: TimeZone) => string | null {
  const nameOf = (zone: TimeZone) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' });
    return format.formatToParts(BEFORE_STANDARDS).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  };
  // What stands around the place is the same for all.
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

/** A zone by the place in its identifier, «Berlin», «Knox, Indiana», «Kolkata» also of its former identifier. */
function cityOf(id: TimeZone): string {
  const [, ...places] = id.split('/').filter((part) => part !== 'Argentina');
  if (places.length === 0) return id;
  const city = places.reverse().join(', ').replaceAll('_', ' ').replace(/^St /, 'St. ');
  return CITIES[city] ?? city;
}

/** What the reader sees of a zone, «Kolkata, India», however its identifier was stored. */
export function zoneLabel(zone: TimeZone, language: Language): string {
  const listed = (id: TimeZone) => listZones(language).find(({ names }) => names.includes(id));
  return (listed(zone) ?? (isTimeZone(zone) ? listed(canonicalZone(zone)) : undefined))?.label ?? cityOf(zone);
}

/** Letters from which on whole words at the beginning of a name are taken for it: «Ho Chi Minh». */
const MIN_BEGINNING = 4;

const indexes = createBoundedMemo<ReadonlyMap<string, ReadonlySet<TimeZone>>>(16);

/**
 * The zone that somebody typed or chose: a label of the list, a city by its present or former name, a country with one zone, or an
 * identifier. The first words of one of these are enough where only one zone
 * begins so. `ambiguous`: several fit, as with a country that has several; `unknown`: none does.
 */
export function findZone(text: string, language: Language): { zone: TimeZone } | 'ambiguous' | 'unknown' {
  const wanted = toKey(text);
  for (const known of [language, 'en'] as const) {
    const [zone, another] = indexOf(known).get(wanted) ?? [];
    if (zone !== undefined) return another === undefined ? { zone } : 'ambiguous';
  }
  const id = text.trim().replaceAll(' ', '_');
  if (!isTimeZone(id) && wanted.length >= MIN_BEGINNING) {
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

/** Letters and digits alone: neither accents nor commas decide. */
function toKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
