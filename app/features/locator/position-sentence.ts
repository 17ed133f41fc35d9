import { type AccuracyClass, type AgeClass, accuracyClassOf, ageClassOf, isFromFuture, PRESENT_MS } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import type { ShownPosition } from './located-device';

/**
 * What a position says about a child. Never more than the device reported:
 * - `place`: at a place; `isPast` if the position is 20 minutes old or more, unless the stay is unbroken
 * - `spot`: exact, but at no place
 * - `near`: only the surroundings are known, by name
 * - `circle`: somewhere within `meters` of the position
 * - `inactive`: older than two days
 * - `clock`: the device’s clock is ahead, so the time is unknown
 * - `none`: no position
 */
export type PositionSentence =
  | { kind: 'none' }
  | { kind: 'clock' }
  | { kind: 'inactive'; at: Instant }
  | { kind: 'place'; place: string; isPast: boolean; at: Instant }
  | { kind: 'spot'; at: Instant; isNow: boolean }
  | { kind: 'near'; address: string; isPast: boolean; at: Instant }
  | { kind: 'circle'; meters: number; isPast: boolean; at: Instant };

/** The age and accuracy of a position. */
export type PositionQuality = { age: AgeClass; accuracy: AccuracyClass };

export function qualityOf({ at, accuracy }: ShownPosition, now: Instant): PositionQuality {
  return { age: ageClassOf(at, now), accuracy: accuracyClassOf(accuracy) };
}

/** Returns what a position says now. `placeName`: the name of the place that it matches; null for none. */
export function toPositionSentence(position: ShownPosition | null, placeName: string | null, now: Instant): PositionSentence {
  if (position === null) return { kind: 'none' };
  if (isFromFuture(position, now)) return { kind: 'clock' };
  const { at, address } = position;
  const { age, accuracy } = qualityOf(position, now);
  if (age === 'inactive') return { kind: 'inactive', at };
  if (accuracy === 'good' && placeName !== null)
    return { kind: 'place', place: placeName, isPast: !position.isStaying && now - at >= PRESENT_MS, at };
  const isNow = age === 'now';
  if (accuracy === 'coarse' && address !== '') return { kind: 'near', address, isPast: !isNow, at };
  if ((accuracy === 'rough' || accuracy === 'coarse') && position.accuracy !== null)
    return { kind: 'circle', meters: position.accuracy, isPast: !isNow, at };
  return { kind: 'spot', at, isNow };
}

/** How a position is drawn: a dot, a circle without a middle, or a hollow dot for an old one. */
export type MarkerLook = 'exact' | 'rough' | 'old';

/** Returns how a position is drawn, or null if it must not be drawn. */
export function lookOf(position: ShownPosition, now: Instant): MarkerLook | null {
  if (isFromFuture(position, now)) return null;
  const { age, accuracy } = qualityOf(position, now);
  if (accuracy === 'rough' || accuracy === 'coarse') return 'rough';
  return age === 'old' || age === 'inactive' ? 'old' : 'exact';
}
