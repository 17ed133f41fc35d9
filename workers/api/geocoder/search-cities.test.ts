import { expect, test } from 'vitest';
import { type ListedCity, readCities, writeCities } from '#workers/city-format';
import { searchCities } from './search-cities';

function city(name: string, population: number, otherNames: Array<string> = []): ListedCity {
  return { name, lat: population, lon: 0, population, isSection: false, isAmbiguous: false, otherNames };
}

const CITIES = readCities(
  writeCities([
    { country: 'AT', code: '01', name: 'Tirol', cities: [city('Ahorn', 3_000)] },
    {
      country: 'DE',
      code: '02',
      name: 'Bavaria',
      cities: [city('Ahorn', 2_000), city('Ahornstadt', 40_000), city('Bergen', 60_000, ['ahorn'])],
    },
  ]),
);

function find(typed: string, country: string | null, max = 5): Array<string> {
  return searchCities(CITIES, typed, { language: 'en', country }, max).map(
    (index) => `${CITIES.names[index]} ${CITIES.regions[CITIES.regionOf[index] ?? 0]?.country}`,
  );
}

test('searchCities ranks full names, cities of the parent’s country and usual names first', () => {
  expect(find('ahorn', 'DE')).toEqual(['Bergen DE', 'Ahorn DE', 'Ahorn AT', 'Ahornstadt DE']);
  expect(find('ahorn', 'AT', 1)).toEqual(['Ahorn AT']);
  expect(find('ahorns', null)).toEqual(['Ahornstadt DE']);
});

test('searchCities restricts to the region or country after a comma', () => {
  expect(find('Ahorn, Austria', 'DE')).toEqual(['Ahorn AT']);
  expect(find('Ahorn, tirol', 'DE')).toEqual(['Ahorn AT']);
  expect(find('Ahorn, Peru', 'DE')).toEqual([]);
});
