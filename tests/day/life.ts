import { stateOnWall } from '../../app/domain/clock.oracle.ts';
import { localDate, minuteOfDay } from '../../app/domain/time.ts';
import { getBlockStatus } from '../../app/wire/block-status.ts';
import { createCommand } from '../../app/wire/command.ts';
import { toQuestion } from '../../app/wire/device.ts';
import { createPairing, createUser, type UserWire, updateUser } from '../../app/wire/family.ts';
import { putGranularity } from '../../app/wire/granularity.ts';
import { createRule, listRules, updateRule } from '../../app/wire/rule.ts';
import { installApp, resolveApp } from '../../device/apps.ts';
import type { Device } from '../../device/call.ts';
import { decide, serverTime } from '../../device/decide.ts';
import { step } from '../../device/device.ts';
import { addUsage } from '../../device/transitions.ts';
import { describeApp, describeDecision } from '../../device/words.ts';
import { pairDevice } from '../../tools/pair-device.ts';
import { Parent } from '../clients/parent.ts';

/** One line of the table. `enforced`: what the device itself did; `known`: by the rules it knows; `asked`: by page and API; each in one word. */
export type Line = {
  at: number;
  time: string;
  device: string;
  enforced: string;
  known: string;
  asked: string;
  isOffline: boolean;
  why: string;
};

type Member = { user: UserWire; name: string; zone: string };
type Owned = { name: string; member: Member; device: Device; isOffline: boolean };
type House = { parent: Parent; members: Map<string, Member>; devices: Array<Owned>; clock: { now: number }; lines: Array<Line> };
type Deed = { at: string; does: (house: House) => Promise<unknown> };

const MINUTE = 60_000;
const CHILDREN = [
  { name: 'Mia', zone: 'Europe/Berlin', devices: ['phone', 'tablet'] },
  { name: 'Ben', zone: 'America/New_York', devices: ['phone', 'tablet'] },
  { name: 'Kai', zone: 'Australia/Lord_Howe', devices: ['phone', 'tablet'] },
];
const NEW_APP = { bundleId: 'com.example.new', name: 'New game', version: '1' };

/** From the evening before the night in which Berlin's clocks go back to the end of the next school day in New York. */
const BEGIN = Date.parse('2026-10-24T18:00Z');
export const WHOLE_DAY = Date.parse('2026-10-26T21:00Z');
/** Ends after the night of the clock change. */
export const FIRST_NIGHT = Date.parse('2026-10-25T07:00Z');

const DEEDS: ReadonlyArray<Deed> = [
  { at: '2026-10-24T18:30Z', does: async (house) => switchLine(house, 'Mia’s tablet', true) },
  { at: '2026-10-24T18:45Z', does: (house) => override(house, 'Mia', 'block', 30) },
  { at: '2026-10-24T19:30Z', does: async (house) => switchLine(house, 'Mia’s tablet', false) },
  { at: '2026-10-24T20:00Z', does: (house) => override(house, 'Mia', 'grant', 30) },
  { at: '2026-10-24T21:00Z', does: async (house) => use(house, 'Kai’s phone', 40) },
  { at: '2026-10-24T22:00Z', does: async (house) => use(house, 'Kai’s tablet', 20) },
  { at: '2026-10-24T22:05Z', does: (house) => change(house, 'Kai', { allowance_extra: { date: '2026-10-25', seconds: 900 } }) },
  { at: '2026-10-24T22:10Z', does: async (house) => install(house, 'Kai’s phone') },
  { at: '2026-10-24T22:15Z', does: forbidNewApp },
  { at: '2026-10-24T22:20Z', does: async (house) => use(house, 'Kai’s phone', 15) },
  { at: '2026-10-24T23:00Z', does: (house) => pause(house, 'Ben', 'PT30M') },
  { at: '2026-10-24T23:10Z', does: (house) => resume(house, 'Ben') },
  { at: '2026-10-26T11:30Z', does: (house) => pause(house, 'Ben', 'PT20M') },
  { at: '2026-10-26T16:00Z', does: (house) => override(house, 'Ben', 'grant', 45) },
];

/**
 * Three children in three zones with two devices each live through a scripted day on a moved clock (A130); the API is the one under the tests'
 * own entry. Gives a line per device for each instant at which somebody did something or rules turned.
 */
export async function liveADay(given: { apiUrl: string; grant: (email: string) => Promise<unknown>; until: number }): Promise<Array<Line>> {
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
  return house.lines;
}

