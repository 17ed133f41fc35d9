import { readClock } from '#app/domain/clock.oracle.ts';
import type { Schedule } from '#app/domain/rule.ts';
import { getBlockStatus } from '#app/wire/block-status.ts';
import { createCommand } from '#app/wire/command.ts';
import { createPairing, createUser, type UserWire, updateUser } from '#app/wire/family.ts';
import { putGranularity } from '#app/wire/granularity.ts';
import { createRule, listRules, type RuleWire, updateRule } from '#app/wire/rule.ts';
import { installApp, resolveApp } from '#device/apps.ts';
import type { Device } from '#device/call.ts';
import { decide, serverTime } from '#device/decide.ts';
import { step } from '#device/device.ts';
import { describeApp, describeDecision } from '#device/messages.ts';
import { addUsage } from '#device/usage.ts';
import { pairDevice } from '#tools/pair-device.ts';
import { Parent } from '../clients/parent.ts';
import { type ChildBook, emptyBook, isUsableByBook, noteUse, stateByBook, windowOf } from './book.ts';

/** An app on a device. `isUsable`: the device's decision; `expected`: the decision according to the script's record. */
export type AppLine = { bundleId: string; isUsable: boolean; expected: boolean };

/**
 * One line of the result. `enforced`: what the device did. `asked`: what the API reports to the parent. `expected`: the state by the
 * script's record. For an offline device, `expected` uses only what the device can know.
 */
export type Line = {
  at: number;
  time: string;
  device: string;
  enforced: string;
  expected: string;
  asked: string;
  isOffline: boolean;
  apps: Array<AppLine>;
  why: string;
};

type Member = { user: UserWire; name: string; zone: string; book: ChildBook };
/**
 * `away` is null while the device is online. `knownBook`: what the offline device knows about the child; `unreportedUse`: use that only
 * this device knows about.
 */
type Owned = {
  name: string;
  member: Member;
  device: Device;
  away: { knownBook: ChildBook; unreportedUse: Array<(book: ChildBook) => void> } | null;
};
type House = { parent: Parent; members: Map<string, Member>; devices: Array<Owned>; clock: { now: number }; lines: Array<Line> };
type Deed = { at: string; does: (house: House) => unknown };

const MINUTE = 60_000;
const CHILDREN = [
  { name: 'Mia', zone: 'Europe/Berlin', devices: ['phone', 'tablet'] },
  { name: 'Ben', zone: 'America/New_York', devices: ['phone', 'tablet'] },
  { name: 'Kai', zone: 'Australia/Lord_Howe', devices: ['phone', 'tablet'] },
];
const app = (name: string) => ({ bundleId: `com.example.${name.toLowerCase()}`, name, version: '1' });
const [NEW, PHONE, WORDS, RACER, CHAT] = [app('New'), app('Phone'), app('Words'), app('Racer'), app('Chat')];
const APPS: Record<string, Array<ReturnType<typeof app>>> = { Mia: [PHONE], Ben: [], Kai: [WORDS, RACER, CHAT] };

/** The script begins on the evening before Berlin's clocks go back. It ends with the next school day in New York. */
const BEGIN = Date.parse('2026-10-24T18:00Z');
export const WHOLE_DAY = Date.parse('2026-10-26T22:00Z');
/** An earlier end of the script, after the night of the clock change. */
export const FIRST_NIGHT = Date.parse('2026-10-25T07:00Z');

