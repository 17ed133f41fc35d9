import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, internal, sendFrom } from '#tests/clients/worker';
import type { ApiEnv } from '../env';
import { reserveAttempt, reserveCodeAttempt, reserveSsoExchange, resetAttempts } from './attempts';
import { locateNetworks } from './network-limits';

const env = bindings as unknown as ApiEnv;
let sites = 0;

/** Reserves a /48 for one test. Returns a function that returns a new address in its /64 number `network`. */
function newSite(): (network?: number) => string {
  sites += 1;
  let host = 0;
  return (network = 0) => `2001:dead:${sites.toString(16)}:${network.toString(16)}::${(++host).toString(16)}`;
}

/** Returns how many of `times` parallel attempts are allowed. */
async function countAllowed(times: number, attempt: (index: number) => Promise<boolean>): Promise<number> {
  const allowed = await Promise.all(Array.from({ length: times }, (_, index) => attempt(index)));
  return allowed.filter(Boolean).length;
}

const someone = () => uniqueEmail();

const HOUR = 60 * 60_000;

/** Sets the counter of an address's /64 or /48 to this number of attempts. */
function spend(ip: string, which: 'narrow' | 'wide', kind: string, tries: number): Promise<void> {
  const { shard, ids } = locateNetworks(env, ip);
  const [at, id] = [Array<number>(tries).fill(Date.now()), ids[which === 'narrow' ? 0 : 1] ?? ''];
  return runInDurableObject(shard, (_directory, { storage: { sql } }) => {
    sql.exec('INSERT OR REPLACE INTO tries VALUES (?, ?, ?, ?, ?)', id, kind, HOUR, JSON.stringify(at), Date.now() + HOUR);
  });
}

/** Returns the counted logins of an address's /64 and /48. */
function countedLogins(ip: string): Promise<Array<number>> {
  const { shard, ids } = locateNetworks(env, ip);
  return runInDurableObject(shard, (_directory, { storage: { sql } }) =>
    ids.map((id) => {
      const [row] = sql.exec<{ at_json: string }>("SELECT at_json FROM tries WHERE id = ? AND kind = 'login'", id).toArray();
      return row === undefined ? 0 : (JSON.parse(row.at_json) as Array<number>).length;
    }),
  );
}

describe('network limits', () => {
  test.each<[string, string, number, (ip: string) => Promise<boolean>]>([
    ['logins', 'login', 100, (ip) => reserveAttempt(env, 'login', { email: someone(), ip })],
    ['sign-ups', 'signup', 60, (ip) => reserveAttempt(env, 'signup', { email: someone(), ip })],
    ['forgotten passwords', 'forgot', 60, (ip) => reserveAttempt(env, 'forgot', { email: someone(), ip })],
    ['resets', 'reset', 60, (ip) => reserveAttempt(env, 'reset', { email: someone(), ip })],
    ['address changes', 'move', 30, (ip) => reserveAttempt(env, 'move', { email: someone(), ip })],
    ['pairing codes', 'code', 20, (ip) => reserveCodeAttempt(env, ip)],
    ['single sign-on codes', 'sso', 100, (ip) => reserveSsoExchange(env, ip)],
  ])('counts %s per /64 for all its addresses, with a tenfold limit per /48', async (_, kind, limit, attempt) => {
    const site = newSite();
    await spend(site(), 'narrow', kind, limit - 3);
    expect(await countAllowed(6, () => attempt(site(0)))).toBe(3);
    // The /64 has used up its attempts, and the /48 has counted three of them so far.
    await spend(site(), 'wide', kind, limit * 10 - 4);
    expect(await countAllowed(6, (index) => attempt(site(1 + index)))).toBe(4);
    expect(await attempt(newSite()())).toBe(true);
  });

  test('refuses API logins from one /64 after a hundred attempts, even with different email addresses', async () => {
    const site = newSite();
    await spend(site(), 'narrow', 'login', 98);
    const logIn = async () => (await read(await sendFrom(site())(post('/login', signUpBody(uniqueEmail()))))).status;
    expect((await Promise.all([logIn(), logIn(), logIn(), logIn()])).sort()).toEqual([400, 400, 403, 403]);
  });

  test('counts wrong coupon codes on the landing page per /64', async () => {
    const site = newSite();
    const look = (coupon: string) => internal.offer({ coupon, groupId: null, ip: site() });
    for (let tried = 0; tried < 60; tried++) expect((await look('NOPE')).coupon).toBe('unusable');
    expect((await look('ANNUAL25')).coupon).toBe(null);
  });

  test('does not count an attempt for the /64 when the /48 refuses it', async () => {
    const site = newSite();
    expect(await countAllowed(20, () => reserveCodeAttempt(env, site(0)))).toBe(20);
    await spend(site(), 'wide', 'code', 200);
    expect(await countAllowed(30, () => reserveCodeAttempt(env, site(1)))).toBe(0);
    await spend(site(), 'wide', 'code', 180);
    // If refused attempts had been counted, none of these twenty would be allowed.
    expect(await countAllowed(30, () => reserveCodeAttempt(env, site(1)))).toBe(20);
  });

  test('counts parallel attempts of two networks in one /48 exactly up to the limit', async () => {
    const site = newSite();
    await spend(site(), 'wide', 'code', 175);
    expect(await countAllowed(60, (index) => reserveCodeAttempt(env, site(index % 2)))).toBe(25);
  });

  test('counts an attempt for neither network when the address limit refuses it', async () => {
    const site = newSite();
    const email = uniqueEmail();
    expect(await countAllowed(40, () => reserveAttempt(env, 'login', { email, ip: site() }))).toBe(10);
    expect(await countedLogins(site())).toEqual([10, 10]);
  });

  test('removes one attempt from both networks after a successful login', async () => {
    const site = newSite();
    const who = () => ({ email: uniqueEmail(), ip: site() });
    const [first, second] = [who(), who()];
    for (const one of [first, second]) expect(await reserveAttempt(env, 'login', one)).toBe(true);
    await resetAttempts(env, 'login', first);
    expect(await countedLogins(site())).toEqual([1, 1]);
  });

  test('counts all spellings of an IPv4 address as one, without a wider limit', async () => {
    const spellings = ['203.0.113.80', '::ffff:203.0.113.80', '::FFFF:CB00:7150', '0:0:0:0:0:ffff:cb00:7150'];
    expect(await countAllowed(24, (index) => reserveCodeAttempt(env, spellings[index % 4] ?? ''))).toBe(20);
    expect(await reserveCodeAttempt(env, '203.0.113.81')).toBe(true);
  });
});
