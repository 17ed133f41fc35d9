import { SPOT_KEYS, type SpotKey } from './demo-town/spot-keys.ts';
import { DAY_KEYS, type DayKey, FAULT_KINDS, type FaultKind, type Means } from './simulation.ts';
import { UsageError } from './usage-error.ts';

/** What a command about location asks for. `fault` null: none. `accuracy`: meters. */
export type LocationOrder =
  | { kind: 'switch'; isOn: boolean }
  | { kind: 'at'; lat: number; lon: number; accuracy: number }
  | { kind: 'walk'; stops: Array<SpotKey>; by: Means }
  | { kind: 'day'; plan: DayKey }
  | { kind: 'fault'; fault: FaultKind | null };

const DEFAULT_ACCURACY = 12;

export const LOCATION_COMMANDS = {
  locate: 'Turn location on or off, as a child might',
  at: 'Put the device at a point',
  walk: 'Walk along the streets of the demo town',
  day: 'Follow a daily plan in the demo town',
  fault: 'Simulate a fault of positions',
  located: 'Show when the device was located',
} as const;

export const LOCATION_HELP = `locate            on | off             off: nothing is measured, and the parent sees that location is off
at                LAT,LON              such as 53.09,12.63; --accuracy 12 in meters
walk              PLACE …              ${wrap(SPOT_KEYS)}
                  --car                drive instead of walking
day               [PLAN]               ${DAY_KEYS.join(', ')} (default: usual): school, sports, friends
fault             KIND | none          ${FAULT_KINDS.join(', ')}`;

function wrap(words: ReadonlyArray<string>): string {
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(', '), words.slice(half).join(', ')].join(`,\n${' '.repeat(39)}`);
}

/**
 * Reads the words after a command about location. Null for other commands.
 * @throws UsageError
 */
export function readLocationOrder(
  command: string,
  words: ReadonlyArray<string>,
  { accuracy, car }: { accuracy: string | undefined; car: boolean },
): LocationOrder | null {
  const [word = '', ...others] = words;
  const one = others.length === 0 ? word : '';
  switch (command) {
    case 'locate':
      if (one !== 'on' && one !== 'off') throw new UsageError('locate needs on or off.');
      return { kind: 'switch', isOn: one === 'on' };
    case 'at':
      return { kind: 'at', ...toPoint(one), accuracy: accuracy === undefined ? DEFAULT_ACCURACY : toMeters(accuracy) };
    case 'walk':
      if (words.length === 0) throw new UsageError(`walk needs one or more places: ${SPOT_KEYS.join(', ')}.`);
      return { kind: 'walk', stops: words.map(toSpot), by: car ? 'car' : 'foot' };
    case 'day':
      return { kind: 'day', plan: words.length === 0 ? 'usual' : choose(DAY_KEYS, one, 'plan') };
    case 'fault':
      return { kind: 'fault', fault: one === 'none' ? null : choose(FAULT_KINDS, one, 'fault') };
    default:
      return null;
  }
}

function toPoint(text: string): { lat: number; lon: number } {
  const match = /^\s*(-?\d+(?:\.\d+)?),\s*(-?\d+(?:\.\d+)?)$/.exec(text);
  const [lat, lon] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) {
    throw new UsageError(`at needs a latitude and a longitude, such as 53.09,12.63; got “${text}”.`);
  }
  return { lat, lon };
}

function toMeters(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new UsageError(`--accuracy must be a number of meters; got “${text}”.`);
  return Number(text);
}

function toSpot(word: string): SpotKey {
  return choose(SPOT_KEYS, word, 'place');
}

function choose<Word extends string>(words: ReadonlyArray<Word>, typed: string, what: string): Word {
  const found = words.find((word) => word.toLowerCase() === typed.toLowerCase());
  if (found === undefined) throw new UsageError(`Unknown ${what}: “${typed}”. Use one of: ${words.join(', ')}.`);
  return found;
}