const DEEDS: ReadonlyArray<Deed> = [
  { at: '2026-10-24T18:30Z', does: (house) => leave(house, 'Mia’s tablet') },
  { at: '2026-10-24T18:45Z', does: (house) => override(house, 'Mia', 'block', 30) },
  { at: '2026-10-24T19:30Z', does: (house) => comeBack(house, 'Mia’s tablet') },
  { at: '2026-10-24T20:00Z', does: (house) => override(house, 'Mia', 'grant', 30) },
  { at: '2026-10-24T21:00Z', does: (house) => use(house, 'Kai’s phone', 40) },
  { at: '2026-10-24T22:00Z', does: (house) => use(house, 'Kai’s tablet', 20) },
  { at: '2026-10-24T22:05Z', does: (house) => giveExtra(house, 'Kai', '2026-10-25', 15) },
  { at: '2026-10-24T22:10Z', does: (house) => install(house, 'Kai’s phone', NEW) },
  { at: '2026-10-24T22:15Z', does: (house) => direct(house, 'Kai', NEW, 'N') },
  { at: '2026-10-24T22:20Z', does: (house) => use(house, 'Kai’s phone', 15) },
  { at: '2026-10-24T23:00Z', does: (house) => pause(house, 'Ben', 30) },
  { at: '2026-10-24T23:10Z', does: (house) => resume(house, 'Ben') },
  // Kai's next day begins at 13:00 UTC with the full limit. Learning apps do not use up this limit; the game has a separate limit.
  { at: '2026-10-25T13:30Z', does: (house) => use(house, 'Kai’s phone', 25, WORDS) },
  { at: '2026-10-25T13:45Z', does: (house) => use(house, 'Kai’s phone', 10, RACER) },
  { at: '2026-10-25T13:55Z', does: (house) => leave(house, 'Kai’s tablet') },
  { at: '2026-10-25T14:00Z', does: (house) => use(house, 'Kai’s tablet', 10, RACER) },
  { at: '2026-10-25T14:30Z', does: (house) => comeBack(house, 'Kai’s tablet') },
  // An app schedule begins at 08:00 on Kai's Monday; the state of the device does not change.
  { at: '2026-10-25T21:00Z', does: () => undefined },
  { at: '2026-10-25T21:30Z', does: (house) => use(house, 'Kai’s phone', 40) },
  { at: '2026-10-25T22:00Z', does: () => undefined },
  // Pauses until further notice.
  { at: '2026-10-26T11:00Z', does: (house) => pause(house, 'Ben', null) },
  { at: '2026-10-26T11:20Z', does: (house) => resume(house, 'Ben') },
  { at: '2026-10-26T11:30Z', does: (house) => pause(house, 'Ben', 20) },
  // Ben is ill, so School is turned off today. His tablet gets the change when it is back online.
  { at: '2026-10-26T12:30Z', does: (house) => leave(house, 'Ben’s tablet') },
  { at: '2026-10-26T13:00Z', does: (house) => except(house, 'Ben', 'School', { date: '2026-10-26', off: true }) },
  { at: '2026-10-26T14:00Z', does: (house) => comeBack(house, 'Ben’s tablet') },
  { at: '2026-10-26T16:00Z', does: (house) => override(house, 'Ben', 'block', 45) },
  { at: '2026-10-26T16:15Z', does: (house) => override(house, 'Ben', 'grant', 45) },
  // A schedule for this afternoon only.
  { at: '2026-10-26T19:00Z', does: (house) => addAppSchedule(house, 'Ben', { name: 'Exam', from: '16:00', minutes: 45, isOnce: true }) },
];

export type DayOptions = { apiUrl: string; grant: (email: string) => Promise<unknown>; until: number; parent?: Parent };

/**
 * Runs a scripted day of three children in three time zones, with two devices each, on a moved clock (A130). `apiUrl` has to run the tests'
 * own entry. `parent`: an existing family; otherwise a new one signs up.
 * @returns one line per device for each instant at which the script acts or a device's state changes
 */
export async function liveADay(given: DayOptions): Promise<Array<Line>> {
  return (await liveUntil(given)).lines;
}

/** Like `liveADay`, and also returns `obey`, which steps every device once so that each applies its current rules. */
export async function liveUntil(given: DayOptions): Promise<{ lines: Array<Line>; obey(): Promise<void> }> {
  const house = await moveIn(given);
  const ahead = DEEDS.map(({ at, does }) => ({ at: Date.parse(at), does }));
  while (house.clock.now < given.until) {
    const turns = house.devices.flatMap(({ device }) => {
      const { nextChange } = decide(device.store.read(), house.clock.now);
      return nextChange === null ? [] : [nextChange.at];
    });
    const moments = [...turns, ...ahead.map(({ at }) => at), given.until].filter((at) => at > house.clock.now);
    await moveTo(house, given.apiUrl, Math.min(...moments));
    for (const { at, does } of ahead) if (at === house.clock.now) await does(house);
    await writeDown(house);
  }
  const obey = async () => {
    for (const { device } of house.devices) await step(device, true);
  };
  return { lines: house.lines, obey };
}

