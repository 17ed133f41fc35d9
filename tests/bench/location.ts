import { HOME, type Noise, offset, PLACES, randomOf, rest, SCHOOL, travel } from '#app/domain/location.fixture.ts';
import { listDayParts, thinPath } from '#app/domain/location-day.ts';
import {
  type DevicePlaces,
  judgePositions,
  NO_PLACES,
  nextSettling,
  type PlaceEvent,
  settlePlaces,
  type WatchedPlace,
} from '#app/domain/place-events.ts';
import type { Position } from '#app/domain/position.ts';
import { addDays, instantOf, localDate } from '#app/domain/time.ts';
import { putGeofence } from '#app/wire/location.ts';
import { AWAKE_MS, FAMILY } from './device-day.ts';
import { makeFamily } from './family.ts';
import { priceOf } from './price-list.ts';
import { bundleEntry, type Product, startProduct } from './product.ts';
import { judge, type Row } from './row.ts';
import { median } from './statistics.ts';
import { TimeShiftedFamily } from './time-shifted-family.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 4, 14, 0, 0);
const ZONE = 'Europe/Berlin';

const POINTS = 5760;
const CPU_BAR_MS = 10;
const ROUNDS = 15;
const NIGHTS = 100;
const DAYS = 200;
const RECALL_BAR = 0.99;
const DELAY_BAR_MS = 2 * MINUTE;
const WRONG = 0.01;
/** A device at rest reports a position every 15 minutes. A moving one measures every 30 s and reports every two minutes. */
const REST_EVERY_MINUTES = 15;
const MOVING_EVERY_MINUTES = 2;

/** Measures the cost of a day of positions, the share of place events that are found, and the rows of a day. */
export async function measureLocation(): Promise<Array<Row>> {
  return [measureDay(), measureNights(), measureDays(), ...(await measureRows())];
}

/** Returns a school day of 5,760 positions: about one every 15 s at rest, and one every 30 s on two trips. */
function makeDay(): Array<Position> {
  const noise: Noise = { wrong: WRONG, scatter: 15, random: randomOf(1) };
  // Trips are measured every 30 s, so the rest of the day is a little denser.
  const step = (DAY / POINTS) * 0.98;
  const legs = [
    { place: HOME, until: 7.75 * HOUR },
    { place: SCHOOL, until: 15 * HOUR },
    { place: HOME, until: 24 * HOUR },
  ];
  const day: Array<Position> = [];
  let at = START;
  for (const [index, { place, until }] of legs.entries()) {
    const next = legs[index + 1]?.place;
    day.push(...rest(place, at, START + until, step, noise).slice(0, POINTS - day.length));
    at = START + until;
    if (next === undefined) continue;
    const trip = travel(place, next, at, 1.4, noise);
    day.push(...trip.positions);
    at = trip.until;
  }
  return day;
}

