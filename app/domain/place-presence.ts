import { isOffline } from './device.ts';
import { matchRadius } from './place.ts';
import type { PlaceState, WatchedPlace } from './place-events.ts';
import { accuracyClassOf, distanceBetween, type Position, PRESENT_MS } from './position.ts';
import { addDays, type Instant, instantOf, localDate, type TimeZone, weekdayOf } from './time.ts';

/**
 * Location facts about one device.
 * - `last`: its newest position, null if none
 * - `states`: its states by place ID
 * - `seenAt`: its last contact, null if never
 */
export type LocatedDevice = { last: Position | null; states: Readonly<Record<string, PlaceState>>; seenAt: Instant | null };

/** `unknown`: no position is precise and recent enough. */
export type Presence = 'inside' | 'outside' | 'unknown';

/** «Not there by» of one child: an alert if the child is not at the place at `time` (HH:mm) on these weekdays (0 = Sunday). */
export type NotBy = { weekdays: ReadonlyArray<number>; time: string };

/** Number of days to search ahead: a week, and one more in case a zone skips a date. */
const DAYS_AHEAD = 8;

/** True if a device in contact is inside a place, and nothing since says otherwise (A158). `seenAt`: its last contact, null if never. */
export function isUnbrokenStay(state: PlaceState, seenAt: Instant | null, now: Instant): boolean {
  return isStay(state) && !isOffline(seenAt, now);
}

/** True if the device is inside the place by all that it reported. */
function isStay({ isInside, isConfirmed, pending }: PlaceState): boolean {
  return isInside === true && isConfirmed && pending === null;
}

/**
 * Returns whether a device is at a place now. Uses good positions younger than 20 minutes. Uses an older one only during a stay at some
 * place, with a contact younger than 20 minutes: an alert may rely on a device that is offline for less (A162).
 */
export function presenceAt(place: WatchedPlace, { last, states, seenAt }: LocatedDevice, now: Instant): Presence {
  if (last === null || last.accuracy === null || accuracyClassOf(last.accuracy) !== 'good') return 'unknown';
  const isFresh = now - last.at < PRESENT_MS;
  const isHeard = seenAt !== null && now - seenAt < PRESENT_MS;
  if (!isFresh && !(isHeard && Object.values(states).some(isStay))) return 'unknown';
  const radius = matchRadius(place.radius);
  const distance = distanceBetween(place, last);
  if (distance <= radius) return 'inside';
  // Within its accuracy, the device may still be there.
  return distance - last.accuracy > radius ? 'outside' : 'unknown';
}

/**
 * Returns whether a child is at a place now: inside if any device is. The child is outside only if all devices are, because an unknown
 * device may be with the child.
 */
export function childPresenceAt(place: WatchedPlace, devices: ReadonlyArray<LocatedDevice>, now: Instant): Presence {
  const found = devices.map((device) => presenceAt(place, device, now));
  if (found.includes('inside')) return 'inside';
  return found.length > 0 && !found.includes('unknown') ? 'outside' : 'unknown';
}

/** Returns the next instant after `after` at which the clock in `zone` shows the time on one of the weekdays. Null without weekdays. */
export function nextNotBy({ weekdays, time }: NotBy, zone: TimeZone, after: Instant): Instant | null {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const today = localDate(after, zone);
  for (let days = 0; days <= DAYS_AHEAD; days++) {
    const date = addDays(today, days);
    if (!weekdays.includes(weekdayOf(date))) continue;
    const at = instantOf(date, hours * 60 + minutes, zone);
    if (at > after) return at;
  }
  return null;
}
