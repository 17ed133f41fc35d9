// An independent record of what happened in the family. It is written from the script alone, without the API, a policy or a device.
// `clock.oracle.ts` derives from it what each device has to enforce.
import { markSchedule, readClock, readRow, stateByClockReading } from '#app/domain/clock.oracle.ts';
import type { Schedule } from '#app/domain/rule.ts';

/** Seconds by local date, or by app (`limits`). */
type Seconds = Record<string, number>;

/** The record of one child. `windows`: app schedules, by app. */
export type ChildBook = {
  zone: string;
  schedules: Array<Schedule>;
  windows: Record<string, Array<Schedule>>;
  override: { effect: 'block' | 'grant'; from: number; until: number } | null;
  pause: { until: number | null } | null;
  allowance: number | null;
  extra: Seconds;
  used: Record<string, Seconds>;
  usedOfApps: Record<string, Record<string, Seconds>>;
  never: Array<string>;
  always: Array<string>;
  learning: Array<string>;
  limits: Seconds;
};

export function emptyBook(zone: string): ChildBook {
  return {
    zone,
    schedules: [],
    windows: {},
    override: null,
    pause: null,
    allowance: null,
    extra: {},
    used: {},
    usedOfApps: {},
    never: [],
    always: [],
    learning: [],
    limits: {},
  };
}

/** Returns a weekly schedule that starts at `from` (`HH:mm`). `days`: seven digits, Sunday first; '0111110' is Monday to Friday. */
export function windowOf(given: { name: string; from: string; minutes: number; days?: string; isOnce?: boolean; at: number }): Schedule {
  const [hours = 0, minutes = 0] = given.from.split(':').map(Number);
  const [sun, mon, tue, wed, thu, fri, sat] = Array.from(given.days ?? '1111111', (day) => day === '1');
  if (sun === undefined || mon === undefined || tue === undefined || wed === undefined) throw new Error('A week has seven days');
  if (thu === undefined || fri === undefined || sat === undefined) throw new Error('A week has seven days');
  return {
    kind: 'schedule',
    id: given.name,
    childId: '',
    name: given.name,
    weekdays: [sun, mon, tue, wed, thu, fri, sat],
    window: { start: hours * 60 + minutes, minutes: given.minutes },
    suspended: false,
    recurring: given.isOnce !== true,
    expiresAt: null,
    exceptions: [],
    scope: 'device',
    createdAt: given.at,
    updatedAt: given.at,
  };
}

/** Records that a child used a device, in an app or in none (null). Use of a learning app counts only for that app. */
export function noteUse(book: ChildBook, device: string, seconds: number, app: string | null, now: number): void {
  const date = readClock(book.zone, now).slice(0, 10);
  if (app === null || !book.learning.includes(app)) add(book.used, device, date, seconds);
  if (app === null) return;
  const ofApp = book.usedOfApps[app] ?? {};
  book.usedOfApps[app] = ofApp;
  add(ofApp, device, date, seconds);
}

function add(to: Record<string, Seconds>, device: string, date: string, seconds: number): void {
  const days = to[device] ?? {};
  to[device] = days;
  days[date] = (days[date] ?? 0) + seconds;
}

function sumOn(date: string, uses: Record<string, Seconds>): number {
  return Object.values(uses).reduce((sum, days) => sum + (days[date] ?? 0), 0);
}

/** Returns the state that each of the child's devices has to enforce. */
export function stateByBook(book: ChildBook, now: number): 'allowed' | 'blocked' | 'paused' {
  const today = readClock(book.zone, now).slice(0, 10);
  const { override, allowance } = book;
  const given = override && {
    kind: 'override' as const,
    id: '',
    childId: '',
    createdAt: override.from,
    updatedAt: override.from,
    ...override,
  };
  const input = {
    rules: [...book.schedules, ...(given === null ? [] : [given])],
    timeZone: book.zone,
    allowance:
      allowance === null
        ? null
        : {
            enabled: true,
            limits: Array(7).fill(allowance),
            extra: { date: today, seconds: book.extra[today] ?? 0 },
            used: { date: today, seconds: sumOn(today, book.used) },
          },
    pause: book.pause,
  };
  return stateByClockReading(input, now);
}

/** True if this app may be used: an independent implementation of A122 and S54. */
export function isUsableByBook(book: ChildBook, app: string, now: number): boolean {
  if (book.never.includes(app)) return false;
  const state = stateByBook(book, now);
  if (state === 'paused') return false;
  if (book.always.includes(app)) return true;
  if (state === 'blocked') return false;
  const { override } = book;
  if (override !== null && override.effect === 'grant' && override.from <= now && now < override.until) return true;
  // The row covers two days and the current minute. A mark on the last minute means that the schedule is active.
  const behind = 2 * 24 * 60;
  const row = readRow(book.zone, now - behind * 60_000, behind + 1);
  if ((book.windows[app] ?? []).some((window) => markSchedule(row, window)[behind])) return false;
  const limit = book.limits[app];
  return limit === undefined || sumOn(readClock(book.zone, now).slice(0, 10), book.usedOfApps[app] ?? {}) < limit;
}
