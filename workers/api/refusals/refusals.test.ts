import { runInDurableObject } from 'cloudflare:test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getAccount } from '#app/wire/account';
import { createPairing } from '#app/wire/family';
import { Agent } from '#tests/clients/agent';
import { authKey, Parent, post, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { ageDirectory, familyOf, internal, newFamily, readRows, send, sendFrom } from '#tests/clients/worker';
import { closeProviders, playProviders, signInAt } from '#tests/fakes/identity-provider';
import { addRefusedAttempts } from '../family/core/refused-attempts.queries';

const IP = '198.51.100.77';
const NETWORK = '198.51.100.0/24';
const TOKEN = 'c2VjcmV0LXNlY3JldC1zZWNyZXQx';
const HOUR = 60 * 60_000;

type Line = { level: string; event: string; reason: string; network: string; address?: string; account?: string; request?: string };
type Row = { what: string; reason: string; network: string; times: number };

// These tests check the log.
const logs = (['log', 'info', 'warn', 'error'] as const).map((kind) => vi.spyOn(console, kind));
beforeEach(() => {
  for (const log of logs) log.mockReset().mockImplementation(() => {});
});
afterEach(() => {
  for (const log of logs) log.mockReset();
});
beforeAll(playProviders);
afterAll(closeProviders);

function raw(): string {
  return logs.flatMap((log) => log.mock.calls.map((call) => call.join(' '))).join('\n');
}

/** Returns the log lines about refusals since the test began. */
function lines(): Array<Line> {
  const said = logs.flatMap((log) => log.mock.calls.map(([line]) => JSON.parse(String(line)) as Line));
  return said.filter(({ event }) => event?.endsWith('_refused'));
}

function entries(accountId: string): Promise<Array<Row>> {
  return readRows<Row>(accountId, 'SELECT what, reason, network, times FROM refused_entry ORDER BY what, reason, network');
}

const logIn = (email: string, password = authKey('wrong'), ip = IP) => sendFrom(ip)(post('/login', signUpBody(email, password)));

describe('log of refusals', () => {
  test('logs a refused login as one line, with or without an account, and records it in an existing account', async () => {
    const parent = await Parent.signUp(send);
    const nobody = uniqueEmail();
    for (const email of [parent.email, nobody]) expect((await logIn(email)).status).toBe(400);
    const [known, unknown, ...more] = lines();
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const line = { level: 'warn', at, event: 'login_refused', reason: 'wrong_credentials', network: NETWORK };
    expect([known, unknown, more]).toEqual([
      { ...line, address: expect.stringMatching(/^[0-9a-f]{16}$/) },
      { ...line, address: expect.stringMatching(/^[0-9a-f]{16}$/) },
      [],
    ]);
    expect(known?.address).not.toBe(unknown?.address);
    await vi.waitFor(async () =>
      expect(await entries(parent.accountId)).toEqual([{ what: 'login', reason: 'wrong_credentials', network: NETWORK, times: 1 }]),
    );
    // This is another spelling of the same address.
    await logIn(` ${parent.email.toUpperCase()}`);
    expect(lines().at(-1)?.address).toBe(known?.address);
  });

  test('stores repeats as one row with their number, without an audit row or a new change number', async () => {
    const parent = await Parent.signUp(send);
    const { seq } = await parent.call(getAccount);
    for (let index = 0; index < 4; index++) await logIn(parent.email);
    await logIn(parent.email, authKey('wrong'), '2001:db8:77:1::5');
    await vi.waitFor(async () =>
      expect(await entries(parent.accountId)).toEqual([
        { what: 'login', reason: 'wrong_credentials', network: NETWORK, times: 4 },
        { what: 'login', reason: 'wrong_credentials', network: '2001:db8:77::/48', times: 1 },
      ]),
    );
    expect((await parent.call(getAccount)).seq).toBe(seq);
  });

  test('records attempts over the limit as rate_limited, both from the API and from reserveAttempt', async () => {
    const parent = await Parent.signUp(send);
    for (let index = 0; index < 10; index++) await logIn(parent.email);
    expect((await logIn(parent.email)).status).toBe(403);
    const who = { email: parent.email, ip: IP, known: [], reference: 'abcd1234' };
    expect(await internal.reserveAttempt('login', who)).toBe(false);
    expect(lines().slice(-2)).toMatchObject([
      { event: 'login_refused', reason: 'rate_limited', network: NETWORK },
      { event: 'login_refused', reason: 'rate_limited', network: NETWORK, request: 'abcd1234' },
    ]);
    await vi.waitFor(async () =>
      expect(await entries(parent.accountId)).toContainEqual(expect.objectContaining({ reason: 'rate_limited', times: 2 })),
    );
  });

  test('logs one line for each kind of refusal, without anything the caller typed', async () => {
    const { parent, child } = await newFamily();
    const pairing = await parent.call(createPairing, { body: { user_id: child.user_id, os: 'android' } });
    const renewed = await parent.call(createPairing, { body: { pair_id: pairing.pair_id } });
    const from = sendFrom(IP);
    const email = parent.email;
    const secrets = [
      email,
      IP,
      TOKEN,
      authKey('wrong'),
      pairing.code,
      renewed.code,
      parent.token,
      parent.accountId,
      'GUESSED-CODE',
      'ZZZZ0000',
    ];
    await logIn(email);
    await from(post('/resetpw', { email, password: authKey('new'), token: TOKEN }));
    await from(post('/credentials_undo', { account_id: parent.accountId, token: TOKEN }));
    await from(new Request(`http://127.0.0.1:8788/account_verification?account_id=${parent.accountId}&token=${TOKEN}`));
    for (const code of ['ZZZZ0000', pairing.code]) await Agent.postEnrolment(from, { code });
    await Agent.postEnrolment(from, { pair_id: pairing.pair_id, token: `${parent.accountId}.${TOKEN}` });
    const { sso } = await signInAt('google', { sub: 's', email, email_verified: true });
    await from(post('/account_sso', { sso: { ...sso, auth_code: TOKEN } }));
    const { device } = signUpBody(email);
    await from(post('/login', { device, login_obj: { sso: { type: 'google', id_token: TOKEN } } }));
    await from(post('/account', signUpBody(email, authKey('wrong'))));
    await from(post('/account', { ...signUpBody(uniqueEmail()), coupon: 'GUESSED-CODE' }));
    await internal.offer({ coupon: 'GUESSED-CODE', groupId: null, ip: IP, reference: 'abcd1234' });
    expect(lines().map(({ event, reason, request }) => [event, reason, request])).toEqual([
      ['login_refused', 'wrong_credentials', undefined],
      ['reset_refused', 'wrong_credentials', undefined],
      ['email_undo_refused', 'invalid', undefined],
      ['verification_refused', 'invalid', undefined],
      ['pairing_refused', 'code', undefined],
      ['pairing_refused', 'code', undefined],
      ['pairing_refused', 'refused', undefined],
      ['sso_refused', 'wrong_code', undefined],
      ['sso_refused', 'wrong_credentials', undefined],
      ['signup_refused', 'address_taken', undefined],
      ['signup_refused', 'wrong_coupon', undefined],
      ['coupon_refused', 'wrong_coupon', 'abcd1234'],
    ]);
    const said = raw();
    for (const secret of secrets) expect(said, secret).not.toContain(secret);
    // The lines have no other fields for any refusal.
    const fields = new Set(lines().flatMap((line) => Object.keys(line)));
    expect([...fields].sort()).toEqual(['account', 'address', 'at', 'event', 'level', 'network', 'reason', 'request']);
    await vi.waitFor(async () =>
      expect((await entries(parent.accountId)).map(({ what, reason, times }) => [what, reason, times])).toEqual([
        ['email_undo', 'invalid', 1],
        ['login', 'wrong_credentials', 1],
        ['pairing', 'code', 1],
        ['pairing', 'refused', 1],
        ['reset', 'wrong_credentials', 1],
        ['signup', 'address_taken', 1],
        ['verification', 'invalid', 1],
      ]),
    );
  });

  test('logs no line for a success, and records no refusal in a deleted account', async () => {
    const parent = await Parent.signUp(send);
    await logIn(parent.email, authKey(parent.email));
    expect(lines()).toEqual([]);
    await runInDurableObject(familyOf(parent.accountId), (family, { storage: { sql } }) => {
      sql.exec('DELETE FROM account');
      family.noteRefusedAttempts({ what: 'verification', reason: 'invalid', network: NETWORK, times: 1 }, false);
    });
    expect(await entries(parent.accountId)).toEqual([]);
  });

  test('limits a flood to twenty networks per hour plus one row for the others, and to a thousand rows', async () => {
    const parent = await Parent.signUp(send);
    const rows = () =>
      readRows<{ hour: number; network: string; times: number }>(
        parent.accountId,
        'SELECT hour, network, times FROM refused_entry ORDER BY hour, times DESC',
      );
    const now = Date.now();
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      for (let index = 0; index < 500; index++)
        addRefusedAttempts(sql, { what: 'login', reason: 'r', network: `network ${index}`, times: 1 }, now);
    });
    const first = await rows();
    expect(first).toHaveLength(21);
    expect(first[0]).toMatchObject({ network: 'other', times: 480 });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      for (let hour = 1; hour <= 100; hour++)
        for (let index = 0; index < 30; index++)
          addRefusedAttempts(sql, { what: 'login', reason: 'r', network: `network ${index}`, times: 1 }, now + hour * HOUR);
    });
    const all = await rows();
    expect(all).toHaveLength(1000);
    expect(all[0]?.hour).toBeGreaterThan(now);
  });

  test('deletes entries after ninety days, in the family’s housekeeping', async () => {
    const parent = await Parent.signUp(send);
    await logIn(parent.email);
    await vi.waitFor(async () => expect(await entries(parent.accountId)).toHaveLength(1));
    await runInDurableObject(familyOf(parent.accountId), async (family, { storage: { sql } }) => {
      sql.exec('UPDATE refused_entry SET hour = ?', Date.now() - 91 * 24 * HOUR);
      sql.exec("UPDATE due SET at = 0 WHERE kind = 'housekeeping'");
      await family.alarm();
    });
    expect(await entries(parent.accountId)).toEqual([]);
    await ageDirectory('mail', parent.email, HOUR);
  });
});
