import { describe, expect, test } from 'vitest';
import { HAS_OTHER_NAMES_FROM, type ListedCity, readCities, toPopulation, toSearchKey, toSize, writeCities } from './city-format.ts';

function city(name: string, lat: number, lon: number, more: Partial<ListedCity> = {}): ListedCity {
  return { name, lat, lon, population: 1_000, isSection: false, isAmbiguous: false, otherNames: [], ...more };
}

describe('city format', () => {
  test('reads written cities back, each region from south to north', () => {
    const regions = [
      { country: 'DE', code: '02', name: 'Bavaria', cities: [city('Süd', 48_137, 11_575), city('Tief', -90_000, -180_000)] },
      {
        country: 'US',
        code: 'IL',
        name: '',
        cities: [city('東', 90_000, 180_000, { population: 9_000_000, otherNames: ['east', 'осток'] })],
      },
      {
        country: 'US',
        code: 'NY',
        name: 'New York',
        cities: [city('X', 0, 0, { isSection: true }), city('Y', 0, -1, { isAmbiguous: true })],
      },
    ];
    const read = readCities(writeCities(regions));
    expect(read.names).toEqual(['Tief', 'Süd', '東', 'Y', 'X']);
    expect([...read.lats]).toEqual([-90_000, 48_137, 90_000, 0, 0]);
    expect([...read.lons]).toEqual([-180_000, 11_575, 180_000, -1, 0]);
    expect([...read.regionOf]).toEqual([0, 0, 1, 2, 2]);
    expect(read.regions).toEqual(regions.map(({ country, code, name }) => ({ country, code, name })));
    expect(read.otherNames.split('\n')).toEqual(['', '', 'east,осток', '', '']);
    expect([0, 1, 2, 3, 4].map(read.isSection)).toEqual([false, false, false, false, true]);
    expect([0, 1, 2, 3, 4].map(read.isAmbiguous)).toEqual([false, false, false, true, false]);
    expect([...read.sizes]).toEqual([19, 19, 46, 19, 19]);
  });

  test('stores the population with an error of at most a fifth', () => {
    for (const population of [1_000, 46_341, 123_456, 22_000_000]) {
      expect(Math.abs(toPopulation(toSize(population)) / population - 1)).toBeLessThan(0.2);
    }
    expect(toSize(46_341)).toBe(HAS_OTHER_NAMES_FROM);
    expect(toSize(0)).toBe(0);
  });

  test.each([
    ['Ålesund', 'alesund'],
    ['Łódź', 'lodz'],
    ['Weißenfels', 'weissenfels'],
    ['St.-Denis  (Nord)', 'st denis nord '],
    ['Αθήνα', 'αθηνα'],
    ['서울', '서울'],
    ['नई दिल्ली', 'नई दिल्ली'],
    ['A\nB', 'a\nb'],
  ])('turns %s into the search key «%s»', (text, key) => {
    expect(toSearchKey(text)).toBe(key);
  });
});