/** Returns the lines where a device or app differs from the script's record, or an online device from the API. */
export function findWrong(lines: ReadonlyArray<Line>): Array<Line> {
  return lines.filter(
    ({ enforced, expected, asked, isOffline, apps }) =>
      enforced !== expected ||
      (!isOffline && enforced !== asked) ||
      apps.some(({ isUsable, expected: expectedUsability }) => isUsable !== expectedUsability),
  );
}

async function moveIn({ apiUrl, grant, ...given }: DayOptions): Promise<House> {
  const parent = given.parent ?? (await Parent.signUp(fetch, undefined, apiUrl));
  await grant(parent.email);
  const house: House = { parent, members: new Map(), devices: [], clock: { now: BEGIN }, lines: [] };
  await moveTo(house, apiUrl, BEGIN);
  for (const { name, zone, devices } of CHILDREN) {
    const user = await parent.call(createUser, { body: { user_obj: { user_name: name, time_zone: zone } } });
    const member = { user, name, zone, book: emptyBook(zone) };
    house.members.set(name, member);
    for (const kind of devices) {
      const { code } = await parent.call(createPairing, { body: { user_id: user.user_id, os: 'android' } });
      const device: Device = { ...(await pairDevice(apiUrl, code, { modelName: `${name}’s ${kind}` })), now: () => house.clock.now };
      house.devices.push({ name: `${name}’s ${kind}`, member, device, away: null });
      for (const one of APPS[name] ?? []) install(house, `${name}’s ${kind}`, one);
    }
  }
  await switchBedtimeOn(house, 'Mia', '21:00', 600);
  await except(house, 'Mia', 'Bedtime', { date: '2026-10-25', from: '22:00', minutes: 540 });
  await direct(house, 'Mia', PHONE, 'A');
  await switchBedtimeOn(house, 'Ben', '21:30', 540);
  await addAppSchedule(house, 'Ben', { name: 'School', from: '08:00', minutes: 360, days: '0111110' });
  await setAllowance(house, 'Kai', 60);
  await setApps(house, 'Kai', (book) => {
    book.learning.push(WORDS.bundleId);
    book.limits[RACER.bundleId] = 15 * 60;
    return { uncounted_apps: { [WORDS.bundleId]: true }, app_limits: { [RACER.bundleId]: 15 * 60 } };
  });
  await addAppSchedule(house, 'Kai', { name: 'No chat', from: '08:00', minutes: 60, app: CHAT.bundleId });
  await writeDown(house);
  return house;
}

/** Moves the clocks of family, parent and devices to `at`. Runs everything that falls due in between. */
async function moveTo({ parent, clock }: House, apiUrl: string, at: number): Promise<void> {
  clock.now = at;
  parent.clock = at;
  const answer = await fetch(`${apiUrl}/test/clock`, { method: 'POST', body: JSON.stringify({ accountId: parent.accountId, at }) });
  if (!answer.ok) throw new Error(`The clock was not moved: ${answer.status}`);
}

