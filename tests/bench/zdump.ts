// For tests only. Reads local time from the system’s time zone files with `zdump -v`, a different source and program than the runtime’s.
// Deliberately shares no function with the product.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';

/** From `from` (epoch ms) on, the clock is `offset` ms ahead of UTC. */
export type Stretch = { from: number; offset: number };

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const LINE = /^\S+\s+\w{3} (\w{3})\s+(\d+) (\d\d):(\d\d):(\d\d) (\d+) UTC? = .* gmtoff=(-?\d+)$/;

/** Returns why the runtime and zdump cannot be compared, or null if they can. Both must use the same edition of the time zone database. */
export function whyNoZdump(): string | null {
  const own = process.versions.tz;
  const system = readEdition();
  if (system === null) return 'the system has no time zone database';
  if (own !== system) return `the runtime knows the time zones of ${own}, the system those of ${system}`;
  return isInstalled() ? null : 'zdump is not installed';
}

/** Returns the edition of the system’s database, such as 2025b, or null if there is none. */
export function readEdition(): string | null {
  try {
    const file = openSync('/usr/share/zoneinfo/tzdata.zi', 'r');
    const head = Buffer.alloc(64);
    readSync(file, head);
    closeSync(file);
    return /^# version (\S+)/.exec(head.toString())?.[1] ?? null;
  } catch {
    return null;
  }
}

function isInstalled(): boolean {
  try {
    execFileSync('zdump', ['UTC'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the periods of constant offset of a zone from 2019 to 2038, in order. */
export function readStretches(zone: string): Array<Stretch> {
  const lines = execFileSync('zdump', ['-v', '-c', '2019,2039', zone], { encoding: 'utf8' }).split('\n');
  const stretches: Array<Stretch> = [];
  for (const line of lines) {
    const [, month = '', day, hour, minute, second, year, offset] = LINE.exec(line) ?? [];
    if (offset === undefined) continue;
    const from = Date.UTC(Number(year), MONTHS.indexOf(month), Number(day), Number(hour), Number(minute), Number(second));
    if (stretches.at(-1)?.offset !== Number(offset) * 1000) stretches.push({ from, offset: Number(offset) * 1000 });
  }
  return stretches;
}

/** Returns the first instant at which the local time is at least `minutes` after midnight of the date. */
export function firstShown(stretches: ReadonlyArray<Stretch>, date: string, minutes: number): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  for (const [index, { from, offset }] of stretches.entries()) {
    const start = index === 0 ? Number.NEGATIVE_INFINITY : from;
    const end = stretches[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const at = Math.max(start, wall - offset);
    if (at < end) return at;
  }
  return Number.NaN;
}
