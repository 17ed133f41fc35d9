import { type Coordinates, distanceBetween } from '#app/domain/position.ts';
import { addDays, type Instant, instantOf, type LocalDate, localDate, type TimeZone, weekdayOf } from '#app/domain/time.ts';
import { DAY_PLANS } from './day-plans.ts';
import type { SpotKey } from './demo-town/spot-keys.ts';
import { getSpot } from './demo-town/spots.ts';
import { findNearestNode, findShortestWalk, streetGraph } from './demo-town/street-graph.ts';
import type { DayKey, Detour, Means, Whereabouts } from './simulation.ts';

/** Meters per second. */
export const SPEEDS = { foot: 1.4, car: 9 } as const satisfies Record<Means, number>;

/** Where a child really is, and how fast it moves in meters per second. */
export type Truth = Coordinates & { speed: number };

/** Returns the true position at an instant. */
export type Walker = (now: Instant) => Truth;

/** A line with the distance of each of its points from the start, in meters. */
type Route = { line: ReadonlyArray<Coordinates>; meters: ReadonlyArray<number> };
type Trip = { from: Instant; until: Instant; route: Route; speed: number };
type Stop = Coordinates & { node: number };

const routes = new Map<string, Route>();

/** Returns the walker of a simulated device. Pure: the same arguments give the same positions. `zone`: of the child. */
export function createWalker(where: Whereabouts, zone: TimeZone): Walker {
  switch (where.kind) {
    case 'at': {
      const { lat, lon } = where;
      return () => ({ lat, lon, speed: 0 });
    }
    case 'walk': {
      const start = { ...where.from, node: findNearestNode(streetGraph(), where.from).id };
      const trips = chainTrips(
        start,
        where.stops.map((to) => ({ at: where.startedAt, to: getSpot(to), by: where.by })),
      );
      return (now) => findPosition(trips, start, now);
    }
    case 'day':
      return createDayWalker(where, zone);
  }
}

/** Returns the walker of a daily plan. Uses the trips of the local day and of the day before, because a trip may last past midnight. */
function createDayWalker({ plan, detours }: Extract<Whereabouts, { kind: 'day' }>, zone: TimeZone): Walker {
  const home = getSpot('home');
  let known: { from: Instant; until: Instant; trips: Array<Trip> } | null = null;
  const tripsOf = (now: Instant): Array<Trip> => {
    if (known !== null && now >= known.from && now < known.until) return known.trips;
    const date = localDate(now, zone);
    const first = addDays(date, -1);
    const planned = [first, date].flatMap((day) => listDepartures(plan, day, zone));
    const from = instantOf(first, 0, zone);
    const until = instantOf(addDays(date, 1), 0, zone);
    const extra = detours.filter(({ at }) => at >= from && at < until);
    const departures = suspendPlan(planned, extra).map(({ at, to, by }) => ({ at, to: getSpot(to), by }));
    known = { from: instantOf(date, 0, zone), until, trips: chainTrips(home, departures) };
    return known.trips;
  };
  return (now) => findPosition(tripsOf(now), home, now);
}

type Departing = { at: Instant; to: SpotKey; by: Means };

/** Joins planned departures and detours, by time. Leaves out what is planned while a detour suspends the plan, and catches up after it. */
function suspendPlan(planned: ReadonlyArray<Departing>, detours: ReadonlyArray<Detour>): Array<Departing> {
  const holds = detours.flatMap(({ at, until }) => (until === null ? [] : [{ at, until }]));
  const isHeld = ({ at }: Departing) => holds.some((hold) => at >= hold.at && at < hold.until);
  const returns = holds.map(({ until }): Departing => {
    const { to, by } = planned.findLast(({ at }) => at <= until) ?? { to: 'home', by: 'foot' };
    return { at: until, to, by };
  });
  return [...[...planned, ...returns].filter((departure) => !isHeld(departure)), ...detours].sort((a, b) => a.at - b.at);
}

function listDepartures(plan: DayKey, date: LocalDate, zone: TimeZone): Array<Departing> {
  const { schoolDay, weekend } = DAY_PLANS[plan];
  const isWeekend = [0, 6].includes(weekdayOf(date));
  return (isWeekend ? weekend : schoolDay).map(({ time, to, by }) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return { at: instantOf(date, hour * 60 + minute, zone), to, by };
  });
}

/** Puts trips one after another. A trip that would begin before the end of the one before begins at that end. */
function chainTrips(start: Stop, departures: ReadonlyArray<{ at: Instant; to: Stop; by: Means }>): Array<Trip> {
  const trips: Array<Trip> = [];
  let [here, freeAt] = [start, Number.NEGATIVE_INFINITY];
  for (const { at, to, by } of departures) {
    const route = findRoute(here, to);
    const from = Math.max(at, freeAt);
    freeAt = from + ((route.meters.at(-1) ?? 0) / SPEEDS[by]) * 1000;
    trips.push({ from, until: freeAt, route, speed: SPEEDS[by] });
    here = to;
  }
  return trips;
}

/** Returns the way between two stops: to the next crossing, along streets, and from the last crossing to the door. */
function findRoute(from: Stop, to: Stop): Route {
  const key = [from.lat, from.lon, to.lat, to.lon].join();
  const known = routes.get(key);
  if (known !== undefined) return known;
  const isSame = from.lat === to.lat && from.lon === to.lon;
  const walk = isSame ? [] : (findShortestWalk(streetGraph(), from.node, to.node)?.line ?? []);
  const line = [from, ...walk, to].map(({ lat, lon }) => ({ lat, lon }));
  let sum = 0;
  const meters = line.map((point, index) => {
    sum += distanceBetween(line[index - 1] ?? point, point);
    return sum;
  });
  // Free walks can start anywhere, so without this the cache would grow forever.
  if (routes.size >= ROUTES_MAX) routes.clear();
  routes.set(key, { line, meters });
  return { line, meters };
}
const ROUTES_MAX = 500;

function findPosition(trips: ReadonlyArray<Trip>, start: Coordinates, now: Instant): Truth {
  const trip = trips.findLast(({ from }) => from <= now);
  if (trip === undefined) return { lat: start.lat, lon: start.lon, speed: 0 };
  const { line, meters } = trip.route;
  const done = ((now - trip.from) / 1000) * trip.speed;
  const index = now >= trip.until ? -1 : meters.findIndex((distance) => distance > done);
  const [a, b] = [line[index - 1], line[index]];
  if (a === undefined || b === undefined) return { ...(line.at(-1) ?? start), speed: 0 };
  const [begin = 0, end = 0] = [meters[index - 1], meters[index]];
  const share = (done - begin) / (end - begin);
  return { lat: a.lat + (b.lat - a.lat) * share, lon: a.lon + (b.lon - a.lon) * share, speed: trip.speed };
}