async function moveIn({ apiUrl, grant }: { apiUrl: string; grant: (email: string) => Promise<unknown> }): Promise<House> {
  const parent = await Parent.signUp(fetch, undefined, apiUrl);
  await grant(parent.email);
  const house: House = { parent, members: new Map(), devices: [], clock: { now: BEGIN }, lines: [] };
  await moveTo(house, apiUrl, BEGIN);
  for (const { name, zone, devices } of CHILDREN) {
    const user = await parent.call(createUser, { body: { user_obj: { user_name: name, time_zone: zone } } });
    const member = { user, name, zone };
    house.members.set(name, member);
    for (const kind of devices) {
      const { code } = await parent.call(createPairing, { body: { user_id: user.user_id, os: 'android' } });
      const device: Device = { ...(await pairDevice(apiUrl, code)), now: () => house.clock.now };
      house.devices.push({ name: `${name}’s ${kind}`, member, device, isOffline: false });
    }
  }
  await switchBedtimeOn(house, 'Mia', '21:00PT600M');
  await switchBedtimeOn(house, 'Ben', '21:30PT540M');
  const school = { type: 'temporal', rule_name: 'School', days: [0, 1, 1, 1, 1, 1, 0], time_duration: '08:00PT360M' } as const;
  await parent.call(createRule, { query: { user_id: idOf(house, 'Ben') }, body: { ...school, recurring: true, suspended: false } });
  await change(house, 'Kai', { allowance: Array(7).fill(3600), allowance_enabled: true });
  await writeDown(house);
  return house;
}

/** Everybody's clock: what falls due on the way is done. */
async function moveTo({ parent, clock }: House, apiUrl: string, at: number): Promise<void> {
  clock.now = at;
  parent.clock = at;
  const answer = await fetch(`${apiUrl}/test/clock`, { method: 'POST', body: JSON.stringify({ accountId: parent.accountId, at }) });
  if (!answer.ok) throw new Error(`The clock was not moved: ${answer.status}`);
}

/** All devices have their turn, then each is a line. Twice: what one has used is told to the others with their next report. */
async function writeDown(house: House): Promise<void> {
  for (const hasToReport of [true, true]) for (const { device } of house.devices) await step(device, hasToReport);
  const statuses = await house.parent.call(getBlockStatus, { query: {} });
  for (const { name, member, device, isOffline } of house.devices) {
    const state = device.store.read();
    const now = serverTime(state, house.clock.now);
    const [user] = state.policy?.rules.users ?? [];
    if (user === undefined) throw new Error(`${name} has no rules`);
    const today = localDate(now, member.zone);
    const used = [...state.usage, ...state.usageElsewhere]
      .filter(({ date }) => date === today)
      .reduce((sum, { seconds }) => sum + seconds, 0);
    const app = state.apps.map((one) => ` ${describeApp(one, resolveApp(state, one.bundleId, now), member.zone, now)}`).join('');
    house.lines.push({
      at: now,
      time: clockText(now, member.zone),
      device: name,
      enforced: state.applied?.state ?? 'nothing',
      known: stateOnWall(toQuestion(user, used, now), now),
      asked: statuses.find(({ user_id }) => user_id === member.user.user_id)?.state ?? 'nothing',
      isOffline,
      why: describeDecision(decide(state, now), now) + app,
    });
  }
}

function clockText(at: number, zone: string): string {
  const minute = minuteOfDay(at, zone);
  return `${localDate(at, zone)} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function idOf({ members }: House, name: string): string {
  return members.get(name)?.user.user_id ?? '';
}

function deviceOf({ devices }: House, name: string): Owned {
  const owned = devices.find((one) => one.name === name);
  if (owned === undefined) throw new Error(`Nobody has ${name}`);
  return owned;
}

function switchLine(house: House, name: string, isOffline: boolean): void {
  const owned = deviceOf(house, name);
  owned.isOffline = isOffline;
  owned.device.store.update((state) => ({ ...state, offline: isOffline }));
}

function use(house: House, name: string, minutes: number): void {
  deviceOf(house, name).device.store.update((state) => addUsage(state, minutes * 60, house.clock.now));
}

function install(house: House, name: string): void {
  deviceOf(house, name).device.store.update((state) => installApp(state, NEW_APP));
}

function forbidNewApp(house: House): Promise<unknown> {
  return house.parent.call(putGranularity, {
    body: { user_id: idOf(house, 'Kai'), patch: { app_directives: { [NEW_APP.bundleId]: 'N' } } },
  });
}

function override(house: House, name: string, effect: 'block' | 'grant', minutes: number): Promise<unknown> {
  const body = { type: 'override', ruledef_name: effect, expiry: house.clock.now + minutes * MINUTE };
  return house.parent.call(createRule, { query: { user_id: idOf(house, name) }, body });
}

function pause(house: House, name: string, duration: string): Promise<unknown> {
  const user_id = idOf(house, name);
  return house.parent.call(createCommand, { body: { command: 'pause', action: 'pause', duration, user_id } });
}

function resume(house: House, name: string): Promise<unknown> {
  return house.parent.call(createCommand, { body: { command: 'resume', action: 'resume', user_id: idOf(house, name) } });
}

async function change(house: House, name: string, changes: Record<string, unknown>): Promise<void> {
  const member = house.members.get(name);
  if (member === undefined) throw new Error(`There is no ${name}`);
  const { user_id, updated_ts } = member.user;
  member.user = await house.parent.call(updateUser, { body: { user_id, updated_ts, ...changes } });
}

async function switchBedtimeOn(house: House, name: string, time_duration: string): Promise<void> {
  const query = { user_id: idOf(house, name) };
  const bedtime = (await house.parent.call(listRules, { query })).find(({ type }) => type === 'temporal_default');
  const body = { rule_id: bedtime?.rule_id, updated_ts: bedtime?.updated_ts, suspended: false, time_duration };
  await house.parent.call(updateRule, { query, body });
}
