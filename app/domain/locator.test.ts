import { describe, expect, test } from 'vitest';
import {
  findDeviceProblem,
  HISTORY_WINDOW_DAYS,
  LOCATION_BURST_MS,
  type LocatorDevice,
  type LocatorFacts,
  selectLocatorDevice,
} from './locator.ts';
import { RADIUS_MATCH_MIN_M, RADIUS_MAX_M } from './place.ts';
import { EARTH_RADIUS_M, INACTIVE_AFTER_MS } from './position.ts';

const NOW = Date.UTC(2026, 4, 14, 15, 4);
const HOUR = 3_600_000;

function device(id: string, change: Partial<LocatorDevice> = {}): LocatorDevice {
  return { id, name: id, locationAt: null, lastActivityAt: null, lastSeenAt: null, ...change };
}

test.each([
  ['a location is inactive after two days (CONST-004)', INACTIVE_AFTER_MS, 2 * 24 * HOUR],
  ['the history window is three days (CONST-027)', HISTORY_WINDOW_DAYS, 3],
  ['a place’s radius is at most 300 m (CONST-028)', RADIUS_MAX_M, 300],
  ['a place matches within 200 m at least (CONST-029)', RADIUS_MATCH_MIN_M, 200],
  ['«Locate now» is polled fast for 12 min (CONST-032)', LOCATION_BURST_MS, 12 * 60_000],
  ['the Earth’s radius is 6,371,000 m (CONST-069)', EARTH_RADIUS_M, 6_371_000],
])('%s', (_title, value, expected) => {
  expect(value).toBe(expected);
});

describe('selectLocatorDevice', () => {
  const located = [device('a', { locationAt: 1 }), device('b', { locationAt: 3 }), device('c', { locationAt: 2 })];
  const silent = [device('a', { lastActivityAt: 5, lastSeenAt: 1 }), device('b', { lastActivityAt: 5, lastSeenAt: 9 }), device('c')];

  test.each<[string, Array<LocatorDevice>, string | null, string | null, string | null]>([
    ['the chosen device (LOC-029)', located, 'a', 'c', 'a'],
    ['the latest position (LOC-030)', located, null, 'c', 'b'],
    ['the latest position, if the choice is unknown', located, 'gone', null, 'b'],
    ['the device of the latest path point (LOC-031)', silent, null, 'c', 'c'],
    ['the most recently active device (LOC-032)', silent, null, null, 'b'],
    ['the first name of equally active devices (A94)', [device('z'), device('y')], null, null, 'y'],
    ['nothing without devices', [], 'a', 'a', null],
  ])('returns %s', (_title, devices, chosen, pathDevice, id) => {
    expect(selectLocatorDevice(devices, chosen, pathDevice)?.id ?? null).toBe(id);
  });
});

describe('findDeviceProblem', () => {
  const fine: LocatorFacts = { isConnected: true, isManaged: true, isLocationOn: true, lastSeenAt: NOW };
  const old = { lastSeenAt: NOW - 48 * HOUR - 1 };

  test.each<[string, Partial<LocatorFacts>, ReturnType<typeof findDeviceProblem>]>([
    ['fine', {}, null],
    ['never seen', { lastSeenAt: null }, null],
    ['silent for 48 h', { lastSeenAt: NOW - 48 * HOUR }, null],
    ['silent for more than 48 h (LOC-010)', old, 'device_inactive'],
    ['without location (LOC-009)', { isLocationOn: false, ...old }, 'location_disabled'],
    ['unmanaged (LOC-008)', { isManaged: false, isLocationOn: false, ...old }, 'unmanaged_devices'],
    ['removed (LOC-007)', { isConnected: false, isManaged: false, isLocationOn: false, ...old }, 'no_longer_connected'],
  ])('returns the problem of a device that is %s', (_title, change, problem) => {
    expect(findDeviceProblem({ ...fine, ...change }, NOW)).toBe(problem);
  });
});
