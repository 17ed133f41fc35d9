import { minuteOfDay, parseTimeWindow } from '#app/domain/time.ts';
import type { FaultKind } from './simulation.ts';
import type { DeviceState } from './state.ts';

/** A longer gap between two updates means that the device was not running, so the battery change is unknown. */
const LONGEST_GAP_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
/** The simulated battery never falls below this, so that the device keeps running. */
const MIN_BATTERY = 0.03;
/** Length of a cycle in which a child uses the device for `USED_MINUTES`. Short, so that a viewer soon sees use. */
const SPELL_MINUTES = 3;
const USED_MINUTES = 1;
/** After starting, the device is in use for this long without a break. The person who starts it can then see screen time increase. */
const FIRST_SPELL_MS = 10 * 60_000;

/**
 * True if the device has no network at `now` (server time, epoch ms), by the `offline` setting, its habits or a simulated fault, or if it
 * is off.
 */
export function isCutOff(state: DeviceState, now: number): boolean {
  if (state.offline || state.poweredOffAt !== null || isWithin(state, state.habits?.offlineHours ?? null, now)) return true;
  return hasFault(state, 'sleep', now) || hasFault(state, 'no-signal', now);
}

/** True if a simulated fault occurs at `now`. */
export function hasFault(state: DeviceState, kind: FaultKind, now: number): boolean {
  const faults = state.location.simulation?.faults ?? [];
  return faults.some((fault) => fault.kind === kind && (fault.hours === null || isWithin(state, fault.hours, now)));
}

/**
 * True if the device’s habits say that a child uses it at `now`. Whether use is allowed is not checked. `startedAt`: server time of the
 * device’s start.
 */
export function isInUse(state: DeviceState, now: number, startedAt: number | null = null): boolean {
  const { habits, about } = state;
  if (habits === null || !habits.useHours.some((hours) => isWithin(state, hours, now))) return false;
  if (startedAt !== null && now - startedAt < FIRST_SPELL_MS) return true;
  return (Math.floor(now / 60_000) + about.udid.length * 7) % SPELL_MINUTES < USED_MINUTES;
}

/** Returns the number of the current use interval. */
export function findUseInterval(now: number): number {
  return Math.floor(now / (SPELL_MINUTES * 60_000));
}

/** Applies the effects of time to a device with habits: battery level and the active child. */
export function applyHabits(state: DeviceState, now: number): DeviceState {
  return state.habits === null ? state : takeTurns(updateBattery(state, now), now);
}

/** Changes the level by whole percents only, so that the state is written less often. */
function updateBattery(state: DeviceState, now: number): DeviceState {
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
  // The remaining time counts toward the next percent.
  const until = batteryAt + (percents / 100 / perHour) * HOUR_MS;
  return { ...state, batteryAt: Math.round(until), batteryLevel: Math.min(1, Math.max(Math.min(MIN_BATTERY, batteryLevel), level)) };
}

function takeTurns(state: DeviceState, now: number): DeviceState {
  const children = state.policy?.rules.users ?? [];
  if (!state.habits?.takesTurns || children.length < 2) return state;
  const active = children[Math.floor(now / HOUR_MS) % children.length]?.user_id ?? null;
  // The active child decides which rules apply, so the server must know immediately.
  return active === state.activeChildId ? state : { ...state, activeChildId: active, told: null };
}

function isWithin(state: DeviceState, hours: string | null, now: number): boolean {
  return hours !== null && isWithinHours(hours, now, state.policy?.rules.users[0]?.time_zone ?? 'UTC');
}

/** True if `now` is within daily hours, `HH:mmPT{n}M`, in a zone. */
export function isWithinHours(hours: string, now: number, zone: string): boolean {
  const window = parseTimeWindow(hours);
  if (window === null) return false;
  return (minuteOfDay(now, zone) - window.start + 1440) % 1440 < window.minutes;
}
