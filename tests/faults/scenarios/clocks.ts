import { addDays, startOfDay } from '#app/domain/time.ts';
import { getBlockStatus } from '#app/wire/block-status.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { createRule } from '#app/wire/rule.ts';
import { decide } from '#device/decide.ts';
import { step } from '#device/device.ts';
import { Parent } from '#tests/clients/parent.ts';
import { checkNow, fromNewAddress, moveIn, newDevice, plainLine, settle, tap } from '../household.ts';
import type { Ledger, Violation } from '../ledger.ts';
import { order } from '../observe.ts';
import { repeatUntilViolation } from '../repeat.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const send = fromNewAddress(plainLine);

export const clockJumps: Scenario = {
  name: 'clock-jumps',
  fault: 'the server’s clock jumps by an hour, both ways',
  holds: ['I1', 'I2', 'I3', 'I4', 'I7'],
  run: async ({ script, random, size }) => {
    const server = await startServer(script);
    const jumps = size === 'short' ? 4 : 24;
    try {
      const household = await moveIn(server.apiUrl);
      const [first] = household.lanes;
      if (first === undefined) throw new Error('A household without a parent');
      let at = Date.now();
      return await repeatUntilViolation(jumps, async (jump) => {
        at += (jump % 2 === 0 ? 1 : -1) * HOUR + 1000;
        await order(server.apiUrl, 'skip', { accountId: first.parent.accountId, at });
        // The web Worker shares the machine's clock with the family. Devices have their own clocks and learn the time from answers.
        for (const { parent } of household.lanes) parent.clock = at;
        for (const lane of household.lanes) for (let taps = 0; taps < 3; taps += 1) await tap(household.ledger, lane, random);
        await order(server.apiUrl, 'ring', { accountId: first.parent.accountId, times: 1 });
        await settle(household, random);
        return checkNow(server.apiUrl, household, 'settled');
      });
    } finally {
      await server.close();
    }
  },
};

/** Both clock-change days of 2027 in three zones. The last zone changes by half an hour. */
const CHANGE_DAYS = [
  { zone: 'Europe/Berlin', date: '2027-03-28' },
  { zone: 'Europe/Berlin', date: '2027-10-31' },
  { zone: 'America/New_York', date: '2027-03-14' },
  { zone: 'America/New_York', date: '2027-11-07' },
  { zone: 'Australia/Lord_Howe', date: '2027-04-04' },
  { zone: 'Australia/Lord_Howe', date: '2027-10-03' },
];
/** Schedules across the clock change, into it, out of it, and within the hour that is skipped or repeated. */
const WINDOWS = ['21:00PT360M', '01:30PT60M', '02:10PT10M', '03:00PT45M', '05:59PT1M'];

export const clockChange: Scenario = {
  name: 'clock-change',
  fault: 'both clock-change days in three zones, with the device offline since the day before',
  holds: ['I4'],
  run: async ({ script, size }) => {
    const server = await startServer(script);
    const violations: Array<Violation> = [];
    let minutes = 0;
    try {
      const days = size === 'short' ? [CHANGE_DAYS[0], CHANGE_DAYS[5]] : CHANGE_DAYS;
      for (const day of days) {
        if (day === undefined) continue;
        const found = await compareDay(server.apiUrl, day, size === 'short' ? 120 : 15);
        minutes += found.minutes;
        violations.push(...found.violations);
      }
      return { times: minutes, violations };
    } finally {
      await server.close();
    }
  },
};

/** Compares the states of device and server at each minute with a change, the adjacent minutes, and every `stride` minutes. */
async function compareDay(apiUrl: string, { zone, date }: { zone: string; date: string }, stride: number) {
  const midnight = startOfDay(date, zone);
  const email = (await Parent.signUp(send, undefined, apiUrl)).email;
  await order(apiUrl, 'grant', { email, sku: 'premium_monthly' });
  const { accountId } = await Parent.signIn(send, email, apiUrl);
  const start = startOfDay(addDays(date, -1), zone);
  await order(apiUrl, 'skip', { accountId, at: start });
  const parent = await Parent.signIn(send, email, apiUrl);
  parent.clock = start;
  await order(apiUrl, 'grant', { email, sku: 'premium_monthly' });
  const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: zone } } });
  const query = { user_id };
  for (const [index, time_duration] of WINDOWS.entries()) {
    const body = { type: 'temporal', rule_name: `Window ${index}`, days: [1, 1, 1, 1, 1, 1, 1], time_duration };
    await parent.call(createRule, { query, body });
  }
  const { code } = await parent.call(createPairing, { body: { user_id, os: 'android' } });
  const ledger: Ledger = { taps: [], messages: [], devices: new Map(), stateOf: () => null, seq: 0 };
  const device = await newDevice(ledger, send, apiUrl, code, () => start);
  await step(device, true);
  const state = device.store.read();
  const own = (at: number): string => decide(state, at).state;
  const [from, to] = [midnight - 4 * HOUR, midnight + 9 * HOUR];
  const violations: Array<Violation> = [];
  let minutes = 0;
  for (let at = from; at < to; at += MINUTE) {
    const isEdge = [-1, 0, 1].some((off) => own(at + off * MINUTE) !== own(at + (off - 1) * MINUTE));
    if (!isEdge && ((at - from) / MINUTE) % stride !== 0) continue;
    minutes += 1;
    await order(apiUrl, 'clock', { accountId, at });
    parent.clock = at;
    const [status] = await parent.call(getBlockStatus);
    const promised = decide(state, at).nextChange?.at ?? null;
    const isSame = status?.state === own(at) && (status.next_change?.at ?? null) === promised;
    if (!isSame)
      violations.push({ invariant: 'I4', what: `${zone} ${new Date(at).toISOString()}: server ${status?.state}, device ${own(at)}` });
  }
  return { minutes, violations };
}
