import type { Coordinates } from '#app/domain/position.ts';
import { type GeofenceWire, type PutGeofenceBody, putGeofence } from '#app/wire/location.ts';
import type { Agent } from './agent.ts';
import { newFamilyAt } from './clock.ts';
import type { Parent } from './parent.ts';
import { stopClock } from './worker.ts';

const METERS_PER_DEGREE = 111_195;

/** Coordinates in the imaginary town of the tests. */
export const SCHOOL: Coordinates = { lat: 40.2108, lon: -89.5824 };

/** Returns the coordinates `meters` north of a point. */
export function northOf({ lat, lon }: Coordinates, meters: number): Coordinates {
  return { lat: lat + meters / METERS_PER_DEGREE, lon };
}

/** Creates a family like `newFamilyAt` whose devices have location turned on. */
export async function newLocatedFamily(at: string, options: Parameters<typeof newFamilyAt>[1] = {}) {
  const family = await newFamilyAt(at, options);
  for (const agent of family.agents) await turnLocation(agent, 'on');
  return family;
}

/** Reports that location was turned on or off. */
export function turnLocation(agent: Agent, state: 'on' | 'off') {
  return agent.report('allowed', { events: [{ type: `location_${state}`, at: agent.clock ?? Date.now() }] });
}

/** Returns a position for a report, by default measured now, accurate to 10 m, with a device at rest. */
export function fix(agent: Agent, { lat, lon }: Coordinates, more: Record<string, unknown> = {}) {
  return { at: agent.clock ?? Date.now(), lat, lng: lon, accuracy: 10, speed: 0, ...more };
}

/** Reports one position. */
export function reportAt(agent: Agent, point: Coordinates, more: Record<string, unknown> = {}) {
  return agent.report('allowed', { locations: [fix(agent, point, more)] });
}

/** Moves the clock and reports one position. */
export async function moveTo(parent: Parent, agent: Agent, at: number, point: Coordinates, more: Record<string, unknown> = {}) {
  await stopClock(at, parent, agent);
  return reportAt(agent, point, more);
}

/** Creates the place «School». */
export function newPlace(parent: Parent, users: Array<string>, more: Partial<PutGeofenceBody> = {}): Promise<GeofenceWire> {
  const body: PutGeofenceBody = {
    ...SCHOOL,
    radius: 120,
    address: '',
    name: 'School',
    icon: 'school',
    active: true,
    triggers: ['enter', 'exit'],
    users,
    not_by: [],
    ...more,
  };
  return parent.call(putGeofence, { body });
}
