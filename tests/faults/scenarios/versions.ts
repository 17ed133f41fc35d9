import { getBlockStatus } from '#app/wire/block-status.ts';
import { enrolDevice } from '#app/wire/device.ts';
import { createPairing, createUser } from '#app/wire/family.ts';
import { Agent } from '#tests/clients/agent.ts';
import { Parent } from '#tests/clients/parent.ts';
import { checkNow, fromNewAddress, type Line, live, moveIn, plainLine, settle } from '../household.ts';
import type { Violation } from '../ledger.ts';
import { checkPage, openPage } from '../page.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

/** A field that a later version might add to anything. */
const UNKNOWN = { x_later: { v: 2, list: [1, null, 'a'] } };

export const versions: Scenario = {
  name: 'versions',
  fault: 'a newer server for older devices and pages, newer devices and pages for an older server: unknown fields both ways',
  holds: ['I1', 'I2', 'I3', 'I4'],
  run: async ({ script, random, size }) => {
    const server = await startServer(script);
    const violations: Array<Violation> = [];
    const wanted = size === 'short' ? 20 : 200;
    try {
      const household = await moveIn(server.apiUrl, { adds: UNKNOWN });
      const [lane] = household.lanes;
      if (lane === undefined) throw new Error('A household without a parent');
      const page = await openPage(server.apiUrl, lane.parent);
      await page.connect();
      violations.push(...(await newerDevice(server.apiUrl)));
      household.travelBy(newerServer);
      await live(household, random, () => household.ledger.taps.length >= wanted);
      await settle(household, random);
      violations.push(...(await checkPage(page, server.apiUrl)), ...(await checkNow(server.apiUrl, household, 'settled')));
      page.close();
      return { times: wanted, violations };
    } finally {
      await server.close();
    }
  },
};

/** Checks that the server understands a device that sends more fields than the server knows. */
async function newerDevice(apiUrl: string): Promise<Array<Violation>> {
  const parent = await Parent.signUp(fromNewAddress(plainLine), undefined, apiUrl);
  const body = { user_obj: { user_name: 'Zoe', time_zone: 'Europe/Berlin', ...UNKNOWN }, ...UNKNOWN };
  const { user_id } = await parent.call(createUser, { body });
  const { code } = await parent.call(createPairing, { body: { user_id, os: 'android', ...UNKNOWN } });
  const { body: enrolled } = await Agent.postEnrolment(plainLine, { code }, crypto.randomUUID(), UNKNOWN, apiUrl);
  const agent = new Agent(plainLine, enrolDevice.output.parse(enrolled), '', apiUrl);
  await agent.report('allowed', UNKNOWN);
  await parent.raw('POST', `/rule?user_id=${user_id}`, { type: 'override', ruledef_name: 'block', expiry: null });
  const acks = (await agent.commands()).map(({ id }) => {
    return { id, status: 'ok', schedule_ts: agent.scheduleTs, applied: 'blocked', at: Date.now(), ...UNKNOWN };
  });
  await agent.raw('POST', '/device/ack', acks);
  const [status] = await parent.call(getBlockStatus, { query: { user_id, dev_info: 'true', x_later: '1' } });
  const view = status?.devices?.[0]?.viewState;
  return view === 'blocked' ? [] : [{ invariant: 'I4', what: `a newer device that blocked is shown as ${view}` }];
}

const newerServer: Line = async (request) => {
  const answer = await plainLine(request);
  const text = answer.status === 304 ? null : await answer.text();
  const { status, headers } = answer;
  return new Response(text === null || text === '' ? null : JSON.stringify(addUnknown(JSON.parse(text))), { status, headers });
};

/** Adds the unknown field to every object at any depth. */
function addUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknown);
  if (typeof value !== 'object' || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, addUnknown(one)])), ...UNKNOWN };
}
