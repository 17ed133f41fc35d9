import { matchRadius, type PlaceTrigger } from './place.ts';
import { accuracyClassOf, type Coordinates, distanceBetween, isFromFuture, type Position } from './position.ts';
import type { Instant } from './time.ts';

/**
 * What is known about one device at one place.
 * - `isInside`: null until the first good position after the place was created or turned on
 * - `isConfirmed`: false while only one position shows the state; the next position may correct it without an event
 * - `changedAt`: when `isInside` last changed, null if it never did
 * - `pending`: the first position that contradicts `isInside` and awaits confirmation
 */
export type PlaceState = { isInside: boolean | null; isConfirmed: boolean; changedAt: Instant | null; pending: Pending | null };
type Pending = Coordinates & { at: Instant; accuracy: number; settlesBySilence: boolean };

/** All states of one device. `judgedAt`: time of the last judged position, null if none; older positions are never judged. */
export type DevicePlaces = { judgedAt: Instant | null; places: Readonly<Record<string, PlaceState>> };

/** A device entered or left a place. `at` and `accuracy` (meters) are those of the position that showed it first. */
export type PlaceEvent = { placeId: string; trigger: PlaceTrigger; at: Instant; accuracy: number };

/** The fields of a place that its events depend on. Inactive places have no state and no events. */
export type WatchedPlace = Coordinates & { id: string; radius: number; isActive: boolean };

export const NO_PLACES: DevicePlaces = { judgedAt: null, places: {} };

/** A pending change that settles by silence is complete after this time if no other position follows. */
export const CONFIRM_MS = 120_000;
/** The opposite event follows only after this time. */
const OPPOSITE_MS = 120_000;
/** An event reported later than this appears only in the history and alerts nobody. */
export const LATE_EVENT_MS = 20 * 60_000;
/** Faster devices may only be passing through. In m/s. */
const PASSING_SPEED = 10;
/** A slower device may not have moved at all, so a single position does not confirm that it left. In m/s. */
const MOVING_SPEED = 0.5;
/** Two positions of a device at rest confirm each other within this distance in meters, plus their accuracies. */
const SAME_SPOT_M = 100;
const FAR_M = 1000;
const EXIT_MARGIN_M = 20;
const EXIT_MARGIN_RATIO = 0.1;
const ACCURACY_CREDIT_M = 100;

/**
 * Judges new positions of a device at all places, by the rules of docs/decisions/0019-location.md. Uses only good positions that are newer
 * than the last one judged and not from the future. The first position at each place sets its state without an event.
 * @returns the next states, and the events by time
 */
export function judgePositions(
  before: DevicePlaces,
  places: ReadonlyArray<WatchedPlace>,
  positions: ReadonlyArray<Position>,
  now: Instant,
): { states: DevicePlaces; events: Array<PlaceEvent> } {
  const watched = places.filter(({ isActive }) => isActive);
  const states = Object.fromEntries(watched.map(({ id }) => [id, before.places[id] ?? UNKNOWN]));
  const events: Array<PlaceEvent> = [];
  let { judgedAt } = before;
  for (const position of [...positions].sort((a, b) => a.at - b.at)) {
    if (position.accuracy === null || accuracyClassOf(position.accuracy) !== 'good') continue;
    if ((judgedAt !== null && position.at <= judgedAt) || isFromFuture(position, now)) continue;
    judgedAt = position.at;
    const settled = settlePlaces({ judgedAt, places: states }, position.at);
    events.push(...settled.events);
    Object.assign(states, settled.states.places);
    // While the device has not left another place, a position at this one may be wrong. A second position must confirm it.
    const isContradicted = (id: string) =>
      watched.some((other) => other.id !== id && states[other.id]?.isInside === true && hasLeft(other, position));
    for (const place of watched) {
      const judged = judge(states[place.id] ?? UNKNOWN, place, position, isContradicted(place.id));
      states[place.id] = judged.state;
      if (judged.event !== null) events.push({ placeId: place.id, ...judged.event });
    }
  }
  return { states: { judgedAt, places: states }, events: events.sort((a, b) => a.at - b.at) };
}

