import { describe, expect, test } from 'vitest';
import { HOME, type Noise, offset, PLACES, randomOf, rest, SCHOOL, travel } from './location.fixture.ts';
import { type DevicePlaces, judgePositions, NO_PLACES, nextSettling, type PlaceEvent, settlePlaces } from './place-events.ts';
import type { Position } from './position.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 4, 14, 2, 0);

/** Judges each position on arrival and runs due alarms before it, like the family’s Durable Object. */
function run(positions: ReadonlyArray<Position>): Array<PlaceEvent & { knownAt: number }> {
  let states: DevicePlaces = NO_PLACES;
  const events: Array<PlaceEvent & { knownAt: number }> = [];
  const keep = (result: { states: DevicePlaces; events: Array<PlaceEvent> }, knownAt: number) => {
    ({ states } = result);
    events.push(...result.events.map((event) => ({ ...event, knownAt })));
  };
  for (const position of positions) {
    for (let due = nextSettling(states); due !== null && due < position.at; due = nextSettling(states))
      keep(settlePlaces(states, due), due);
    keep(judgePositions(states, PLACES, [position], position.at), position.at);
  }
  return events;
}

describe('place events', () => {
  test.each([15, 1])('reports no event in 100 nights at home with a position every %i minutes, 1 in 100 of them wrong', (minutes) => {
    const everyMs = minutes * MINUTE;
    const random = randomOf(20_260_514);
    const noise: Noise = { wrong: 0.01, scatter: 20, random };
    let wrong = 0;
    for (let night = 0; night < 100; night++) {
      const from = START + night * 24 * HOUR;
      const positions = rest(offset(HOME, 60 * (random() - 0.5), 60 * (random() - 0.5)), from, from + 9 * HOUR, everyMs, noise);
      wrong += positions.filter(({ speed }) => speed === null).length;
      expect(run(positions), `night ${night}`).toEqual([]);
    }
    // With fewer wrong positions, the test would check nothing.
    expect(wrong).toBeGreaterThan(15);
  });

  test('reports at least 99 of 100 real departures and arrivals, 95 of 100 within two minutes', () => {
    const random = randomOf(7);
    const noise: Noise = { wrong: 0.01, scatter: 12, random };
    const delays: Array<number> = [];
    let found = 0;
    let extra = 0;
    const days = 200;
    for (let day = 0; day < days; day++) {
      const from = START + day * 24 * HOUR;
      const speed = random() < 0.5 ? 1.3 + random() * 0.4 : 8 + random() * 6;
      const morning = rest(HOME, from, from + 2 * HOUR, 10 * MINUTE, noise);
      const out = travel(HOME, SCHOOL, from + 2 * HOUR, speed, noise);
      const stay = rest(SCHOOL, out.until, out.until + 3 * HOUR, MINUTE, noise);
      const back = travel(SCHOOL, HOME, out.until + 3 * HOUR, speed, noise);
      const evening = rest(HOME, back.until, back.until + HOUR, MINUTE, noise);
      const events = run([...morning, ...out.positions, ...stay, ...back.positions, ...evening]);
      const names = events.map(({ trigger, placeId }) => `${trigger} ${placeId}`);
      const expected = ['exit home', 'enter school', 'exit school', 'enter home'];
      found += expected.filter((name) => names.includes(name)).length;
      extra += Math.max(0, names.length - expected.length);
      for (const { at, knownAt } of events) delays.push(knownAt - at);
    }
    delays.sort((a, b) => a - b);
    expect(found / (4 * days)).toBeGreaterThanOrEqual(0.99);
    expect(extra).toBe(0);
    expect(delays[Math.floor(0.95 * delays.length)]).toBeLessThanOrEqual(2 * MINUTE);
  });
});
