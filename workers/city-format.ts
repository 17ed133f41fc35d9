// The file format of the geocoder's city list. tools/cities.ts writes it, and workers/api/geocoder/city-table.ts reads it.

/** A place of the list. `lat` and `lon` are thousandths of a degree, about 100 m. */
export type ListedCity = {
  name: string;
  lat: number;
  lon: number;
  population: number;
  /** A part of another place, such as a city district. */
  isSection: boolean;
  /** The country has another place of this name. */
  isAmbiguous: boolean;
  /** Names in other languages and scripts, as search keys. Kept only for larger cities (`HAS_OTHER_NAMES_FROM`). */
  otherNames: ReadonlyArray<string>;
};

/** The first-level division of a country. `code` is from GeoNames, such as «IL» or «02». `name` is empty if GeoNames has none. */
export type Region = { country: string; code: string; name: string };

/** The whole list, one array per property. Cities are sorted by region. */
export type CityTable = {
  regions: ReadonlyArray<Region>;
  regionOf: Uint16Array;
  names: ReadonlyArray<string>;
  lats: Int32Array;
  lons: Int32Array;
  sizes: Uint8Array;
  isSection: (index: number) => boolean;
  isAmbiguous: (index: number) => boolean;
  /** One line per city, with its other names separated by commas. */
  otherNames: string;
};

const SECTION = 0x40;
const AMBIGUOUS = 0x80;
const SIZE = 0x3f;

/** Smallest size whose cities have other names: about 46,000 people. */
export const HAS_OTHER_NAMES_FROM = 31;

/** Returns the size of a place, 0 to 63: two steps per doubling of the population. */
export function toSize(population: number): number {
  return Math.min(SIZE, Math.floor(2 * Math.log2(Math.max(1, population))));
}

/** Returns the population in the middle of a size. */
export function toPopulation(size: number): number {
  return 2 ** (size / 2 + 0.25);
}

/** Writes the list. The cities of a region are stored from south to north, as differences. */
export function writeCities(regions: ReadonlyArray<Region & { cities: ReadonlyArray<ListedCity> }>): Uint8Array {
  const sorted = regions.map((region) => ({ ...region, cities: region.cities.toSorted(bySouth) }));
  const all = sorted.flatMap(({ cities }) => cities);
  const text = new TextEncoder().encode(
    JSON.stringify({
      regions: sorted.map(({ country, code, name, cities }) => [country, code, name, cities.length]),
      names: all.map(({ name }) => name).join('\n'),
      otherNames: all
        .filter(({ population }) => toSize(population) >= HAS_OTHER_NAMES_FROM)
        .map(({ otherNames }) => otherNames.join(','))
        .join('\n'),
    }),
  );
  const numbers = [...differences(sorted, ({ lat }) => lat), ...differences(sorted, ({ lon }) => lon)].flatMap(toVarint);
  const marks = all.map((city) => toSize(city.population) | (city.isSection ? SECTION : 0) | (city.isAmbiguous ? AMBIGUOUS : 0));
  const file = new Uint8Array(8 + text.length + numbers.length + marks.length);
  new DataView(file.buffer).setUint32(0, text.length, true);
  new DataView(file.buffer).setUint32(4, all.length, true);
  file.set(text, 8);
  file.set(numbers, 8 + text.length);
  file.set(marks, 8 + text.length + numbers.length);
  return file;
}

/** Reads a list that `writeCities` wrote. */
export function readCities(file: Uint8Array): CityTable {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const textLength = view.getUint32(0, true);
  const count = view.getUint32(4, true);
  const text: Stored = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + textLength)));
  const regionOf = new Uint16Array(count);
  const starts = new Set<number>();
  let start = 0;
  for (const [index, [, , , length]] of text.regions.entries()) {
    starts.add(start);
    regionOf.fill(index, start, start + length);
    start += length;
  }
  let at = 8 + textLength;
  const readNumbers = (): Int32Array => {
    const values = new Int32Array(count);
    let last = 0;
    for (let index = 0; index < count; index += 1) {
      if (starts.has(index)) last = 0;
      let coded = 0;
      let byte = 0x80;
      for (let shift = 0; byte >= 0x80; shift += 7) {
        byte = file[at] ?? 0;
        coded |= (byte & 0x7f) << shift;
        at += 1;
      }
      last += (coded >>> 1) ^ -(coded & 1);
      values[index] = last;
    }
    return values;
  };
  const lats = readNumbers();
  const lons = readNumbers();
  const marks = file.subarray(at, at + count);
  const otherNames = text.otherNames.split('\n');
  let next = 0;
  const aligned = Array.from(marks, (mark) => ((mark & SIZE) < HAS_OTHER_NAMES_FROM ? '' : (otherNames[next++] ?? '')));
  return {
    regions: text.regions.map(([country, code, name]) => ({ country, code, name })),
    regionOf,
    names: text.names.split('\n'),
    lats,
    lons,
    sizes: marks.map((mark) => mark & SIZE),
    isSection: (index) => ((marks[index] ?? 0) & SECTION) !== 0,
    isAmbiguous: (index) => ((marks[index] ?? 0) & AMBIGUOUS) !== 0,
    otherNames: aligned.join('\n'),
  };
}

type Stored = { regions: Array<[country: string, code: string, name: string, count: number]>; names: string; otherNames: string };

function bySouth(a: ListedCity, b: ListedCity): number {
  return a.lat - b.lat || a.lon - b.lon || (a.name < b.name ? -1 : 1);
}

/** Returns the first value of each region, and for the others the difference from the one before. */
function differences(regions: ReadonlyArray<{ cities: ReadonlyArray<ListedCity> }>, read: (city: ListedCity) => number): Array<number> {
  return regions.flatMap(({ cities }) =>
    cities.map((city, index) => {
      const before = cities[index - 1];
      return read(city) - (before === undefined ? 0 : read(before));
    }),
  );
}

/** Returns a signed integer as bytes of 7 bits, the lowest first. */
function toVarint(value: number): Array<number> {
  const bytes: Array<number> = [];
  let coded = value < 0 ? -value * 2 - 1 : value * 2;
  while (coded >= 0x80) {
    bytes.push((coded & 0x7f) | 0x80);
    coded >>>= 7;
  }
  bytes.push(coded);
  return bytes;
}

// Letters that Unicode doesn't decompose.
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h' };
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/**
 * Returns the text as a search key: lowercase, without accents, and with one space for other characters than letters and digits. Keeps line
 * breaks, so that a whole list can be converted in one call.
 */
export function toSearchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}\n]+/gu, ' ');
}
