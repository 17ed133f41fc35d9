import { createCommand } from '#app/wire/command.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { createRule } from '#app/wire/rule.ts';
import { Agent } from '#tests/clients/agent.ts';
import { Parent } from '#tests/clients/parent.ts';
import { fromNewAddress, plainLine } from '../household.ts';
import type { Violation } from '../ledger.ts';
import { type Observed, observe, order } from '../observe.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const send = fromNewAddress(plainLine);

type Ringing = 'on time' | 'twice' | 'late' | 'skipped';

export const alarms: Scenario = {
  name: 'alarms',
  fault: 'the alarm rings twice, late, or not at all',
  holds: ['I2', 'I3', 'I4'],
  run: async ({ script }) => {
    const server = await startServer(script);
    try {
      const start = tomorrowAt10(Date.now());
      const onTime = await waitingFamily(server.apiUrl, start, 'on time');
      const twice = await waitingFamily(server.apiUrl, start, 'twice');
      const late = await waitingFamily(server.apiUrl, start, 'late');
      const skipped = await waitingFamily(server.apiUrl, start, 'skipped');
      const violations = [
        ...checkEnds('on time', onTime),
        ...checkEnds('twice', twice),
        ...checkEnds('late', late),
        ...checkEnds('skipped', skipped),
      ];
      const [wanted, found] = [countsOf(onTime), countsOf(twice)];
      if (wanted !== found) violations.push({ invariant: 'I2', what: `rung once there is ${wanted}, rung twice ${found}` });
      return { times: 4, violations };
    } finally {
      await server.close();
    }
  },
};

/** Returns 10:00 UTC (19:00 in Tokyo) of tomorrow. In the next two hours no day ends and no clock changes. */
function tomorrowAt10(now: number): number {
  const day = new Date(now + 24 * HOUR).toISOString().slice(0, 10);
  return Date.parse(`${day}T10:00:00Z`);
}

/**
 * Creates a family with four events due: a block ends, a request and a pairing expire, and a schedule begins. Runs its alarm as `ringing`
 * specifies.
 * @returns the rows of the family
 */
async function waitingFamily(apiUrl: string, start: number, ringing: Ringing): Promise<Observed> {
  const parent = await Parent.signUp(send, undefined, apiUrl);
  const { accountId } = parent;
  await order(apiUrl, 'grant', { email: parent.email, sku: 'premium_monthly' });
  const moveTo = async (at: number): Promise<void> => {
    await order(apiUrl, 'skip', { accountId, at });
    parent.clock = at;
  };
  await order(apiUrl, 'clock', { accountId, at: start });
  parent.clock = start;
  const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Asia/Tokyo' } } });
  const { code } = await parent.call(createPairing, { body: { user_id, os: 'android' } });
  const agent = await Agent.enrol(send, { code }, crypto.randomUUID(), apiUrl);
  agent.clock = start;
  await agent.report('allowed');
  const query = { user_id };
  const lesson = { type: 'temporal', rule_name: 'Homework', days: [1, 1, 1, 1, 1, 1, 1], time_duration: '19:30PT30M' };
  await parent.call(createRule, { query, body: lesson });
  await parent.call(createRule, { query, body: { type: 'override', ruledef_name: 'block', expiry: start + 20 * MINUTE } });
  await parent.call(createPairing, { body: { user_id, os: 'iOS' } });
  await parent.call(createCommand, { body: { command: 'device_info', device_id: agent.deviceId } });
  const end = start + 2 * HOUR;
  if (ringing === 'on time') await order(apiUrl, 'clock', { accountId, at: end });
  if (ringing === 'twice') {
    for (let at = await nextDue(apiUrl, parent); at <= end; at = await nextDue(apiUrl, parent)) {
      await moveTo(Math.max(at, parent.clock));
      await order(apiUrl, 'ring', { accountId, times: 2 });
    }
  }
  await moveTo(end);
  const [before] = (await observe(apiUrl, parent)).status;
  if (before?.state !== 'allowed') throw new Error(`Without an alarm the screen says ${before?.state}`);
  if (ringing === 'late') await order(apiUrl, 'ring', { accountId, times: 1 });
  if (ringing === 'skipped') {
    await moveTo(end + HOUR);
    await order(apiUrl, 'ring', { accountId, times: 1 });
  }
  return observe(apiUrl, parent);
}

async function nextDue(apiUrl: string, parent: Parent): Promise<number> {
  return Math.min(...(await observe(apiUrl, parent)).due.map(({ at }) => at));
}

function checkEnds(how: Ringing, observed: Observed): Array<Violation> {
  const open = observed.command.filter(({ kind, state }) => kind === 'device_info' && state !== 'expired');
  const overrides = observed.rule.filter(({ kind }) => kind === 'override');
  const due = observed.due.filter(({ kind }) => kind === 'rule' || kind === 'command');
  return [
    ...open.map((one): Violation => ({ invariant: 'I3', what: `${how}: the request ${one.id} is ${one.state}` })),
    ...overrides.map((one): Violation => ({ invariant: 'I3', what: `${how}: the override ${one.id} has not ended` })),
    ...due.map((one): Violation => ({ invariant: 'I3', what: `${how}: ${one.kind} ${one.id} is due for ever` })),
  ];
}

/** Returns the number of rows of each table and the number of changes, as text to compare. */
function countsOf({ sizes, seq }: Observed): string {
  return JSON.stringify({ ...sizes, seq });
}
