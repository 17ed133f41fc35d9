import { createBoundedMemo } from '#app/domain/bounded-memo';
import type { Language } from '#app/domain/language';
import type { Coordinates } from '#app/domain/position';
import type { CityTable } from '#workers/city-format';
import type { NearestCity } from './nearest-city';

/** Returns the text for a position that is near a named place but not in it. */
const NEAR: Record<Language, (name: string) => string> = {
  de: (name) => `Nahe ${name}`,
  en: (name) => `Near ${name}`,
  es: (name) => `Cerca de ${name}`,
  fr: (name) => (/^[aeiouyàâäéèêëîïôöùûüœ]/i.test(name) ? `Près d’${name}` : `Près de ${name}`),
  nl: (name) => `In de buurt van ${name}`,
  'pt-br': (name) => `Perto de ${name}`,
  'zh-cn': (name) => `${name}附近`,
  'zh-tw': (name) => `${name}附近`,
};

/** Countries in which people name the state or province with a city. Elsewhere it is named only to tell cities apart. */
const WITH_REGION: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'MX', 'US']);

const countries = createBoundedMemo<Intl.DisplayNames>(16);

/** Returns a country's name in a language, or the code if it has none. */
export function countryName(code: string, language: Language): string {
  return countries.get(language, () => new Intl.DisplayNames(language, { type: 'region' })).of(code) ?? code;
}

export function nearText(name: string, language: Language): string {
  return NEAR[language](name);
}

/**
 * Returns a city as people write it: «Springfield, Illinois», «Kreuzberg, Berlin». Like maps, adds the country’s name only outside
 * `country`, the parent’s own. `isInside`: false for a position outside of the city.
 */
export function cityText(
  cities: CityTable,
  { city, around }: Pick<NearestCity, 'city' | 'around'>,
  { language, country }: { language: Language; country: string | null },
  isInside = true,
): string {
  const region = cities.regions[cities.regionOf[city] ?? 0];
  const name = cities.names[city] ?? '';
  const needsRegion = around === null && (cities.isAmbiguous(city) || WITH_REGION.has(region?.country ?? ''));
  const parts = [
    isInside ? name : nearText(name, language),
    around === null ? '' : (cities.names[around] ?? ''),
    needsRegion ? (region?.name ?? '') : '',
    region === undefined || region.country === country ? '' : countryName(region.country, language),
  ];
  return parts.filter((part, index) => part !== '' && parts.indexOf(part) === index).join(language.startsWith('zh') ? '，' : ', ');
}

/** Returns the address of the nearest city, or the coordinates if none is near. */
export function nearestText(
  cities: CityTable,
  nearest: NearestCity | null,
  point: Coordinates,
  reader: Parameters<typeof cityText>[2],
): string {
  if (nearest === null) return coordinatesText(point);
  return cityText(cities, nearest, reader, nearest.isInside);
}

/** Returns coordinates to about 100 m, in the notation that every map search accepts: «51.200, -30.100». */
export function coordinatesText({ lat, lon }: Coordinates): string {
  return [lat, lon].map((value) => value.toFixed(3).replace(/^-(0\.0+)$/, '$1')).join(', ');
}
