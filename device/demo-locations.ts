import { TIER_LIMITS } from '#app/domain/plan.ts';
import { distanceBetween } from '#app/domain/position.ts';
import { addDays, type Instant, instantOf, localDate, minuteOfDay } from '#app/domain/time.ts';
import type { Device } from './call.ts';
import { serverTime } from './decide.ts';
import { DEMO_CHILDREN, DEMO_DEVICES } from './demo-cast.ts';
import { getSpot } from './demo-town/spots.ts';
import { step } from './device.ts';
import { isWithinHours } from './habits.ts';
import { measurePosition } from './location.ts';
import { queueReport } from './reports.ts';
import { seedOf, simulatedSource, walkerOf } from './simulated-source.ts';
import type { DayKey, Detour, Fault, Whereabouts } from './simulation.ts';
import type { DeviceState } from './state.ts';

/**
 * How a device of the demo family is located. `carried`: it follows its child’s day. `lost`: it is at home, and has measured nothing since
 * yesterday evening. `off`: a child turned location off yesterday evening.
 */
type DemoLocation = { kind: 'carried'; plan: DayKey; faults: Array<Fault> } | { kind: 'lost' } | { kind: 'off' };

/** By state file. The other devices are never located: one app is too old, and one device has no management. */
const DEMO_LOCATIONS: Readonly<Record<string, DemoLocation>> = {
  'mia-phone': { kind: 'carried', plan: 'early', faults: [{ kind: 'rough', hours: '09:40PT25M' }] },
  'ben-phone': { kind: 'carried', plan: 'usual', faults: [{ kind: 'jump', hours: '01:00PT180M' }] },
  'leo-phone': { kind: 'carried', plan: 'sporty', faults: [{ kind: 'jump', hours: '10:00PT60M' }] },
  'family-tablet': { kind: 'lost' },
  'mia-tablet': { kind: 'off' },
};

/** What a child does when the demonstration starts, whatever the time. */
export type Role = 'home' | 'school' | 'walking';

const MINUTE_MS = 60_000;
/** A day on the simulated clock is measured in steps of this length. */
const HOP_MS = 30_000;
/** Premium keeps this many days. The demo family’s plan keeps at least as many. */
const HISTORY_DAYS = TIER_LIMITS.premium.geolocationDays;
const EVENING = 19 * 60;
/** Detours older than this are forgotten. A walker looks back by two days at most. */
const DETOURS_KEPT_MS = 3 * 24 * 60 * MINUTE_MS;
/** How long ago a child left for what it does now. The arrival at school is so long ago that it causes no notification. */
const LEFT_BEFORE_MS = { home: 60 * MINUTE_MS, school: 60 * MINUTE_MS, walking: 4 * MINUTE_MS } as const satisfies Record<Role, number>;
const ROLE_KEPT_MS = 2 * 60 * MINUTE_MS;
const WALK = ['sportsGround', 'library', 'friend', 'grandma', 'home'] as const;
const WALK_LEFT_MS = 10 * MINUTE_MS;
const AT_SPOT_METERS = 60;

/**
 * Returns what each child does at `now`, by name: one walks, one is at school and one at home. A child whose phone is offline at night does
 * not walk. Of the other two, the one whose phone is online is at school. If both phones are online or both offline, it is the one whose
 * clock is nearer to noon.
 */
export function assignRoles(now: Instant): Record<string, Role> {
  const children = DEMO_CHILDREN.map(({ name, timeZone }) => {
    const hours = DEMO_DEVICES.find(({ file }) => file === `${name.toLowerCase()}-phone`)?.habits.offlineHours ?? null;
    const isOffline = hours !== null && isWithinHours(hours, now, timeZone);
    return { name, isOffline, fromNoon: Math.abs(minuteOfDay(now, timeZone) - 12 * 60) };
  });
  const [walking, ...others] = children.toReversed().sort((a, b) => Number(a.isOffline) - Number(b.isOffline));
  const [school] = others.sort((a, b) => Number(a.isOffline) - Number(b.isOffline) || a.fromNoon - b.fromNoon);
  const roleOf = (name: string): Role => (name === walking?.name ? 'walking' : name === school?.name ? 'school' : 'home');
  return Object.fromEntries(children.map(({ name }) => [name, roleOf(name)]));
}

