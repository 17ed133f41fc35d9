import type { Language } from '#app/domain/language';
import { type CityTable, toSearchKey } from '#workers/city-format';
import { countryName } from './address-text';

/** The parent who searches. `country`: where the parent lives, as two letters. */
export type Reader = { language: Language; country: string | null };

/** Steps of size that a city gains in the ranking: for its full name, its usual name, and the parent’s own country. */
const FULL_NAME = 16;
const USUAL_NAME = 8;
const OWN_COUNTRY = 8;
/** Minimum length of a search text, because a shorter text matches too much. Chinese and Japanese names can have one character. */
const KEY_MIN = 2;
const SHORT = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

type SearchText = { text: string; starts: Uint32Array };
const texts = new WeakMap<CityTable, SearchText>();

/**
 * Returns the cities whose name in any language begins with the typed text, the best first. Ignores case, accents, house numbers and postal
 * codes. The text after a comma restricts the region or country: «Springfield, IL». If the first part is not a city but, for example, a
 * street, the next part is searched.
 */
export function searchCities(cities: CityTable, typed: string, { language, country }: Reader, max: number): Array<number> {
  const parts = typed.split(/[,，、;]/).map((part) =>
    toSearchKey(part.replace(/^\s*[\d-]+\s|\s[\d-]+\s*$/g, ' '))
      .replaceAll('\n', ' ')
      .trim(),
  );
  for (const [index, name] of parts.entries()) {
    if (name.length < KEY_MIN && !SHORT.test(name)) continue;
    const narrower = parts.slice(index + 1).filter((part) => part !== '');
    const found = listBeginningWith(cities, name);
    const within = [...found].filter(([city]) => narrower.every((part) => isIn(cities, city, part, language)));
    if (within.length === 0) continue;
    const isOwn = (city: number) => cities.regions[cities.regionOf[city] ?? 0]?.country === country;
    const rank = (city: number, advantage: number) => (cities.sizes[city] ?? 0) + advantage + (isOwn(city) ? OWN_COUNTRY : 0);
    const sorted = within
      .map(([city, advantage]) => ({ city, rank: rank(city, advantage) }))
      .sort((a, b) => b.rank - a.rank || a.city - b.city);
    return sorted.slice(0, max).map(({ city }) => city);
  }
  return [];
}

/** Returns the cities with a name that begins with this key, and the advantage of that name. */
function listBeginningWith(cities: CityTable, key: string): Map<number, number> {
  const { text, starts } = texts.get(cities) ?? prepare(cities);
  const found = new Map<number, number>();
  for (const [before, usual] of [
    ['\n', USUAL_NAME],
    [',', 0],
  ] as const) {
    const wanted = before + key;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
      const city = lineAt(starts, at + 1);
      const next = text[at + wanted.length];
      const advantage = usual + (next === '\n' || next === ',' ? FULL_NAME : 0);
      found.set(city, Math.max(advantage, found.get(city) ?? 0));
    }
  }
  return found;
}

function isIn({ regions, regionOf }: CityTable, city: number, key: string, language: Language): boolean {
  const region = regions[regionOf[city] ?? 0];
  if (region === undefined) return false;
  const names = [region.name, countryName(region.country, language), countryName(region.country, 'en')];
  return (
    [region.code, region.country].some((code) => code.toLowerCase() === key) ||
    names.some((name) => toSearchKey(name).trim().startsWith(key))
  );
}

/** Returns the index of the line that contains the character at `at`. */
function lineAt(starts: Uint32Array, at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Joins all names into one text with a line per city. Finding a beginning in it takes about 2 ms and needs no sorted index in memory. */
function prepare(cities: CityTable): SearchText {
  const others = cities.otherNames.split('\n');
  const starts = new Uint32Array(cities.names.length);
  let text = '';
  let length = 0;
  const lines: Array<string> = [];
  for (const [city, key] of toSearchKey(cities.names.join('\n')).split('\n').entries()) {
    const line = others[city] ? `${key.trim()},${others[city]}` : key.trim();
    starts[city] = length + 1;
    length += line.length + 1;
    lines.push(line);
  }
  text = `\n${lines.join('\n')}\n`;
  const prepared = { text, starts };
  texts.set(cities, prepared);
  return prepared;
}
