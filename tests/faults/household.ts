import { ackCommands, sendReport } from '#app/wire/device.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import type { Device } from '#device/call.ts';
import { serverTime } from '#device/decide.ts';
import { act, memoryStore, step } from '#device/device.ts';
import { enrol } from '#device/enrol.ts';
import { isAskedToWait } from '#device/reports.ts';
import { newDeviceState } from '#device/state.ts';
import { addUsage } from '#device/usage.ts';
import { Parent, uniqueEmail } from '../clients/parent.ts';
import { check, type Ledger, type Moment, type ParentAction, type Tap, type Violation } from './ledger.ts';
import { goLive, toDeviceMessage } from './live-device.ts';
import { observe, order } from './observe.ts';
import type { Random } from './random.ts';

/** How the requests of a household reach the server. Faults replace this function. */
export type Line = (request: Request) => Promise<Response>;

/** One child with a parent who taps, and the child's devices. The lanes of a household act independently but belong to one family. */
export type Lane = { childId: string; parent: Parent; devices: Array<Device>; adds: Record<string, unknown> };

export type Household = {
  email: string;
  lanes: Array<Lane>;
  ledger: Ledger;
  /** Replaces the line that requests take from now on. */
  travelBy: (line: Line) => void;
};

const CHILDREN = [
  { name: 'Mia', zone: 'Europe/Berlin', devices: 2 },
  { name: 'Ben', zone: 'America/New_York', devices: 1 },
];
const ABOUT = {
  make: 'Acme',
  model: 'A1',
  modelName: 'Acme One',
  os: 'android',
  osVersion: '16',
  appVersion: '9.0.0',
  udid: 'u',
  managementLevel: 'owner',
};

export const plainLine: Line = (request) => fetch(request);

let addresses = 0;

/** Sends every request from a new address, so that no limit per address is reached. */
export function fromNewAddress(line: Line): Line {
  return (request) => {
    addresses += 1;
    const known = new Request(request);
    known.headers.set('X-Forwarded-For', `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`);
    return line(known);
  };
}

/**
 * Creates a family with two children, three devices and a plan without limits. `apiUrl` may lead through a proxy; orders to the tests'
 * entry go to `directUrl`. `adds`: fields that the parents' pages send and this server does not know.
 */
export async function moveIn(
  apiUrl: string,
  options: { directUrl?: string; now?: () => number; adds?: Record<string, unknown> } = {},
): Promise<Household> {
  let line: Line = plainLine;
  const send: Line = fromNewAddress((request) => line(request));
  const email = uniqueEmail();
  const first = await Parent.signUp(send, email, apiUrl);
  await order(options.directUrl ?? apiUrl, 'grant', { email, sku: 'premium_monthly' });
  const devices = new Map<string, Array<string>>();
  const lanes: Array<Lane> = [];
  const stateOf = (deviceId: string): string | null => {
    const device = lanes.flatMap((lane) => lane.devices).find((one) => idOf(one) === deviceId);
    return device?.store.read().applied?.state ?? null;
  };
  const ledger: Ledger = { taps: [], messages: [], devices, stateOf, seq: 0 };
  for (const child of CHILDREN) {
    const parent = lanes.length === 0 ? first : await Parent.signIn(send, email, apiUrl);
    const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: child.name, time_zone: child.zone } } });
    const lane: Lane = { childId: user_id, parent, devices: [], adds: options.adds ?? {} };
    for (let count = 0; count < child.devices; count += 1) {
      const pairing = await parent.call(createPairing, { body: { user_id, os: 'android' } });
      lane.devices.push(await newDevice(ledger, send, apiUrl, pairing.code, options.now ?? Date.now));
    }
    devices.set(user_id, lane.devices.map(idOf));
    lanes.push(lane);
  }
  const travelBy = (other: Line): void => {
    line = other;
  };
  for (const device of lanes.flatMap((lane) => lane.devices)) await step(device, true);
  return { email, lanes, ledger, travelBy };
}

