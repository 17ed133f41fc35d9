import { describe, expect, test } from 'vitest';
import { oldestHistoryDate } from '#app/domain/locator.ts';
import { TIER_LIMITS } from '#app/domain/plan.ts';
import { distanceBetween } from '#app/domain/position.ts';
import { instantOf, localDate } from '#app/domain/time.ts';
import type { ReportBody } from '#app/wire/device.ts';
import type { Device } from './call.ts';
import { DEMO_CHILDREN } from './demo-cast.ts';
import { assignRoles, catchUpLocation } from './demo-locations.ts';
import { getSpot } from './demo-town/spots.ts';
import { MemoryFamily } from './family.fixture.ts';
import { walkerOf } from './simulated-source.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HOME_BY = 19 * 60 + 30;
const NOON = instantOf('2026-11-18', 12 * 60, ZONE);

let clock = NOON;

const HERE = { lat: 0, lon: 0 };

function moveIn(at = NOON, time_zone = ZONE): { family: MemoryFamily; device: Device } {
  clock = at;
  const family = new MemoryFamily(() => clock);
  family.child = { time_zone };
  return { family, device: family.device() };
}

function reportsOf(family: MemoryFamily): Array<ReportBody> {
  return family.reports.map((report) => Object(report));
}

function timesOf(family: MemoryFamily): Array<number> {
  return reportsOf(family).flatMap(({ locations = [] }) => locations.map(({ at }) => at));
}

describe('assignRoles', () => {
  test.each(Array.from({ length: 48 }, (_, index) => index / 2))(
    'has one child at home, one at school and one walking, %s h after noon',
    (hour) => {
      const roles = assignRoles(NOON + hour * HOUR);
      expect(Object.values(roles).sort()).toEqual(['home', 'school', 'walking']);
    },
  );

  test('keeps a child at home whose phone is offline at night', () => {
    // 22:29 and 22:30 for Leo, whose phone is then offline.
    expect(assignRoles(instantOf('2026-11-18', 22 * 60 + 29, 'America/New_York')).Leo).toBe('walking');
    expect(assignRoles(instantOf('2026-11-18', 22 * 60 + 30, 'America/New_York')).Leo).toBe('home');
  });
});

describe('catchUpLocation', () => {
  test('gives a new device its positions of all days that Premium keeps, and sends them', async () => {
    const { family, device } = moveIn();
    await catchUpLocation(device, 'mia-phone');
    const times = timesOf(family);
    expect(times[0]).toBe(instantOf(oldestHistoryDate(localDate(NOON, ZONE), TIER_LIMITS.premium.geolocationDays), 0, ZONE));
    expect(NOON - (times.at(-1) ?? 0)).toBeLessThanOrEqual(15 * MINUTE);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))).toBeLessThanOrEqual(16 * MINUTE);
    expect(reportsOf(family)[0]?.events).toEqual([{ type: 'location_on', at: times[0] }]);
    expect(device.store.read()).toMatchObject({ unsentReports: [], location: { isOn: true, unsent: [] } });
  });

  test.each(Array.from({ length: 12 }, (_, index) => index * 2))('puts each child where its role requires, at %s:20', async (hour) => {
    const now = instantOf('2026-11-18', hour * 60 + 20, ZONE);
    const spots = { home: getSpot('home'), school: getSpot('school') };
    for (const { name, timeZone } of DEMO_CHILDREN) {
      const { device } = moveIn(now, timeZone);
      await catchUpLocation(device, `${name.toLowerCase()}-phone`);
      const walker = walkerOf(device.store.read());
      const role = assignRoles(now)[name] ?? 'home';
      const isThere = (at: number) =>
        role === 'walking' ? walker?.(at).speed === 1.4 : distanceBetween(walker?.(at) ?? HERE, spots[role]) === 0;
      expect([name, role, isThere(now), isThere(now + 30 * MINUTE)]).toEqual([name, role, true, true]);
    }
  });

  // The place «Home» asks for 19:30 on weekdays (device/demo-places.ts). A start at any other hour moves children around for two hours.
  test.each(Array.from({ length: 48 }, (_, index) => index * 30))(
    'has a child home by 19:30 that started at minute %s of the day, unless it walks just then',
    async (minute) => {
      for (const { name, timeZone } of DEMO_CHILDREN) {
        const start = instantOf('2026-11-18', minute, timeZone);
        const dueAt = instantOf(minute > HOME_BY ? '2026-11-19' : '2026-11-18', HOME_BY, timeZone);
        const { device } = moveIn(start, timeZone);
        await catchUpLocation(device, `${name.toLowerCase()}-phone`);
        const isMovedByStart = dueAt - start <= 2 * HOUR && assignRoles(start)[name] !== 'home';
        const away = distanceBetween(walkerOf(device.store.read())?.(dueAt) ?? HERE, getSpot('home'));
        expect([name, isMovedByStart || away < 100]).toEqual([name, true]);
      }
    },
  );

  test('fills the gap since the last run', async () => {
    const { device } = moveIn();
    await catchUpLocation(device, 'mia-phone');
    const before = device.store.read().location.last;
    clock += 3 * HOUR;
    await catchUpLocation(device, 'mia-phone');
    const { location } = device.store.read();
    expect(location.unsent[0]?.at).toBeGreaterThan(before?.at ?? 0);
    expect((location.unsent[0]?.at ?? 0) - (before?.at ?? 0)).toBeLessThanOrEqual(15 * MINUTE);
    expect(clock - (location.unsent.at(-1)?.at ?? 0)).toBeLessThanOrEqual(15 * MINUTE);
  });

  test('does not change where the child was before its last position when its role changes', async () => {
    const { device } = moveIn(instantOf('2026-11-18', 14 * 60 + 50, ZONE));
    await catchUpLocation(device, 'mia-phone');
    const last = device.store.read().location.last ?? { ...HERE, at: 0 };
    expect(assignRoles(clock).Mia).toBe('school');
    clock += 20 * MINUTE;
    expect(assignRoles(clock).Mia).toBe('home');
    await catchUpLocation(device, 'mia-phone');
    expect(distanceBetween(walkerOf(device.store.read())?.(last.at) ?? HERE, last)).toBeLessThan(20);
    expect(walkerOf(device.store.read())?.(clock)).not.toMatchObject({ lat: getSpot('school').lat });
  });

  test('leaves one device with a position of yesterday, and one with location off', async () => {
    const evening = instantOf('2026-11-17', 19 * 60, ZONE);
    for (const [file, isOn] of [
      ['family-tablet', true],
      ['mia-tablet', false],
    ] as const) {
      const { family, device } = moveIn();
      await catchUpLocation(device, file);
      clock += 5 * HOUR;
      await catchUpLocation(device, file);
      const { location } = device.store.read();
      expect([location.isOn, location.unsent]).toEqual([isOn, []]);
      expect(evening - (timesOf(family).at(-1) ?? 0)).toBeLessThan(15 * MINUTE);
      expect(evening).toBeGreaterThanOrEqual(timesOf(family).at(-1) ?? 0);
      const events = reportsOf(family).flatMap(({ events = [] }) => events.map(({ type }) => type));
      expect(events).toEqual(isOn ? ['location_on'] : ['location_on', 'location_off']);
    }
  });

  test('does nothing for devices that are never located', async () => {
    const { family, device } = moveIn();
    for (const file of ['ben-tablet', 'leo-old-phone', 'other']) await catchUpLocation(device, file);
    expect(device.store.read().location.simulation).toBeNull();
    expect(family.reports).toEqual([]);
  });
});
