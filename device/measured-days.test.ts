import { describe, expect, test } from 'vitest';
import { offset, randomOf } from '#app/domain/location.fixture.ts';
import { type DayPart, listDayParts, thinPath } from '#app/domain/location-day.ts';
import { distanceBetween, type Position } from '#app/domain/position.ts';
import { addDays, instantOf } from '#app/domain/time.ts';
import { getSpot } from './demo-town/spots.ts';
import { measurePosition, NO_LOCATION, type PositionSource } from './location.ts';
import { DAY_KEYS } from './simulation.ts';
import { createWalker, type Walker } from './walker.ts';

const ZONE = 'Europe/Berlin';
const MINUTE = 60_000;
const HOP = 30_000;
const DAYS = 100;
const FIRST = '2026-04-06';
const TOLERANCE = 2 * MINUTE;

type Span = { from: number; until: number };

/** Returns when the child really moved, between two instants. */
function listTrueTrips(walker: Walker, { from, until }: Span): Array<Span> {
  const trips: Array<Span> = [];
  for (let at = from; at < until; at += 10_000) {
    if (walker(at).speed === 0) continue;
    const last = trips.at(-1);
    if (last !== undefined && at - last.until <= 10_000) last.until = at;
    else trips.push({ from: at, until: at });
  }
  return trips;
}

/** Measures as a device does. A share of `wrong` of the measurements is 0.5 to 6 km away, and claims to be precise. */
function measureDay(walker: Walker, { from, until }: Span, wrong: number, random: () => number): Array<Position> {
  const source: PositionSource = {
    positionAt: (now) => {
      const { speed, ...truth } = walker(now);
      const isWrong = random() < wrong;
      const distance = isWrong ? 500 + 5500 * random() : 12 * random();
      const angle = 2 * Math.PI * random();
      const point = offset(truth, distance * Math.cos(angle), distance * Math.sin(angle));
      return { ...point, accuracy: 8 + 20 * random(), speed: isWrong ? (random() < 0.5 ? null : 0) : speed };
    },
  };
  const positions: Array<Position> = [];
  let state = { ...NO_LOCATION, isOn: true };
  for (let at = from; at < until; at += HOP) {
    state = measurePosition(state, source, at);
    positions.push(...state.unsent);
    state = { ...state, unsent: [] };
  }
  return positions;
}

describe.each([0.01, 0.03])('100 days with a share of %f wrong positions', (wrong) => {
  const random = randomOf(5);
  const days = Array.from({ length: DAYS }, (_, index) => {
    const date = addDays(FIRST, index);
    const plan = DAY_KEYS[index % DAY_KEYS.length] ?? 'usual';
    const walker = createWalker({ kind: 'day', plan, detours: [] }, ZONE);
    const span = { from: instantOf(date, 0, ZONE), until: instantOf(addDays(date, 1), 0, ZONE) };
    return { date, span, truth: listTrueTrips(walker, span), positions: measureDay(walker, span, wrong, random), walker };
  });
  const placed = (['home', 'school'] as const).map((id) => {
    const { lat, lon } = getSpot(id);
    return { id, lat, lon, radius: 100, isActive: true };
  });
  const tripsOf = (parts: ReadonlyArray<DayPart>) => parts.filter(({ kind }) => kind !== 'stay');

  test('have the trips that happened and no others, which begin and end within two minutes of the truth', () => {
    for (const { date, span, truth, positions } of days) {
      const trips = tripsOf(listDayParts(positions, placed, span));
      expect([date, trips.length]).toEqual([date, truth.length]);
      for (const [index, trip] of trips.entries()) {
        expect(Math.abs(trip.from - (truth[index]?.from ?? 0)), date).toBeLessThanOrEqual(TOLERANCE);
        expect(Math.abs(trip.until - (truth[index]?.until ?? 0)), date).toBeLessThanOrEqual(TOLERANCE);
      }
    }
  });

  test('have paths within 60 m of the truth', () => {
    // The last two positions may be wrong, because no later position shows that.
    const paths = days.flatMap(({ walker, positions }) =>
      thinPath(positions)
        .flat()
        .map((point) => ({ point, walker }))
        .slice(0, -2),
    );
    const offCourse = paths.filter(({ point, walker }) => distanceBetween(point, walker(point.at)) > 60).map(({ point }) => point);
    expect(offCourse).toEqual([]);
  });

  test('have stays whose center is within 15 m of where the child was', () => {
    for (const { date, span, positions, walker } of days) {
      for (const part of listDayParts(positions, placed, span)) {
        if (part.kind !== 'stay') continue;
        const truth = walker((part.from + part.until) / 2);
        expect(distanceBetween(part.center, truth), `${date} ${JSON.stringify(part)}`).toBeLessThan(15);
      }
    }
  });
});