/** Enrolls a device that uses the device library, and records in the ledger what the device sends. `now`: the device’s own clock. */
export async function newDevice(ledger: Ledger, send: Line, apiUrl: string, code: string, now: () => number): Promise<Device> {
  const state = newDeviceState({ apiUrl, nonce: crypto.randomUUID(), about: ABOUT });
  const device: Device = {
    store: memoryStore(state),
    now,
    fetch: async (input, init) => listen(ledger, device, new Request(input, init), send),
  };
  const outcome = await enrol(device, { by: 'code', code, pinnedKey: null });
  if (outcome.kind !== 'value') throw new Error(`The device could not be enrolled: ${JSON.stringify(outcome)}`);
  return device;
}

export function idOf(device: Device): string {
  const { enrolment } = device.store.read();
  if (enrolment.kind !== 'enrolled') throw new Error('This device is not enrolled');
  return enrolment.deviceId;
}

/** Adds the device’s message to the ledger before sending it, and sets `isAcknowledged` once a complete successful answer has arrived. */
async function listen(ledger: Ledger, device: Device, request: Request, send: Line): Promise<Response> {
  const { pathname } = new URL(request.url);
  const type = pathname === ackCommands.path ? 'ack' : pathname === sendReport.path ? 'report' : null;
  const message = type === null ? null : toDeviceMessage(idOf(device), { type, body: await request.clone().json() });
  if (message !== null) ledger.messages.push(message);
  const answer = await send(request);
  const text = answer.status === 304 ? null : await answer.text();
  if (message !== null && answer.ok) message.isAcknowledged = true;
  return new Response(text, { status: answer.status, headers: answer.headers });
}

/**
 * Connects the first device of each lane by socket.
 * @returns a function that disconnects them
 */
export function connectDevices({ lanes, ledger }: Household): () => void {
  const sockets = lanes.flatMap(({ devices: [first] }) => (first === undefined ? [] : [goLive(ledger, first, idOf(first))]));
  return () => {
    for (const socket of sockets) socket.end();
  };
}

/**
 * Runs parents and devices at the same time until `isOver`: parents tap, devices are used, step and report. Connected devices get changes
 * by socket.
 */
export async function live(household: Household, random: Random, isOver: () => boolean): Promise<void> {
  const lanes = household.lanes.map(async (lane) => {
    while (!isOver()) await tap(household.ledger, lane, random);
  });
  const devices = household.lanes
    .flatMap((lane) => lane.devices)
    .map(async (device) => {
      while (!isOver()) {
        device.store.update((state) => addUsage(state, 1 + random.int(30), device.now()));
        const isLive = device.uplink?.isOpen() === true;
        if (isLive && random.chance(0.8)) await act(device);
        else await step(device, random.chance(0.5));
        // Messages arrive only when the event loop runs, and an idle `act` never yields to it.
        await new Promise((done) => setTimeout(done, 1));
      }
    });
  await Promise.all([...lanes, ...devices]);
}

/** Sends one tap of the lane's parent, or repeats the last one if it has no answer yet. */
export async function tap(ledger: Ledger, lane: Lane, random: Random): Promise<void> {
  const own = ledger.taps.filter(({ childId }) => childId === lane.childId);
  const last = own.at(-1);
  const next: Tap =
    last !== undefined && last.outcome === null
      ? last
      : { key: crypto.randomUUID(), childId: lane.childId, action: pickAction(own, random), outcome: null };
  if (next !== last) ledger.taps.push(next);
  try {
    next.outcome = await ask(lane, next);
  } catch {
    // Without an answer the outcome stays null, so the next call repeats the tap.
  }
}

/**
 * Sends a tap once.
 * @throws without a complete answer or on a 5xx: in both cases the outcome is unknown
 */
