import type { AckBody, ReportBody } from '#app/wire/device.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { createRule } from '#app/wire/rule.ts';
import { Agent } from '#tests/clients/agent.ts';
import { Parent } from '#tests/clients/parent.ts';
import { fromNewAddress, plainLine } from '../household.ts';
import { check, type DeviceMessage, type Ledger, type Violation } from '../ledger.ts';
import { observe, order } from '../observe.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

const CHANGES = 6;

/** Delivers each message of a device up to three times, in any order. Acks may arrive before their command was fetched. */
export const outOfOrder: Scenario = {
  name: 'out-of-order',
  fault: 'a device’s words arrive in any order, and again',
  holds: ['I1', 'I3', 'I4'],
  run: async ({ script, random, size }) => {
    const server = await startServer(script);
    const rounds = size === 'short' ? 3 : 40;
    const violations: Array<Violation> = [];
    try {
      for (let round = 0; round < rounds; round += 1) violations.push(...(await shuffleOnce(server.apiUrl, random)));
      return { times: rounds * CHANGES * 2, violations };
    } finally {
      await server.close();
    }
  },
};

async function shuffleOnce(apiUrl: string, random: Random): Promise<Array<Violation>> {
  const send = fromNewAddress(plainLine);
  const parent = await Parent.signUp(send, undefined, apiUrl);
  await order(apiUrl, 'grant', { email: parent.email, sku: 'premium_monthly' });
  const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const { code } = await parent.call(createPairing, { body: { user_id, os: 'android' } });
  const agent = await Agent.enrol(send, { code }, crypto.randomUUID(), apiUrl);
  let state = 'allowed';
  const ledger: Ledger = { taps: [], messages: [], devices: new Map([[user_id, [agent.deviceId]]]), stateOf: () => state, seq: 0 };
  const date = new Date().toISOString().slice(0, 10);
  for (let change = 1; change <= CHANGES; change += 1) {
    const kind = random.chance(0.5) ? 'block' : 'grant';
    state = kind === 'block' ? 'blocked' : 'allowed';
    const key = crypto.randomUUID();
    const body = { type: 'override', ruledef_name: kind, expiry: null };
    const rule = await parent.call(createRule, { query: { user_id }, body }, { key });
    ledger.taps.push({ key, childId: user_id, action: { kind, ruleId: null }, outcome: { status: 200, body: rule } });
    const [status] = (await observe(apiUrl, parent)).status;
    const command = status?.devices?.[0]?.command;
    if (command === null || command === undefined) throw new Error('A block without a command');
    const applied = state === 'blocked' ? ('blocked' as const) : ('allowed' as const);
    const [at, schedule_ts] = [Date.now(), command.schedule_ts];
    const acks: AckBody = [{ id: command.id, status: 'ok', schedule_ts, applied, at }];
    const report: ReportBody = {
      seq: change,
      at,
      versions: { os_version: '16', app_version: '9.0.0' },
      applied: { state: applied, schedule_ts },
      usage: [{ user_id, date, seconds: change * 60 }],
    };
    ledger.messages.push({ deviceId: agent.deviceId, isAcknowledged: true, kind: 'ack', acks });
    ledger.messages.push({ deviceId: agent.deviceId, isAcknowledged: true, kind: 'report', report });
  }
  for (const word of shuffled(ledger.messages, random)) {
    const [path, body] = word.kind === 'ack' ? ['/device/ack', word.acks] : ['/device/report', word.report];
    const { status } = await agent.raw('POST', path, body);
    if (status !== 200) return [{ invariant: 'I1', what: `${path} out of order was answered ${status}` }];
  }
  return check(ledger, await observe(apiUrl, parent), 'settled');
}

/** Returns each message one to three times, in random order. */
function shuffled(words: ReadonlyArray<DeviceMessage>, random: Random): Array<DeviceMessage> {
  return words
    .flatMap((word) => Array.from({ length: 1 + random.int(3) }, () => ({ word, place: random.next() })))
    .sort((a, b) => a.place - b.place)
    .map(({ word }) => word);
}