/** Steps all devices twice, because they learn of each other's use with their next report. Then adds one line for each device. */
async function writeDown(house: House): Promise<void> {
  for (const hasToReport of [true, true]) for (const { device } of house.devices) await step(device, hasToReport);
  const statuses = await house.parent.call(getBlockStatus, { query: {} });
  for (const { name, member, device, away } of house.devices) {
    const state = device.store.read();
    const now = serverTime(state, house.clock.now);
    const book = away?.knownBook ?? member.book;
    const apps = state.apps.map((one) => ({ one, access: resolveApp(state, one.bundleId, now) }));
    house.lines.push({
      at: now,
      time: readClock(member.zone, now),
      device: name,
      enforced: state.applied?.state ?? 'nothing',
      expected: stateByBook(book, now),
      asked: statuses.find(({ user_id }) => user_id === member.user.user_id)?.state ?? 'nothing',
      isOffline: away !== null,
      apps: apps.map(({ one: { bundleId }, access }) => ({
        bundleId,
        isUsable: access.isUsable,
        expected: isUsableByBook(book, bundleId, now),
      })),
      why: [describeDecision(decide(state, now), now), ...apps.map(({ one, access }) => describeApp(one, access, member.zone, now))].join(
        ' ',
      ),
    });
  }
}

function memberOf({ members }: House, name: string): Member {
  const member = members.get(name);
  if (member === undefined) throw new Error(`There is no ${name}`);
  return member;
}

function deviceOf({ devices }: House, name: string): Owned {
  const owned = devices.find((one) => one.name === name);
  if (owned === undefined) throw new Error(`Nobody has ${name}`);
  return owned;
}

function leave(house: House, name: string): void {
  const owned = deviceOf(house, name);
  owned.away = { knownBook: structuredClone(owned.member.book), unreportedUse: [] };
  owned.device.store.update((state) => ({ ...state, offline: true }));
}

function comeBack(house: House, name: string): void {
  const owned = deviceOf(house, name);
  for (const tell of owned.away?.unreportedUse ?? []) tell(owned.member.book);
  owned.away = null;
  owned.device.store.update((state) => ({ ...state, offline: false }));
}

/** Records use on a device. While the device is offline, only the device itself knows of this use. */
function use(house: House, name: string, minutes: number, used: { bundleId: string } | null = null): void {
  const { device, member, away } = deviceOf(house, name);
  const { now } = house.clock;
  const openApp = used?.bundleId ?? null;
  device.store.update((state) => ({ ...addUsage({ ...state, openApp }, minutes * 60, now), openApp: null }));
  const note = (book: ChildBook) => noteUse(book, name, minutes * 60, openApp, now);
  note(away?.knownBook ?? member.book);
  away?.unreportedUse.push(note);
}

function install(house: House, name: string, one: ReturnType<typeof app>): void {
  deviceOf(house, name).device.store.update((state) => installApp(state, one));
}

type Patch = Parameters<typeof putGranularity.body.parse>[0];

/** Changes app settings. `say` records the change and returns the patch to send. */
async function setApps(house: House, name: string, say: (book: ChildBook) => Patch): Promise<void> {
  const { user, book } = memberOf(house, name);
  await house.parent.call(putGranularity, { body: putGranularity.body.parse({ user_id: user.user_id, patch: say(book) }) });
}

function direct(house: House, name: string, { bundleId }: { bundleId: string }, directive: 'A' | 'N'): Promise<void> {
  return setApps(house, name, (book) => {
    (directive === 'A' ? book.always : book.never).push(bundleId);
    return { app_directives: { [bundleId]: directive } };
  });
}

async function override(house: House, name: string, effect: 'block' | 'grant', minutes: number): Promise<void> {
  const { user, book } = memberOf(house, name);
  const until = house.clock.now + minutes * MINUTE;
  const body = { type: 'override' as const, ruledef_name: effect, expiry: until };
  await house.parent.call(createRule, { query: { user_id: user.user_id }, body });
  book.override = { effect, from: house.clock.now, until };
}

/** Pauses a child's devices; `minutes` null means until further notice. */
async function pause(house: House, name: string, minutes: number | null): Promise<void> {
  const { user, book } = memberOf(house, name);
  const duration = minutes === null ? {} : { duration: `PT${minutes}M` };
  await house.parent.call(createCommand, { body: { command: 'pause', action: 'pause', ...duration, user_id: user.user_id } });
  book.pause = { until: minutes === null ? null : house.clock.now + minutes * MINUTE };
}