/** Completes pending changes that settle by silence, if no other position arrived within two minutes. */
export function settlePlaces({ judgedAt, places }: DevicePlaces, now: Instant): { states: DevicePlaces; events: Array<PlaceEvent> } {
  const events: Array<PlaceEvent> = [];
  const settled = Object.entries(places).map(([placeId, state]): [string, PlaceState] => {
    const { pending } = state;
    if (pending === null || now < (settlesAt(state) ?? Number.POSITIVE_INFINITY)) return [placeId, state];
    const { event, state: next } = complete(state, pending);
    events.push({ placeId, ...event });
    return [placeId, next];
  });
  return { states: { judgedAt, places: Object.fromEntries(settled) }, events };
}

/** Returns when the next pending change settles by silence; null if none does. */
export function nextSettling({ places }: DevicePlaces): Instant | null {
  const times = Object.values(places).flatMap((state) => settlesAt(state) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** True if the device reported the event too late to alert anyone. */
export function isLateEvent({ at }: PlaceEvent, now: Instant): boolean {
  return now - at > LATE_EVENT_MS;
}

const UNKNOWN: PlaceState = { isInside: null, isConfirmed: false, changedAt: null, pending: null };
type Change = Omit<PlaceEvent, 'placeId'>;

function judge(
  state: PlaceState,
  place: WatchedPlace,
  position: Position,
  isContradicted: boolean,
): { state: PlaceState; event: Change | null } {
  const { at, speed, lat, lon } = position;
  const accuracy = position.accuracy ?? 0;
  const isIn = distanceBetween(place, position) <= matchRadius(place.radius);
  if (state.isInside === null) return { state: { ...UNKNOWN, isInside: isIn }, event: null };
  const isOpposite = state.isInside ? hasLeft(place, position) : isIn;
  if (!isOpposite) return { state: { ...state, isConfirmed: true, pending: null }, event: null };
  if (!state.isConfirmed) return { state: { ...UNKNOWN, isInside: isIn }, event: null };
  const isMoving = speed !== null && speed >= MOVING_SPEED;
  const isPassing = speed !== null && speed >= PASSING_SPEED;
  const isCertain = state.isInside ? isMoving && hasLeft(place, position, FAR_M) : !isPassing && !isContradicted;
  const isSecond = state.pending !== null && (isMoving || isSameSpot(state.pending, position));
  const first = { at, lat, lon, accuracy, settlesBySilence: state.isInside ? isMoving : !isContradicted };
  const pending = isSecond ? state.pending : first;
  const isTooEarly = state.changedAt !== null && at < state.changedAt + OPPOSITE_MS;
  if (pending === null || isTooEarly || !(isCertain || isSecond)) return { state: { ...state, pending }, event: null };
  return complete(state, pending);
}

/** True if a device at rest may have measured both positions. */
function isSameSpot(pending: Pending, position: Position): boolean {
  return distanceBetween(pending, position) <= SAME_SPOT_M + pending.accuracy + (position.accuracy ?? 0);
}

function complete({ isInside: wasInside }: PlaceState, { at, accuracy }: Pending): { state: PlaceState; event: Change } {
  const isInside = !wasInside;
  const state = { isInside, isConfirmed: true, changedAt: at, pending: null };
  return { state, event: { trigger: isInside ? 'enter' : 'exit', at, accuracy } };
}

function settlesAt({ pending }: PlaceState): Instant | null {
  return pending?.settlesBySilence ? pending.at + CONFIRM_MS : null;
}

/** True if the position is certainly outside, by a margin that grows with the radius. `beyond` replaces the margin, in meters. */
function hasLeft(place: WatchedPlace, position: Position, beyond?: number): boolean {
  const radius = matchRadius(place.radius);
  const margin = beyond ?? Math.max(EXIT_MARGIN_M, EXIT_MARGIN_RATIO * radius);
  return distanceBetween(place, position) - Math.min(position.accuracy ?? 0, ACCURACY_CREDIT_M) > radius + margin;
}