function measureDay(): Row {
  const day = makeDay();
  const stored = JSON.stringify(day.map(({ at, lat, lon, accuracy, speed }) => [at, lat, lon, accuracy, speed, 'routine']));
  const span = { from: START, until: START + DAY };
  const work = () => {
    const fixes: Array<[number, number, number, number | null, number | null]> = JSON.parse(stored);
    const positions = fixes.map(([at, lat, lon, accuracy, speed]) => ({ at, lat, lon, accuracy, speed }));
    return { positions, parts: listDayParts(positions, PLACES, span) };
  };
  for (let warmUp = 0; warmUp < ROUNDS; warmUp += 1) work();
  const rounds = Array.from({ length: ROUNDS }, () => cpuOf(work));
  const { positions, parts } = work();
  const pathMs = median(Array.from({ length: ROUNDS }, () => cpuOf(() => thinPath(positions))));
  const cpuMs = median(rounds);
  return {
    name: `CPU of a day of ${day.length} positions, read and summarized`,
    measured: `${cpuMs.toFixed(1)} ms`,
    bar: `${CPU_BAR_MS} ms`,
    control: null,
    verdict: judge(cpuMs, CPU_BAR_MS),
    figures: { rounds, points: day.length, bytes: stored.length, parts: parts.length },
    notes: [
      `${stored.length} bytes in the row; ${parts.length} parts of the day; the path takes ${pathMs.toFixed(1)} ms more and keeps ${thinPath(positions).flat().length} points.`,
    ],
  };
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

type Known = PlaceEvent & { knownAt: number };

/** Judges positions as they arrive, with the alarm in between, as the family does. */
function judgeAll(positions: ReadonlyArray<Position>, places: ReadonlyArray<WatchedPlace>): Array<Known> {
  let states: DevicePlaces = NO_PLACES;
  const events: Array<Known> = [];
  const keep = (result: { states: DevicePlaces; events: Array<PlaceEvent> }, knownAt: number) => {
    ({ states } = result);
    events.push(...result.events.map((event) => ({ ...event, knownAt })));
  };
  for (const position of positions) {
    for (let due = nextSettling(states); due !== null && due < position.at; due = nextSettling(states))
      keep(settlePlaces(states, due), due);
    keep(judgePositions(states, places, [position], position.at), position.at);
  }
  return events;
}

function measureNights(): Row {
  const counts = [15, 1].map((minutes) => {
    const random = randomOf(20_260_514);
    const noise: Noise = { wrong: WRONG, scatter: 20, random };
    let events = 0;
    for (let night = 0; night < NIGHTS; night += 1) {
      const from = START + night * DAY;
      const bed = offset(HOME, 60 * (random() - 0.5), 60 * (random() - 0.5));
      events += judgeAll(rest(bed, from, from + 9 * HOUR, minutes * MINUTE, noise), PLACES).length;
    }
    return { minutes, events };
  });
  const total = counts.reduce((sum, { events }) => sum + events, 0);
  return {
    name: `False events in ${NIGHTS} nights at home, ${WRONG * 100} % wrong positions`,
    measured: String(total),
    bar: '0',
    control: null,
    verdict: judge(total, 0),
    figures: { counts },
    notes: [counts.map(({ minutes, events }) => `one position each ${minutes} min: ${events}`).join('; ')],
  };
}

function measureDays(): Row {
  const random = randomOf(7);
  const noise: Noise = { wrong: WRONG, scatter: 12, random };
  const expected = ['exit home', 'enter school', 'exit school', 'enter home'];
  const delays: Array<number> = [];
  let found = 0;
  let extra = 0;
  for (let day = 0; day < DAYS; day += 1) {
    const from = START + day * DAY;
    const speed = random() < 0.5 ? 1.3 + random() * 0.4 : 8 + random() * 6;
    const out = travel(HOME, SCHOOL, from + 2 * HOUR, speed, noise);
    const back = travel(SCHOOL, HOME, out.until + 3 * HOUR, speed, noise);
    const positions = [
      ...rest(HOME, from, from + 2 * HOUR, 10 * MINUTE, noise),
      ...out.positions,
      ...rest(SCHOOL, out.until, out.until + 3 * HOUR, MINUTE, noise),
      ...back.positions,
      ...rest(HOME, back.until, back.until + HOUR, MINUTE, noise),
    ];
    const events = judgeAll(positions, PLACES);
    const names = events.map(({ trigger, placeId }) => `${trigger} ${placeId}`);
    found += expected.filter((name) => names.includes(name)).length;
    extra += Math.max(0, names.length - expected.length);
    for (const { at, knownAt } of events) delays.push(knownAt - at);
  }
  delays.sort((a, b) => a - b);
  const recall = found / (expected.length * DAYS);
  const p95 = delays[Math.floor(0.95 * delays.length)] ?? 0;
  const isMet = recall >= RECALL_BAR && extra === 0 && p95 <= DELAY_BAR_MS;
  return {
    name: `Real departures and arrivals in ${DAYS} days`,
    measured: `${(recall * 100).toFixed(2)} % found, ${extra} false, p95 ${(p95 / 1000).toFixed(0)} s`,
    bar: `${RECALL_BAR * 100} %, 0, ${DELAY_BAR_MS / 1000} s`,
    control: null,
    verdict: isMet ? 'met' : 'missed',
    figures: { recall, extra, p95, events: delays.length },
    notes: [`${delays.length} events; the delay is from the first position that shows the crossing.`],
  };
}

async function measureRows(): Promise<Array<Row>> {
  const { script, forget } = await bundleEntry('bench');
  const product = await startProduct({ api: script });
  try {
    const [plain, located] = [await liveADay(product, false), await liveADay(product, true)];
    const sum = (written: Record<string, number>) => Object.values(written).reduce((total, rows) => total + rows, 0);
    const difference = sum(located.written) - sum(plain.written);
    const byTable = Object.entries(located.written)
      .sort(([, a], [, b]) => b - a)
      .map(([table, rows]) => `${table} ${rows}`);
    return [
      {
        name: 'Rows written in a device’s day with location',
        measured: `${sum(located.written)} rows, ${difference} more than without positions`,
        bar: '–',
        control: null,
        verdict: 'for information',
        figures: { plain, located },
        notes: [
          `${located.reports} reports: one each ${REST_EVERY_MINUTES} min at rest, one each ${MOVING_EVERY_MINUTES} min on two trips; four crossings of places. By table: ${byTable.join(', ')}.`,
        ],
      },
      toMonth(sum(located.written), difference, located.reports),
    ];
  } finally {
    await product.close();
    forget();
  }
}

/** Returns what a month of such days costs a family. A device with a socket sends its reports as frames. */
function toMonth(rows: number, difference: number, reports: number): Row {
  const days = FAMILY.devices * FAMILY.days;
  const use = { rowsRead: 0, objectRequests: 0, workerRequests: 0 };
  const positions = priceOf({ ...use, rows: difference * days, messages: 0, objectMs: 0 });
  const all = priceOf({ ...use, rows: rows * days, messages: reports * days, objectMs: reports * days * AWAKE_MS });
  const cents = (dollars: number) => `$${dollars.toFixed(4)}`;
  return {
    name: 'A family’s month of location at list prices',
    measured: `${cents(positions.total)} for positions, ${cents(all.total)} with the reports that carry them`,
    bar: '–',
    control: null,
    verdict: 'for information',
    figures: { positions, all, family: FAMILY, rows, difference, reports },
    notes: [
      `${FAMILY.devices} devices, ${FAMILY.days} days, each a school day like the one above: ${difference * days} more rows × $1.00/M. With all ${reports * days} reports: ${rows * days} rows, ${reports * days} frames / 20 × $0.15/M, ${Math.round((reports * days * AWAKE_MS) / 1000)} s awake. Nothing of what a plan includes taken off.`,
    ],
  };
}

/** Sends the reports of one school day, with or without positions. */
async function liveADay(product: Product, hasPositions: boolean): Promise<{ written: Record<string, number>; reports: number }> {
  const family = await makeFamily(product, { children: 1, devices: 1 });
  const [agent] = family.agents;
  const [child] = family.children;
  if (agent === undefined || child === undefined) throw new Error('The family has no device');
  const start = instantOf(addDays(localDate(Date.now(), ZONE), 1), 0, ZONE);
  const life = new TimeShiftedFamily(product, family, start);
  await life.moveTo(start);
  agent.clock = start;
  for (const { id, lat, lon, radius } of PLACES) {
    const settings = { address: '', icon: 'pin', active: true, triggers: ['enter', 'exit'], not_by: [] } as const;
    const body = {
      ...settings,
      triggers: ['enter' as const, 'exit' as const],
      not_by: [],
      lat,
      lon,
      radius,
      name: id,
      users: [child.user_id],
    };
    await family.parent.call(putGeofence, { body });
  }
  await agent.report('allowed', { events: [{ type: 'location_on', at: start }] });
  await life.readCounters();
  const noise: Noise = { wrong: 0, scatter: 12, random: randomOf(3) };
  const trips = [travel(HOME, SCHOOL, start + 7.75 * HOUR, 1.4, noise), travel(SCHOOL, HOME, start + 15 * HOUR, 1.4, noise)];
  let reports = 0;
  let sentUntil = start;
  for (let minute = 1; minute <= 24 * 60; minute += 1) {
    const now = start + minute * MINUTE;
    const trip = trips.find(
      ({ positions: [first], until }) => first !== undefined && now >= first.at && now <= until + MOVING_EVERY_MINUTES * MINUTE,
    );
    if (minute % (trip === undefined ? REST_EVERY_MINUTES : MOVING_EVERY_MINUTES) !== 0) continue;
    await life.moveTo(now);
    agent.clock = now;
    const hour = (now - start) / HOUR;
    const moving = trip?.positions.filter(({ at }) => at > sentUntil && at <= now) ?? [];
    const resting = rest(hour > 8 && hour < 15.01 ? SCHOOL : HOME, now, now + 1, 1, noise);
    const fixes = moving.length > 0 ? moving : resting;
    const locations = fixes.map(({ at, lat, lon, accuracy, speed }) => ({ at, lat, lng: lon, accuracy: accuracy ?? 0, speed: speed ?? 0 }));
    const answer = await agent.report('allowed', hasPositions ? { locations } : {});
    if (answer.status !== 200) throw new Error(`A report was answered with ${answer.status}`);
    reports += 1;
    sentUntil = now;
  }
  const { written } = await life.readCounters();
  return { written, reports };
}