async function ask({ parent, adds }: Lane, { key, childId, action }: Tap): Promise<{ status: number; body: unknown }> {
  const rule = `/rule?user_id=${childId}`;
  const send = (method: string, path: string, body?: object) =>
    parent.raw(method, path, body === undefined ? undefined : { ...body, ...adds }, { key });
  const answer = await (action.kind === 'ask'
    ? send('POST', '/command', { command: 'device_info', user_id: childId })
    : action.kind === 'lift' || action.kind === 'drop'
      ? send('DELETE', `${rule}&rule_ids=${action.ruleId}`)
      : action.kind === 'schedule'
        ? send('POST', rule, {
            type: 'temporal',
            rule_name: 'Homework',
            days: [0, 1, 1, 1, 1, 1, 0],
            time_duration: '15:00PT60M',
            suspended: true,
          })
        : send('POST', rule, { type: 'override', ruledef_name: action.kind, expiry: null }));
  if (answer.status >= 500) throw new Error(`${answer.status}`);
  return answer;
}

/** Chooses the next tap from the rules that are known to exist. */
function pickAction(taps: ReadonlyArray<Tap>, random: Random): ParentAction {
  const made = (kinds: ReadonlyArray<string>): Array<string> =>
    taps.flatMap(({ action, outcome }) => (kinds.includes(action.kind) && outcome?.status === 200 ? [ruleIdOf(outcome.body)] : []));
  const dropped = taps.flatMap(({ action }) => (action.ruleId === null ? [] : [action.ruleId]));
  const override = made(['block', 'grant']).at(-1);
  const schedule = made(['schedule']).find((id) => !dropped.includes(id));
  const kinds: Array<ParentAction> = [
    { kind: 'block', ruleId: null },
    { kind: 'grant', ruleId: null },
    { kind: 'ask', ruleId: null },
    schedule === undefined ? { kind: 'schedule', ruleId: null } : { kind: 'drop', ruleId: schedule },
  ];
  if (override !== undefined && !dropped.includes(override)) kinds.push({ kind: 'lift', ruleId: override });
  return random.pick(kinds);
}

function ruleIdOf(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'rule_id' in body) return String(body.rule_id);
  throw new Error(`An answer without rule_id: ${JSON.stringify(body)}`);
}

/** Compares the rows in the family's object with what its clients know. */
export async function checkNow(apiUrl: string, { ledger, lanes }: Household, moment: Moment): Promise<Array<Violation>> {
  const [lane] = lanes;
  if (lane === undefined) throw new Error('A household without a parent');
  const observed = await observe(apiUrl, lane.parent);
  const violations = check(ledger, observed, moment);
  ledger.seq = Math.max(ledger.seq, observed.seq);
  return violations;
}

/**
 * Waits if the server asked the device to send no reports for a while.
 * @returns whether it waited
 */
async function restAsAsked(device: Device): Promise<boolean> {
  const state = device.store.read();
  const now = serverTime(state, device.now());
  const isAsked = isAskedToWait(state, now);
  if (isAsked) await new Promise((done) => setTimeout(done, (state.reportsRestUntil ?? now) - now));
  return isAsked;
}

/**
 * Repeats unanswered taps, and steps every device until nothing is left to send.
 * @throws Error when a tap or a device does not finish
 */
export async function settle({ ledger, lanes }: Household, random: Random): Promise<void> {
  for (const lane of lanes) {
    const isOpen = (): boolean => ledger.taps.some(({ childId, outcome }) => childId === lane.childId && outcome === null);
    for (let tries = 0; isOpen(); tries += 1) {
      if (tries > 50) throw new Error('A request is never answered');
      await tap(ledger, lane, random);
    }
    for (const device of lane.devices) {
      for (let steps = 0; ; steps += (await restAsAsked(device)) ? 10 : 1) {
        if (steps > 50) throw new Error(`A device never comes to rest: ${JSON.stringify(device.store.read())}`);
        await step(device);
        const { unsentAcks, unsentReports, inbox, unreachableSince } = device.store.read();
        if (unsentAcks.length + unsentReports.length + inbox.length === 0 && unreachableSince === null) break;
      }
    }
  }
}
