import { minuteOfDay, parseTimeWindow } from '../app/domain/time.ts';
import type { DeviceState } from './state.ts';

/** A longer silence than this was no life: nobody knows what the battery did in it. */
const LONGEST_GAP_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Below this a real battery would be dead, and the device with it. */
const EMPTIEST = 0.03;
/** A child takes a device up now and then: of every so many minutes it is in use for one. Short, so that who looks sees it soon. */
const SPELL_MINUTES = 3;
const USED_MINUTES = 1;
/** So long after a start the child is busy with it without a pause, for whoever starts it wants to see it count. */
const FIRST_SPELL_MS = 10 * 60_000;

/** Has it no network now, by the switch or by its habits? `now` is the server's time, epoch ms. */
export function isCutOff(state: DeviceState, now: number): boolean {
  return state.offline || isWithin(state, state.habits?.offlineHours ?? null, now);
}

/**
 * Is a child busy with it at this hour, as far as its habits say? Whether it may is another matter. `startedAt`: when the device was
 * started, by the server's time.
 */
export function isInUse(state: DeviceState, now: number, startedAt: number | null = null): boolean {
  const { habits, about } = state;
  if (habits === null || !habits.useHours.some((hours) => isWithin(state, hours, now))) return false;
  if (startedAt !== null && now - startedAt < FIRST_SPELL_MS) return true;
  return (Math.floor(now / 60_000) + about.udid.length * 7) % SPELL_MINUTES < USED_MINUTES;
}

/** Number of the spell in which a child may be busy with it. */
export function spellAt(now: number): number {
  return Math.floor(now / (SPELL_MINUTES * 60_000));
}

/** What time does to a device with habits: its battery drains and charges, and the children of a shared one take turns. */
export function liveOn(state: DeviceState, now: number): DeviceState {
  return state.habits === null ? state : takeTurns(drain(state, now), now);
}

/** In whole percents, so that the state is not written for less. */
function drain(state: DeviceState, now: number): DeviceState {
  const { batteryLevel, batteryAt, habits } = state;
  const battery = habits?.battery ?? null;
  if (battery === null || batteryLevel === null) return state;
  if (batteryAt === null) return { ...state, batteryAt: now };
  const elapsed = now - batteryAt;
  const perHour = isWithin(state, battery.chargingHours, now) ? battery.chargePerHour : -battery.drainPerHour;
  const percents = Math.trunc((elapsed / HOUR_MS) * perHour * 100);
  if (elapsed < 0 || (elapsed > LONGEST_GAP_MS && Math.abs(percents) > 1)) return { ...state, batteryAt: now };
  if (percents === 0) return state;
  const level = Math.round(batteryLevel * 100 + percents) / 100;
  // What is left of the time counts towards the next percent.
  const until = batteryAt + (percents / 100 / perHour) * HOUR_MS;
  return { ...state, batteryAt: Math.round(until), batteryLevel: Math.min(1, Math.max(Math.min(EMPTIEST, batteryLevel), level)) };
}

function takeTurns(state: DeviceState, now: number): DeviceState {
  const children = state.policy?.rules.users ?? [];
  if (!state.habits?.takesTurns || children.length < 2) return state;
  const active = children[Math.floor(now / HOUR_MS) % children.length]?.user_id ?? null;
  // Who holds it decides what is asked of it, so the server must hear of it at once.
  return active === state.activeChildId ? state : { ...state, activeChildId: active, told: null };
}

function isWithin(state: DeviceState, hours: string | null, now: number): boolean {
  const window = hours === null ? null : parseTimeWindow(hours);
  if (window === null) return false;
  const zone = state.policy?.rules.users[0]?.time_zone ?? 'UTC';
  return (minuteOfDay(now, zone) - window.start + 1440) % 1440 < window.minutes;
}
