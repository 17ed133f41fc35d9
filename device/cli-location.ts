import { type Coordinates, distanceBetween } from '#app/domain/position.ts';
import type { Options } from './arguments.ts';
import { change, deviceAt, EXIT, say } from './cli-commands.ts';
import { decide, serverTime } from './decide.ts';
import { getSpot } from './demo-town/spots.ts';
import { findNearestNode, streetGraph } from './demo-town/street-graph.ts';
import { describeLog } from './location-messages.ts';
import { zoneOf } from './messages.ts';
import { seedOf, walkerOf } from './simulated-source.ts';
import type { Fault, Simulation, Whereabouts } from './simulation.ts';
import type { DeviceState } from './state.ts';
import { setLocation } from './transitions.ts';
import { UsageError } from './usage-error.ts';

/** Carries out a command about location: turns it on or off, moves the simulated child, or sets a fault. */
export function handleLocation({ location: order }: Options, path: string): number {
  if (order === null) return EXIT.usage;
  const device = deviceAt(path);
  const now = serverTime(device.store.read(), device.now());
  switch (order.kind) {
    case 'switch':
      return change(path, `Location is ${order.isOn ? 'on' : 'off'}. Included in the next report.`, (state) =>
        setLocation(state, order.isOn, device.now()),
      );
    case 'at': {
      const { lat, lon, accuracy } = order;
      return move(path, `At ${lat},${lon} (±${accuracy} m).`, { kind: 'at', lat, lon, accuracy });
    }
    case 'walk': {
      const { stops, by } = order;
      const names = stops.map((stop) => getSpot(stop).name).join(', ');
      const from = findStart(device.store.read(), now);
      const verb = by === 'car' ? 'Driving' : 'Walking';
      return move(path, `${verb} to ${names}.`, { kind: 'walk', startedAt: now, from, stops, by });
    }
    case 'day':
      return move(path, `Following the daily plan “${order.plan}”.`, { kind: 'day', plan: order.plan, detours: [] });
    case 'fault': {
      const { fault } = order;
      if (device.store.read().location.simulation === null)
        throw new UsageError('This device has no position to disturb. Run at, walk or day first.');
      const faults: Array<Fault> = fault === null ? [] : [{ kind: fault, hours: null }];
      return change(path, fault === null ? 'No fault.' : `Fault: ${fault}.`, (state) =>
        simulate(state, (before) => ({ ...before, faults })),
      );
    }
  }
}

/** Returns where a walk begins: where the device is, or at home if that is not in the demo town. */
function findStart(state: DeviceState, now: number): Coordinates {
  const home = getSpot('home');
  const here = walkerOf(state)?.(now) ?? home;
  const isInTown = distanceBetween(here, findNearestNode(streetGraph(), here)) < IN_TOWN_METERS;
  const { lat, lon } = isInTown ? here : home;
  return { lat, lon };
}
const IN_TOWN_METERS = 500;

/** Prints when the device was located. */
export function sayLog(options: Options, path: string): number {
  const device = deviceAt(path);
  const state = device.store.read();
  const now = serverTime(state, device.now());
  const lines = describeLog(state, zoneOf(decide(state, now)), now);
  say(lines.length === 0 ? `${options.name} was never located.` : `When ${options.name} was located, newest first:`);
  for (const line of lines) say(`  ${line}`);
  return EXIT.done;
}

function move(path: string, sentence: string, where: Whereabouts): number {
  const off = deviceAt(path).store.read().location.isOn ? '' : ' Location is off; turn it on with locate on.';
  return change(path, `${sentence}${off}`, (state) => {
    const { simulation } = state.location;
    return {
      ...state,
      location: { ...state.location, simulation: { seed: seedOf(state.about.udid), faults: simulation?.faults ?? [], where } },
    };
  });
}

function simulate(state: DeviceState, edit: (simulation: Simulation) => Simulation): DeviceState {
  const { simulation } = state.location;
  return simulation === null ? state : { ...state, location: { ...state.location, simulation: edit(simulation) } };
}
