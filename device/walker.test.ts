import { describe, expect, test } from 'vitest';
import { type Coordinates, distanceBetween } from '#app/domain/position.ts';
import { addDays, instantOf } from '#app/domain/time.ts';
import { toPoint } from './demo-town/plan.ts';
import { SPOT_KEYS, type SpotKey } from './demo-town/spot-keys.ts';
import { getSpot, type Spot } from './demo-town/spots.ts';
import { distanceTo, listStreets, streetGraph } from './demo-town/street-graph.ts';
import { DAY_KEYS, type Means, type Whereabouts } from './simulation.ts';
import { createWalker, SPEEDS, type Walker } from './walker.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const START = Date.UTC(2026, 4, 4, 6);
const home = getSpot('home');

function walk(stops: Array<SpotKey>, by: Means = 'foot'): Extract<Whereabouts, { kind: 'walk' }> {
  return { kind: 'walk', startedAt: START, from: { lat: home.lat, lon: home.lon }, stops, by };
}

/** True between a spot and its crossing, where there is no street. */
function isAtDoor(position: Coordinates, spot: Spot): boolean {
  const crossing = streetGraph().nodes[spot.node] ?? spot;
  return distanceBetween(position, spot) <= distanceBetween(crossing, spot);
}

function metersToStreet(position: Coordinates): number {
  const point = toPoint(position);
  return Math.min(...listStreets().map(({ line }) => distanceTo(point, line)));
}

function speedsOf(walker: Walker, from: number, seconds: number): Array<number> {
  return Array.from({ length: seconds }, (_, second) =>
    distanceBetween(walker(from + second * SECOND), walker(from + (second + 1) * SECOND)),
  );
}

describe('createWalker with a walk', () => {
  test.each(SPOT_KEYS.filter((key) => key !== 'home'))('leads along streets from home to %s and stays there', (key) => {
    const walker = createWalker(walk([key]), 'UTC');
    for (let minute = 0; minute <= 60; minute += 1) {
      const position = walker(START + minute * MINUTE);
      if (![home, getSpot(key)].some((spot) => isAtDoor(position, spot))) expect(metersToStreet(position)).toBeLessThan(1);
    }
    expect(distanceBetween(walker(START + 60 * MINUTE), getSpot(key))).toBe(0);
    expect(walker(START + 60 * MINUTE).speed).toBe(0);
  });

  test.each<Means>(['foot', 'car'])('does not exceed the speed by %s, and has nearly this speed for over half of the time', (by) => {
    const speeds = speedsOf(createWalker(walk(['sportsGround', 'library', 'friend'], by), 'UTC'), START - 5 * SECOND, 400);
    expect(Math.max(...speeds)).toBeLessThan(SPEEDS[by] * 1.001);
    expect(speeds.filter((speed) => speed > SPEEDS[by] * 0.9).length).toBeGreaterThan(200);
  });

  test('is the same for the same arguments, and has not begun before its start', () => {
    const [one, other] = [createWalker(walk(['school']), 'UTC'), createWalker(walk(['school']), 'UTC')];
    for (const second of [1, 100, 501.5]) expect(one(START + second * SECOND)).toEqual(other(START + second * SECOND));
    expect(one(START - 1)).toEqual({ lat: home.lat, lon: home.lon, speed: 0 });
  });
});

describe('createWalker with a day plan', () => {
  const where = (plan: (typeof DAY_KEYS)[number]): Extract<Whereabouts, { kind: 'day' }> => ({ kind: 'day', plan, detours: [] });

  test.each(['Europe/Berlin', 'America/New_York', 'Pacific/Auckland'])('is at school at 10:00 on Monday in %s', (zone) => {
    for (const plan of DAY_KEYS) {
      const walker = createWalker(where(plan), zone);
      expect(distanceBetween(walker(instantOf('2026-05-04', 10 * 60, zone)), getSpot('school'))).toBe(0);
      expect(distanceBetween(walker(instantOf('2026-05-03', 10 * 60, zone)), getSpot('school'))).toBeGreaterThan(300);
    }
  });

  test.each(DAY_KEYS)('of the plan %s has no jumps over two weeks with a day of 25 hours, and is at home at 23:00', (plan) => {
    const zone = 'Europe/Berlin';
    const walker = createWalker(where(plan), zone);
    // 25 October 2026 has 25 hours.
    const [from, until] = [instantOf('2026-10-19', 0, zone), instantOf('2026-11-02', 0, zone)];
    let [before, longest] = [walker(from), 0];
    for (let at = from; at < until; at += 10 * SECOND) {
      const here = walker(at);
      longest = Math.max(longest, distanceBetween(before, here));
      before = here;
    }
    expect(longest).toBeLessThan(SPEEDS.car * 10 + 1);
    for (let day = 0; day < 14; day += 1) {
      expect(distanceBetween(walker(instantOf(addDays('2026-10-19', day), 23 * 60, zone)), home)).toBe(0);
    }
  });

  test('makes two detours one after the other, and then continues with the plan', () => {
    const zone = 'Europe/Berlin';
    const at = instantOf('2026-05-04', 20 * 60, zone);
    const detours = [
      { at, to: 'library', by: 'foot', until: null },
      { at: at + 1, to: 'friend', by: 'foot', until: null },
    ] as const;
    const walker = createWalker({ kind: 'day', plan: 'usual', detours: [...detours] }, zone);
    const passed = Array.from({ length: 60 }, (_, minute) => distanceBetween(walker(at + minute * MINUTE), getSpot('library')));
    expect(Math.min(...passed)).toBeLessThan(SPEEDS.foot * 60);
    expect(distanceBetween(walker(at + 90 * MINUTE), getSpot('friend'))).toBe(0);
    expect(distanceBetween(walker(instantOf('2026-05-05', 10 * 60, zone)), getSpot('school'))).toBe(0);
  });

  test.each([
    ['07:00', 'friend', '16:00', 'friend', '15:00'],
    ['07:00', 'friend', '16:00', 'home', '16:29'],
    ['20:00', 'friend', '21:00', 'friend', '20:59'],
    ['20:00', 'friend', '21:00', 'home', '22:00'],
  ] as const)('with a detour from %s to %s until %s, is at %s at %s', (from, to, until, spot, time) => {
    const zone = 'Europe/Berlin';
    const instant = (text: string) => instantOf('2026-05-04', Number(text.slice(0, 2)) * 60 + Number(text.slice(3)), zone);
    const detour = { at: instant(from), to, by: 'foot', until: instant(until) } as const;
    const walker = createWalker({ kind: 'day', plan: 'usual', detours: [detour] }, zone);
    expect(distanceBetween(walker(instant(time)), getSpot(spot))).toBe(0);
  });
});
