import { expect, test } from 'vitest';
import { getSpot } from '#device/demo-town/spots.ts';
import { createWalker } from '#device/walker.ts';
import { findLocalSpot } from '#workers/api/geocoder/local-spots.ts';
import { findGeocoderFault, readLocalSpots } from '#workers/geocoder-settings.ts';
import { townAddresses } from './town-addresses.ts';

test('townAddresses is a valid setting of the geocoder', () => {
  expect(findGeocoderFault({ GEOCODER_LOCAL: townAddresses() }, true)).toBeNull();
});

test('townAddresses names home and school by their house numbers, and every point of a walk by its street', () => {
  const spots = readLocalSpots(townAddresses());
  for (const key of ['home', 'school'] as const)
    expect(findLocalSpot(spots, getSpot(key))).toEqual({ name: getSpot(key).address, isAt: true });
  const { lat, lon } = getSpot('home');
  const walker = createWalker({ kind: 'walk', startedAt: 0, from: { lat, lon }, stops: ['friend'], by: 'foot' }, 'UTC');
  const names = Array.from({ length: 12 }, (_, minute) => findLocalSpot(spots, walker(minute * 60_000)));
  expect(names.filter((found) => found === null || !found.isAt)).toEqual([]);
  expect(new Set(names.map((found) => found?.name.split(', ')[1]))).toEqual(new Set(['Alderbridge']));
});
