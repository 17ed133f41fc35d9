import type { Coordinates } from '#app/domain/position.ts';
import type { Instant } from '#app/domain/time.ts';
import { hasFault } from './habits.ts';
import type { PositionReading, PositionSource } from './location.ts';
import type { DeviceState } from './state.ts';
import { createWalker, type Truth, type Walker } from './walker.ts';

const METERS_PER_DEGREE = 111_195;
/** A device at rest measures the same position for this long. A moving one measures anew every second. */
const REST_SPELL_MS = 10 * 60_000;
const MOVING_SPELL_MS = 1_000;
const JUMP_SPELL_MS = 30_000;
const JUMPS_PER_SPELL = 1 / 20;

/** Returns the source of a simulated device, by its state, or null if it is nowhere. Pure: the seed and the time decide the scatter. */
export function simulatedSource(state: DeviceState): PositionSource | null {
  const { simulation } = state.location;
  const walker = walkerOf(state);
  if (simulation === null || walker === null) return null;
  const { where, seed } = simulation;
  return {
    positionAt: (now) => {
      if (hasFault(state, 'sleep', now) || hasFault(state, 'blind', now)) return null;
      const truth = walker(now);
      if (hasFault(state, 'jump', now) && random(seed, Math.floor(now / JUMP_SPELL_MS), 0) < JUMPS_PER_SPELL) {
        return readWrongly(truth, seed, now);
      }
      if (hasFault(state, 'rough', now)) return read(truth, seed, now, [150, 900]);
      if (where.kind === 'at') return read(truth, seed, now, [where.accuracy, where.accuracy]);
      return read(truth, seed, now, truth.speed > 0 ? [4, 12] : [10, 30]);
    },
  };
}

/** Returns where a simulated device really is, or null if it is nowhere. */
export function walkerOf({ location, policy }: DeviceState): Walker | null {
  const zone = policy?.rules.users[0]?.time_zone ?? 'UTC';
  return location.simulation === null ? null : createWalker(location.simulation.where, zone);
}

/** Returns a measurement up to half its accuracy away from the truth. */
function read(truth: Truth, seed: number, now: Instant, [best, worst]: readonly [number, number]): PositionReading {
  const spell = Math.floor(now / (truth.speed > 0 ? MOVING_SPELL_MS : REST_SPELL_MS));
  const accuracy = Math.round(best + (worst - best) * random(seed, spell, 1));
  const point = moveAway(truth, (random(seed, spell, 2) * accuracy) / 2, random(seed, spell, 3));
  return { ...point, accuracy, speed: Math.round(truth.speed * (0.9 + random(seed, spell, 4) * 0.1) * 100) / 100 };
}

/** Returns a position 800 to 3,000 m away that claims to be precise. */
function readWrongly(truth: Truth, seed: number, now: Instant): PositionReading {
  const spell = Math.floor(now / JUMP_SPELL_MS);
  const point = moveAway(truth, 800 + 2200 * random(seed, spell, 5), random(seed, spell, 6));
  return { ...point, accuracy: Math.round(8 + 12 * random(seed, spell, 7)), speed: 0 };
}

/** Returns the point at a distance in meters. `turn`: direction from 0 to 1. Rounded to about 1 m. */
function moveAway({ lat, lon }: Coordinates, meters: number, turn: number): Coordinates {
  const north = (Math.cos(turn * 2 * Math.PI) * meters) / METERS_PER_DEGREE;
  const east = (Math.sin(turn * 2 * Math.PI) * meters) / (METERS_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180)));
  const round = (degrees: number) => Math.round(degrees * 100_000) / 100_000;
  return { lat: Math.min(90, Math.max(-90, round(lat + north))), lon: Math.min(180, Math.max(-180, round(lon + east))) };
}

/** Returns a number from 0 to below 1 that depends only on the arguments. */
function random(seed: number, spell: number, use: number): number {
  let hash = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul((spell | 0) + use * 0x1000_1, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296;
}

/** Returns a seed for a device, by its udid. */
export function seedOf(udid: string): number {
  return [...udid].reduce((seed, letter) => (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7);
}
