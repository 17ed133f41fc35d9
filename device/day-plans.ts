import type { SpotKey } from './demo-town/spot-keys.ts';
import type { DayKey, Means } from './simulation.ts';

/** A departure at a local clock time (`HH:mm`). The child stays at `to` until the next one. */
export type Departure = { time: string; to: SpotKey; by: Means };

const go = (time: string, to: SpotKey, by: Means = 'foot'): Departure => ({ time, to, by });

/** Days of a child in the demo town. Each begins and ends at home. */
export const DAY_PLANS: Readonly<Record<DayKey, { schoolDay: ReadonlyArray<Departure>; weekend: ReadonlyArray<Departure> }>> = {
  early: {
    schoolDay: [go('07:35', 'school'), go('13:10', 'bakery'), go('13:35', 'home'), go('15:30', 'friend'), go('18:00', 'home')],
    weekend: [go('09:30', 'bakery'), go('10:00', 'home'), go('14:00', 'grandma', 'car'), go('17:30', 'home', 'car')],
  },
  usual: {
    schoolDay: [go('07:40', 'school'), go('15:05', 'home'), go('16:30', 'sportsGround'), go('18:15', 'home')],
    weekend: [go('10:30', 'sportsGround', 'car'), go('12:30', 'home', 'car'), go('15:00', 'library'), go('17:00', 'home')],
  },
  sporty: {
    schoolDay: [go('07:30', 'school'), go('14:30', 'sportsGround'), go('16:30', 'friend'), go('19:00', 'home', 'car')],
    weekend: [go('11:00', 'friend'), go('13:30', 'sportsGround'), go('16:00', 'supermarket'), go('16:30', 'home')],
  },
};
