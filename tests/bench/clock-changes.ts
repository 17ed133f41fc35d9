import { localDate, minuteOfDay, type TimeWindow, windowOn } from '#app/domain/time.ts';
import { firstShown, readStretches, type Stretch } from './zdump.ts';

/** Zones with unusual clock changes: half hours, gaps at midnight, two-hour steps, a break for Ramadan, changed laws. */
export const ODD_ZONES = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
  'America/Santiago',
  'Antarctica/Troll',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Chatham',
  'America/Asuncion',
  'Asia/Gaza',
  'America/New_York',
] as const;

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
const [FIRST, LAST] = [Date.UTC(2020, 0, 1), Date.UTC(2038, 0, 1)];
const LENGTHS = [1, 30, 90, 480, DAY_MINUTES];

export type Compared = { changes: number; windows: number; wrong: Array<string> };

/**
 * Checks schedule windows and local times at each clock change of this zone from 2020 to 2037. Compares them with the system’s time zone
 * files. `every`: uses only every n-th change.
 */
export function compareZone(zone: string, every = 1): Compared {
  const stretches = readStretches(zone);
  const compared: Compared = { changes: 0, windows: 0, wrong: [] };
  for (const [index, { from, offset }] of stretches.entries()) {
    const before = stretches[index - 1];
    if (before === undefined || from < FIRST || from >= LAST || index % every !== 0) continue;
    compared.changes += 1;
    compareReading(zone, from, offset, compared);
    compareReading(zone, from - 1, before.offset, compared);
    // The local times just before and after the change.
    const edges = [before.offset, offset].map((shift) => new Date(from + shift));
    const starts = new Set([0, 60, 21 * 60, ...edges.flatMap((edge) => around(edge.getUTCHours() * 60 + edge.getUTCMinutes()))]);
    const dates = new Set(
      [-1, 0].flatMap((days) => edges.map((edge) => new Date(edge.getTime() + days * DAY_MINUTES * MINUTE).toISOString().slice(0, 10))),
    );
    for (const date of dates) {
      for (const start of starts) for (const minutes of LENGTHS) compareWindow(zone, stretches, date, { start, minutes }, compared);
    }
  }
  return compared;
}

/** Returns the minute of the day and its neighbors. */
function around(minute: number): Array<number> {
  return [-1, 0, 1].map((step) => (minute + step + DAY_MINUTES) % DAY_MINUTES);
}

function compareReading(zone: string, at: number, offset: number, compared: Compared): void {
  const shown = new Date(at + offset).toISOString();
  const minute = Number(shown.slice(11, 13)) * 60 + Number(shown.slice(14, 16));
  if (localDate(at, zone) !== shown.slice(0, 10) || minuteOfDay(at, zone) !== minute)
    compared.wrong.push(`${zone} shows ${shown} at ${at}`);
}

function compareWindow(zone: string, stretches: ReadonlyArray<Stretch>, date: string, window: TimeWindow, compared: Compared): void {
  compared.windows += 1;
  const from = firstShown(stretches, date, window.start);
  const until = firstShown(stretches, date, window.start + window.minutes);
  const found = windowOn(date, window, zone);
  const isSame = found === null ? from >= until : found.from === from && found.until === until;
  if (!isSame) compared.wrong.push(`${zone} ${date} ${window.start}+${window.minutes}`);
}