/**
 * Gives a demo device its positions up to now. A new device gets them since midnight of the oldest day that the plan keeps, and sends them
 * here. So it has a history even if it is offline at night. Other devices get their positions since the last run.
 */
export async function catchUpLocation(device: Device, file: string): Promise<void> {
  const wanted = DEMO_LOCATIONS[file];
  const before = device.store.read();
  if (wanted === undefined || before.enrolment.kind !== 'enrolled' || before.policy === null) return;
  const isNew = before.location.simulation === null && before.location.log.length === 0;
  const state = device.store.update((known) => {
    const now = serverTime(known, device.now());
    return isNew ? beginHistory(known, wanted, file, now) : measureUntil(giveRole(known, file, now), now);
  });
  for (let sent = 0; isNew && sent < 3 && hasUnsent(device.store.read()) && state.mode === 'prompt'; sent += 1) await step(device);
}

function hasUnsent({ location, unsentReports }: DeviceState): boolean {
  return location.unsent.length + unsentReports.length > 0;
}

/** Turns location on at midnight of the oldest day that the plan keeps, and measures until now or until yesterday evening. */
function beginHistory(before: DeviceState, wanted: DemoLocation, file: string, now: Instant): DeviceState {
  const zone = before.policy?.rules.users[0]?.time_zone ?? 'UTC';
  const today = localDate(now, zone);
  const from = instantOf(addDays(today, -HISTORY_DAYS), 0, zone);
  const { lat, lon } = getSpot('home');
  const isCarried = wanted.kind === 'carried';
  const where: Whereabouts = isCarried ? { kind: 'day', plan: wanted.plan, detours: [] } : { kind: 'at', lat, lon, accuracy: 18 };
  const simulation = { seed: seedOf(before.about.udid), where, faults: isCarried ? wanted.faults : [] };
  const begun = giveRole({ ...before, location: { ...before.location, isOn: true, simulation } }, file, now);
  const yesterdayEvening = instantOf(addDays(today, -1), EVENING, zone);
  const measured = measureUntil(begun, isCarried ? now : yesterdayEvening, from);
  const on = { type: 'location_on', at: from } as const;
  if (isCarried) return queueReport(measured, now, [on]);
  if (wanted.kind === 'off') {
    const state = queueReport(measured, now, [on, { type: 'location_off', at: yesterdayEvening }]);
    return { ...state, location: { ...state.location, isOn: false } };
  }
  const state = queueReport(measured, now, [on]);
  return { ...state, location: { ...state.location, simulation: { ...simulation, faults: [{ kind: 'blind', hours: null }] } } };
}

/** Measures on a simulated clock, from the last position on. */
function measureUntil(state: DeviceState, until: Instant, from = (state.location.last?.at ?? until) + HOP_MS): DeviceState {
  const source = simulatedSource(state);
  let { location } = state;
  for (let at = from; at <= until; at += HOP_MS) location = measurePosition(location, source, at);
  return { ...state, location };
}

/**
 * Sends the device’s child where its role requires, unless the child is there already. Does not change where the child was before the last
 * position.
 */
function giveRole(state: DeviceState, file: string, now: Instant): DeviceState {
  const { simulation, last } = state.location;
  const walker = walkerOf(state);
  if (simulation?.where.kind !== 'day' || walker === null) return state;
  const name = DEMO_DEVICES.find((device) => device.file === file)?.children[0] ?? '';
  const role = assignRoles(now)[name] ?? 'home';
  const isDone =
    role === 'walking'
      ? walker(now).speed > 0 && walker(now + WALK_LEFT_MS).speed > 0
      : distanceBetween(walker(now), getSpot(role)) < AT_SPOT_METERS;
  if (isDone) return state;
  const at = Math.max(now - LEFT_BEFORE_MS[role], last?.at ?? 0);
  const stops = role === 'walking' ? WALK : [role];
  const until = now + ROLE_KEPT_MS;
  const fresh = stops.map((to, index): Detour => ({ at: at + index, to, by: 'foot', until: index === 0 ? until : null }));
  const detours = [...simulation.where.detours.filter((detour) => detour.at > now - DETOURS_KEPT_MS), ...fresh];
  return { ...state, location: { ...state.location, simulation: { ...simulation, where: { ...simulation.where, detours } } } };
}
