import * as z from 'zod';
import { LOCATION_BURST_MS } from '#app/domain/locator.ts';
import { type Coordinates, distanceBetween, type PositionReason } from '#app/domain/position.ts';
import type { Instant } from '#app/domain/time.ts';
import { instantSchema } from '#app/wire/values.ts';
import { simulationSchema } from './simulation.ts';

/** Maximum number of positions in a report (D07). */
export const BATCH_MAX = 500;
/** Maximum number of positions that wait to be sent. Beyond it, the older half is thinned. */
export const UNSENT_MAX = 2000;
/** Maximum number of entries in the list of times when the device was located. */
export const LOG_MAX = 50;

const REST_EVERY_MS = 15 * 60_000;
const MOVING_EVERY_MS = 30_000;
const BURST_EVERY_MS = 15_000;
/** A moving device sends its positions at this interval. All others are sent when they are measured. */
const SEND_EVERY_MS = 2 * 60_000;
const MOVED_METERS = 50;
const MOVING_SPEED = 0.5;
/** A position this long after the last one starts a new log entry. */
const SAME_ENTRY_MS = REST_EVERY_MS + 60_000;

/** A measured position. `accuracy`: meters. `speed`: meters per second. Both are null if unknown. */
export type PositionReading = Coordinates & { accuracy: number | null; speed: number | null };

/** Measures positions. `positionAt` returns null if no position can be measured at `now` (server time, epoch ms). */
export type PositionSource = { positionAt(now: Instant): PositionReading | null };

const reasonSchema = z.enum(['routine', 'moved', 'place', 'burst']);
const pointSchema = z.object({
  at: instantSchema,
  lat: z.number(),
  lon: z.number(),
  accuracy: z.number().nullable(),
  speed: z.number().nullable(),
  reason: reasonSchema,
});
export type LocationPoint = z.infer<typeof pointSchema>;

const logEntrySchema = z.object({ reason: reasonSchema, from: instantSchema, until: instantSchema, count: z.number().int() });
/** A span in which the device was located for one reason, with the number of its positions. */
export type LogEntry = z.infer<typeof logEntrySchema>;

/**
 * What a device knows about its location.
 * - `last`: the last measured position
 * - `burstUntil`: end of «Locate now», null if there is none
 * - `unsent`: positions that are in no report yet, by time
 * - `log`: when the device was located, oldest first
 * - `simulation`: where a simulated device is, null if not set
 */
export const locationStateSchema = z.object({
  isOn: z.boolean(),
  last: pointSchema.nullable(),
  burstUntil: instantSchema.nullable(),
  unsent: z.array(pointSchema),
  log: z.array(logEntrySchema),
  simulation: simulationSchema.nullable(),
});
export type LocationState = z.infer<typeof locationStateSchema>;

export const NO_LOCATION: LocationState = { isOn: false, last: null, burstUntil: null, unsent: [], log: [], simulation: null };

/**
 * Takes a position from the source if one is due: every 15 min at rest, every 30 s while moving, every 15 s during a burst. While location
 * is off, the source is not asked.
 */
export function measurePosition(state: LocationState, source: PositionSource | null, now: Instant): LocationState {
  const ready = endBurst(state, now);
  if (!ready.isOn || source === null) return ready;
  const elapsed = ready.last === null ? Number.POSITIVE_INFINITY : now - ready.last.at;
  // A clock that was set back must not silence the device.
  const isSetBack = elapsed < 0;
  const shortest = ready.burstUntil === null ? MOVING_EVERY_MS : BURST_EVERY_MS;
  if (!isSetBack && elapsed < shortest) return ready;
  const reading = source.positionAt(now);
  if (reading === null) return ready;
  const reason = findReason(ready, reading, isSetBack ? Number.POSITIVE_INFINITY : elapsed);
  return reason === null ? ready : addPoint(ready, { at: now, ...reading, reason });
}

/** Returns why a position is due, or null if none is. */
function findReason({ last, burstUntil }: LocationState, reading: PositionReading, elapsed: number): PositionReason | null {
  if (burstUntil !== null) return 'burst';
  const isMoving = (reading.speed ?? 0) >= MOVING_SPEED || (last !== null && distanceBetween(last, reading) > MOVED_METERS);
  // The end of a movement is measured as well. Otherwise, the device would seem to be moving for another 15 minutes.
  const hasStopped = (last?.speed ?? 0) >= MOVING_SPEED;
  if (isMoving || hasStopped) return 'moved';
  return elapsed >= REST_EVERY_MS ? 'routine' : null;
}

function addPoint(state: LocationState, point: LocationPoint): LocationState {
  const unsent = [...state.unsent.filter(({ at }) => at !== point.at), point].sort((a, b) => a.at - b.at);
  return { ...state, last: point, unsent: thin(unsent), log: addToLog(state.log, point) };
}

/** Returns the positions; if there are more than `UNSENT_MAX`, without every second one of the older half. */
function thin(points: Array<LocationPoint>): Array<LocationPoint> {
  if (points.length <= UNSENT_MAX) return points;
  const older = Math.floor(points.length / 2);
  return points.filter((_, index) => index >= older || index % 2 === 0);
}

function addToLog(log: Array<LogEntry>, { at, reason }: LocationPoint): Array<LogEntry> {
  const last = log.at(-1);
  const isSame = last !== undefined && last.reason === reason && at >= last.until && at - last.until <= SAME_ENTRY_MS;
  if (isSame) return [...log.slice(0, -1), { ...last, until: at, count: last.count + 1 }];
  return [...log, { reason, from: at, until: at, count: 1 }].slice(-LOG_MAX);
}

/** Begins «Locate now», or extends a running one. */
export function startBurst(state: LocationState, now: Instant): LocationState {
  return { ...state, burstUntil: now + LOCATION_BURST_MS };
}

/** Ends a burst because a parent asked for it. */
export function stopBurst(state: LocationState): LocationState {
  return { ...state, burstUntil: null };
}

/** Ends a burst whose time is over. After the clock was set back, a burst that would take longer than 12 min ends as well. */
function endBurst(state: LocationState, now: Instant): LocationState {
  const { burstUntil } = state;
  if (burstUntil === null || (now < burstUntil && burstUntil - now <= LOCATION_BURST_MS)) return state;
  return { ...state, burstUntil: null };
}

/** Turns location on or off. Turning it off ends a burst. */
export function switchLocation(state: LocationState, isOn: boolean): LocationState {
  return { ...state, isOn, burstUntil: isOn ? state.burstUntil : null };
}

/** True if waiting positions are to be sent now. */
export function arePositionsDue({ unsent, burstUntil, isOn }: LocationState, now: Instant): boolean {
  const [first] = unsent;
  if (first === undefined) return false;
  const isAwaited = !isOn || burstUntil !== null || unsent.some(({ reason }) => reason !== 'moved') || unsent.length >= BATCH_MAX;
  return isAwaited || now - first.at >= SEND_EVERY_MS || first.at > now;
}

/** Takes the oldest waiting positions for a report, at most `BATCH_MAX`. */
export function takeBatch(state: LocationState): { batch: Array<LocationPoint>; rest: LocationState } {
  return { batch: state.unsent.slice(0, BATCH_MAX), rest: { ...state, unsent: state.unsent.slice(BATCH_MAX) } };
}

/** Returns when the next position of a burst is due, or null without a burst. */
export function nextBurstAt({ burstUntil, last }: LocationState): Instant | null {
  if (burstUntil === null) return null;
  return last === null ? burstUntil : Math.min(burstUntil, last.at + BURST_EVERY_MS);
}
