import { ulid } from 'ulid';
import { describe, expect, test, vi } from 'vitest';
import { ENDPOINTS } from '#app/wire/endpoints';
import { READ_LENGTH_MAX, READS_MAX, readTogether } from '#app/wire/reads';
import { PING, PONG } from '#app/wire/realtime';
import { createRule } from '#app/wire/rule';
import type { Answer, Parent } from '#tests/clients/parent';
import { openDevice } from '#tests/clients/socket';
import { newDevice, newFamily, readEverything, stopClock } from '#tests/clients/worker';

/** All GET endpoints signed by a parent, except GET /reads. `WAITING` lists the endpoints that need more than the family's rows. */
const READS = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  ({ method, auth, path }) => method === 'GET' && auth === 'session' && path !== readTogether.path,
);
const WAITING = ['/data', '/skus', '/location_lookup', '/plan_change'];
const NO_SUCH_CALL = { status: 404, body: { errors: { code: 500, message: 'Unknown call' } } };

function toPath(...paths: Array<string>): string {
  return `${readTogether.path}?${new URLSearchParams(paths.map((path) => ['path', path]))}`;
}

/** Sends as many requests as the paths need. */
async function readAll(parent: Parent, paths: Array<string>): Promise<Array<Answer>> {
  const answers: Array<Answer> = [];
  for (let at = 0; at < paths.length; at += READS_MAX) {
    const { status, body } = await parent.raw('GET', toPath(...paths.slice(at, at + READS_MAX)));
    expect(status).toBe(200);
    answers.push(...readTogether.output.parse(body));
  }
  return answers;
}

/** Returns every read path twice: without a query, and with all parameters for this child. */
function pathsAbout(childId: string, parent: Parent): Array<string> {
  const query = new URLSearchParams({
    user_id: childId,
    rules_of: childId,
    details_of: childId,
    dev_info: '',
    rule_info: '',
    usage: '',
    locale: 'de',
    state: 'active',
    query_type: 'account',
    device_id: parent.credentials.sessionId,
    token_type: 'parent_pubsub_token',
    merged: '',
    key: 'avatar.png',
  });
  return READS.flatMap(({ path }) => [path, `${path}?${query}`]);
}

describe('answerReads', () => {
  test('returns for each read the response of a single read, for ids of this family, another family and no family', async () => {
    const [{ parent, child }, other] = await Promise.all([newFamily('premium_monthly'), newFamily('premium_monthly')]);
    const agent = await newDevice(parent, child.user_id);
    await agent.report('allowed', { apps: [{ bundle_id: 'com.example.game', name: 'Game', version: '1' }] });
    await parent.call(createRule, { query: { user_id: child.user_id }, body: { type: 'override', ruledef_name: 'block', expiry: null } });
    await stopClock(Date.now() + 1_000, parent, agent);
    const statuses = new Set<string>();
    for (const [whose, id] of [
      ['own', child.user_id],
      ['foreign', other.child.user_id],
      ['nobody’s', ulid().toLowerCase()],
      ['own', parent.userId],
      ['too long', 'x'.repeat(65)],
    ] as const) {
      const paths = pathsAbout(id, parent);
      const together = await readAll(parent, paths);
      for (const [index, path] of paths.entries()) {
        const isWaiting = WAITING.some((one) => path.startsWith(one));
        const alone = isWaiting ? NO_SUCH_CALL : await parent.raw('GET', path);
        expect(together[index], `${whose} ${path}`).toEqual(alone);
        statuses.add(`${whose} ${alone.status}`);
      }
    }
    expect([...statuses].sort()).toEqual(expect.arrayContaining(['foreign 403', 'nobody’s 403', 'own 200', 'own 400', 'too long 400']));
  });

  test('refuses paths that are not reads of the family’s rows, and does not reach another family', async () => {
    const [{ parent, child }, other] = await Promise.all([newFamily(), newFamily()]);
    const agent = await newDevice(parent, child.user_id);
    await stopClock(Date.now() + 1_000, parent, agent);
    const before = await readEverything(parent.accountId);
    const wrong = [
      toPath('/account'),
      '/command',
      '/system',
      '//account',
      '/Account',
      '/account/',
      '/account#x',
      `/user?user_id=${child.user_id}#x`,
      '/account?#',
      '/rule?%ZZ',
      '/rule?x=%FF',
      '/account?x=ü',
      '/account?x=a b',
      'account',
      '',
      '/device/socket',
    ];
    expect(await readAll(parent, wrong)).toEqual(wrong.map(() => NO_SUCH_CALL));
    const session = { status: 401, body: { errors: { reason: 'session' } } };
    expect(await readAll(parent, ['/device/policy', '/device/commands'])).toMatchObject([session, session]);
    expect(await readEverything(parent.accountId)).toEqual(before);
    const path = toPath('/account', '/account');
    const [mine] = readTogether.output.parse((await parent.raw('GET', path)).body);
    expect(mine).toMatchObject({ status: 200, body: { account_id: parent.accountId } });
    expect(await parent.raw('GET', path, undefined, { accountId: other.parent.accountId })).toMatchObject({ status: 401 });
    expect(await agent.raw('GET', path)).toMatchObject(session);
  });

  test('reads a repeated path once, and wakes each device once', async () => {
    const { parent, child } = await newFamily();
    const agent = await newDevice(parent, child.user_id);
    const { opened } = await openDevice(agent);
    if (opened === null) throw new Error('The device has its socket');
    const now = Date.now();
    const report = { last_activity: now, in_use: true, usage: [] };
    expect((await agent.report('allowed', report)).body).toMatchObject({ usage_every: 300 });
    await stopClock(now + 2 * 60_000, parent, agent);
    opened.takeNewTypes();
    const about = `/block_status?usage=true&user_id=${child.user_id}`;
    const [first, again, ...others] = await readAll(parent, [about, about, `${about}&rule_info=true`, `${about}&dev_info=true`]);
    expect([first?.status, again, ...others.map(({ status }) => status)]).toEqual([200, first, 200, 200]);
    opened.socket.send(PING);
    await vi.waitUntil(() => opened.received.includes(PONG));
    expect(opened.takeNewTypes()).toEqual(['policy', PONG]);
  });

  test('limits the number and length of the reads', async () => {
    const { parent } = await newFamily();
    const statusOf = async (...paths: Array<string>) => (await parent.raw('GET', toPath(...paths))).status;
    const longest = `/account?${'x'.repeat(READ_LENGTH_MAX - 9)}`;
    expect(await statusOf(...Array(READS_MAX).fill('/account'))).toBe(200);
    expect(await statusOf(...Array(READS_MAX + 1).fill('/account'))).toBe(400);
    expect([await statusOf(), await statusOf(longest), await statusOf(`${longest}x`)]).toEqual([400, 200, 400]);
    expect((await parent.raw('POST', toPath('/account'), {})).status).toBe(404);
  });
});
