import { createPairing, createUser } from '#app/wire/family.ts';
import { Agent } from '#tests/clients/agent.ts';
import { authKey, Parent, post, signUpBody, uniqueEmail } from '#tests/clients/parent.ts';
import { fromNewAddress, plainLine } from '../household.ts';
import type { Violation } from '../ledger.ts';
import { observe } from '../observe.ts';
import type { Scenario } from '../scenario.ts';
import { startServer } from '../server.ts';

const HUNDRED = Array.from({ length: 100 }, (_, index) => index);
/** Limit of the free plan (app/domain/plan.ts). */
const FREE_BLOCKS = 5;

const send = fromNewAddress(plainLine);

export const atOnce: Scenario = {
  name: 'at-once',
  fault: '100 sign-ups of one address, blocks or pauses at a limit of 5, enrolments with one code, all at once',
  holds: ['I1', 'I2'],
  run: async ({ script }) => {
    const server = await startServer(script);
    try {
      const { apiUrl } = server;
      const violations = [await signUps(apiUrl), await blocks(apiUrl), await pauses(apiUrl), await enrolments(apiUrl)].flat();
      return { times: 4 * HUNDRED.length, violations };
    } finally {
      await server.close();
    }
  },
};

function expectEqual(what: string, found: unknown, wanted: unknown): Array<Violation> {
  return JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [{ invariant: 'I2', what: `${what}: ${JSON.stringify(found)}, and not ${JSON.stringify(wanted)}` }];
}

async function signUps(apiUrl: string): Promise<Array<Violation>> {
  const email = uniqueEmail();
  const answers = await Promise.all(HUNDRED.map((index) => send(post('/account', signUpBody(email, authKey(`p${index}`)), apiUrl))));
  await Promise.all(answers.map((answer) => answer.text()));
  return expectEqual('accounts of one address', answers.filter(({ ok }) => ok).length, 1);
}

async function blocks(apiUrl: string): Promise<Array<Violation>> {
  const parent = await Parent.signUp(send, undefined, apiUrl);
  const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const body = { type: 'override', ruledef_name: 'block', expiry: null };
  const answers = await Promise.all(HUNDRED.map(() => parent.raw('POST', `/rule?user_id=${user_id}`, body)));
  const observed = await observe(apiUrl, parent);
  return [
    ...expectEqual('blocks that were acknowledged', answers.filter(({ status }) => status === 200).length, FREE_BLOCKS),
    ...expectEqual('blocks that were refused', answers.filter(({ status }) => status === 403).length, HUNDRED.length - FREE_BLOCKS),
    ...expectEqual('blocks that were counted', observed.account[0]?.block_count, FREE_BLOCKS),
    ...expectEqual('overrides that stand', observed.rule.filter(({ kind }) => kind === 'override').length, 1),
  ];
}

/** Checks that pauses cannot bypass the block limit, because each pause counts as a block (S54). */
async function pauses(apiUrl: string): Promise<Array<Violation>> {
  const parent = await Parent.signUp(send, undefined, apiUrl);
  const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const { code } = await parent.call(createPairing, { body: { user_id, os: 'android' } });
  await (await Agent.enrol(send, { code }, crypto.randomUUID(), apiUrl)).report('allowed');
  const body = { command: 'pause', action: 'pause', user_id };
  const answers = await Promise.all(HUNDRED.map((_, index) => parent.raw('POST', '/command', { ...body, duration: `PT${index + 1}M` })));
  const counted = (await observe(apiUrl, parent)).account[0]?.block_count;
  const taken = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 403).length;
  return expectEqual(
    'pauses that were taken, counted, refused',
    [taken, counted, refused],
    [FREE_BLOCKS, FREE_BLOCKS, HUNDRED.length - FREE_BLOCKS],
  );
}

async function enrolments(apiUrl: string): Promise<Array<Violation>> {
  const parent = await Parent.signUp(send, undefined, apiUrl);
  const { user_id } = await parent.call(createUser, { body: { user_obj: { user_name: 'Mia', time_zone: 'Europe/Berlin' } } });
  const { code } = await parent.call(createPairing, { body: { user_id, os: 'android' } });
  const nonces = HUNDRED.map((index) => `device-of-many-${index % 50}`);
  const answers = await Promise.all(nonces.map((nonce) => Agent.postEnrolment(send, { code }, nonce, {}, apiUrl)));
  const enrolled = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [JSON.stringify(body)] : [])));
  const winners = new Set(answers.flatMap(({ status }, index) => (status === 200 ? [nonces[index]] : [])));
  const observed = await observe(apiUrl, parent);
  return [
    ...expectEqual('devices that may call', [enrolled.size, winners.size], [1, 1]),
    ...expectEqual('devices that are there', observed.device.length, 1),
    ...expectEqual(
      'others that were refused',
      answers.filter(({ status }) => status === 400).length,
      nonces.filter((nonce) => !winners.has(nonce)).length,
    ),
  ];
}