async function resume(house: House, name: string): Promise<void> {
  const { user, book } = memberOf(house, name);
  await house.parent.call(createCommand, { body: { command: 'resume', action: 'resume', user_id: user.user_id } });
  book.pause = null;
}

async function change(house: House, name: string, changes: Record<string, unknown>): Promise<void> {
  const member = memberOf(house, name);
  const { user_id, updated_ts } = member.user;
  member.user = await house.parent.call(updateUser, { body: { user_id, updated_ts, ...changes } });
}

async function setAllowance(house: House, name: string, minutes: number): Promise<void> {
  await change(house, name, { allowance: Array(7).fill(minutes * 60), allowance_enabled: true });
  memberOf(house, name).book.allowance = minutes * 60;
}

async function giveExtra(house: House, name: string, date: string, minutes: number): Promise<void> {
  await change(house, name, { allowance_extra: { date, seconds: minutes * 60 } });
  memberOf(house, name).book.extra[date] = minutes * 60;
}

type AppScheduleInput = { name: string; from: string; minutes: number; days?: string; isOnce?: boolean };

/** Adds a schedule for the whole device, or for one app if `app` is given. */
async function addAppSchedule(
  house: House,
  name: string,
  { app: bundleId, ...window }: AppScheduleInput & { app?: string },
): Promise<void> {
  const { user, book } = memberOf(house, name);
  const own = windowOf({ ...window, at: house.clock.now });
  const query = { user_id: user.user_id };
  const body = {
    type: 'temporal' as const,
    rule_name: window.name,
    days: flagsOf(own),
    time_duration: `${window.from}PT${window.minutes}M`,
    recurring: window.isOnce !== true,
    suspended: false,
    ...(bundleId === undefined ? {} : { scope: 'apps' as const }),
  };
  const rule = await house.parent.call(createRule, { query, body });
  if (bundleId === undefined) book.schedules.push(own);
  else
    await setApps(house, name, () => {
      book.windows[bundleId] = [own];
      return { app_schedules: { [bundleId]: [rule.rule_id] } };
    });
}

async function switchBedtimeOn(house: House, name: string, from: string, minutes: number): Promise<void> {
  const own = windowOf({ name: 'Bedtime', from, minutes, at: house.clock.now });
  const time_duration = `${from}PT${minutes}M`;
  await changeRule(house, name, ({ type }) => type === 'temporal_default', { suspended: false, time_duration, days: flagsOf(own) });
  memberOf(house, name).book.schedules.push(own);
}

/** Turns a schedule off on one date, or gives it other times. */
async function except(
  house: House,
  name: string,
  schedule: string,
  exception: { date: string; off: true } | { date: string; from: string; minutes: number },
): Promise<void> {
  const own = memberOf(house, name).book.schedules.find((one) => one.name === schedule);
  if (own === undefined) throw new Error(`${name} has no ${schedule}`);
  const { date } = exception;
  const isIt = (rule: RuleWire) => (schedule === 'Bedtime' ? rule.type === 'temporal_default' : rule.rule_name === schedule);
  if ('off' in exception) {
    await changeRule(house, name, isIt, { exceptions: [{ date, off: true }] });
    own.exceptions.push({ date, change: 'off' });
  } else {
    const { from, minutes } = exception;
    await changeRule(house, name, isIt, { exceptions: [{ date, window: `${from}PT${minutes}M` }] });
    own.exceptions.push({ date, change: 'window', window: windowOf({ name: '', from, minutes, at: 0 }).window });
  }
}

async function changeRule(house: House, name: string, isIt: (rule: RuleWire) => boolean, changes: Record<string, unknown>): Promise<void> {
  const query = { user_id: memberOf(house, name).user.user_id };
  const rule = (await house.parent.call(listRules, { query })).find(isIt);
  if (rule === undefined) throw new Error(`${name} has no such rule`);
  await house.parent.call(updateRule, { query, body: { rule_id: rule.rule_id, updated_ts: rule.updated_ts, ...changes } });
}

function flagsOf({ weekdays }: Schedule): Array<0 | 1> {
  return weekdays.map((isOn) => (isOn ? 1 : 0));
}
