import { describe, expect, test } from 'vitest';
import { INITIAL_LOCATOR_STATE, readLocatorState } from './locator-state';

const DAY = { from: Date.UTC(2026, 4, 14), end: Date.UTC(2026, 4, 15) };
const read = (address: string) => readLocatorState(new URL(address, 'https://x.example'), { childIds: ['ben', 'mia'], day: DAY });

describe('readLocatorState', () => {
  test('has the keys of the specification, each with its initial value (LOC-061)', () => {
    expect(INITIAL_LOCATOR_STATE).toEqual({
      activeLocationDeviceId: null,
      activeLocationTS: null,
      deselectedUserIds: [],
      isPlacesVisible: true,
      isLocationDrawerCollapsed: true,
      isLocationHistoryEnabled: false,
      locatorModalState: null,
      mapTypeId: 'roadmap',
      locationAddressMap: {},
    });
  });

  test.each([
    '/locator',
    '/locator?all',
    '/locator/mia',
    '/locator/mia?at=x',
    '/locator/mia?at=1441',
    '/locator?show=ben',
    '/locator?hide=faces#main',
    '/manage/mia/history',
    '/my-family/places/new',
  ])('%s has the initial state, so a logout restores it', (address) => {
    expect(read(address)).toEqual(INITIAL_LOCATOR_STATE);
  });

  // LOC-054, LOC-055, LOC-056, LOC-057, LOC-058, LOC-059, LOC-060, LOC-062
  test.each([
    ['/locator/mia?device=phone', { activeLocationDeviceId: 'phone' }],
    ['/locator/mia/history', { isLocationHistoryEnabled: true }],
    ['/locator/mia/history?at=60', { isLocationHistoryEnabled: true, activeLocationTS: DAY.from + 3_600_000 }],
    ['/locator/mia/history?at=1440', { isLocationHistoryEnabled: true, activeLocationTS: DAY.end }],
    ['/locator?picked&show=ben', { deselectedUserIds: ['mia'] }],
    ['/locator?picked', { deselectedUserIds: ['ben', 'mia'] }],
    ['/locator?hide=places', { isPlacesVisible: false }],
    ['/locator?all#list', { isLocationDrawerCollapsed: false }],
    ['/locator?places#places', { isLocationDrawerCollapsed: false }],
    ['/locator/places/new?lat=1&lon=2', { locatorModalState: 'new_place' }],
    ['/locator/places/a1', { locatorModalState: 'edit_place' }],
  ])('reads %s as %o', (address, change) => {
    expect(read(address)).toEqual({ ...INITIAL_LOCATOR_STATE, ...change });
  });
});
