import { describe, expect, test } from 'vitest';
import { readMapState, toMapAddress } from './map-state.ts';

describe('readMapState', () => {
  test.each([
    ['', 0, true],
    ['?z=2', 2, true],
    ['?z=-9&hide=places', -8, false],
    ['?z=9', 4, true],
    ['?z=1e3&hide=faces', 0, true],
    ['?z=NaN', 0, true],
  ])('reads %s', (search, zoom, isPlacesVisible) => {
    expect(readMapState(search)).toEqual({ zoom, isPlacesVisible });
  });
});

describe('toMapAddress', () => {
  test('keeps the rest of the query and replaces the map’s part', () => {
    expect(toMapAddress('/locator/a?device=b&z=3', { zoom: -1, isPlacesVisible: false })).toBe('/locator/a?device=b&z=-1&hide=places');
    expect(toMapAddress('/locator/a?z=3&hide=places', { zoom: 0, isPlacesVisible: true })).toBe('/locator/a');
  });
});
