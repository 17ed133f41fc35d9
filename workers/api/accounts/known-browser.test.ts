import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createAccount, type LoginAnswer, login } from '#app/wire/account';
import { linkOf, mailsTo } from '#tests/clients/mailbox';
import { authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, internal, newNetwork, prove, readRows, send, sendFrom } from '#tests/clients/worker';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { sha256 } from '../family/core/secrets';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const env = bindings as unknown as ApiEnv;

type Browser = { accountId: string; id: string };

/** Logs in as the web Worker does for a browser, from a new network each time. */
async function logIn(
  email: string,
  { password = authKey(email), known = [] as Array<Browser>, freshId = null as string | null, counted = false } = {},
) {
  const about = { ip: newNetwork(), browser: null, counted, known, freshId, place: 'Berlin, DE' };
  return read(await internal.call(post('/login', signUpBody(email, password)), about));
}

/** Returns a parent and the browser that signed up. */
async function knownParent() {
  const email = uniqueEmail();
  const id = crypto.randomUUID();
  const about = { ip: '192.0.2.1', browser: null, counted: true, known: [], freshId: id, place: null };
  const answer: LoginAnswer = createAccount.output.parse(await (await internal.call(post('/account', signUpBody(email)), about)).json());
  const parent = new Parent(send, answer);
  return { parent, browser: { accountId: parent.accountId, id } };
}

const newSignIns = async (email: string) => (await mailsTo(email, 1)).filter((mail) => linkOf(mail).pathname === '/account');

describe('known browsers', () => {
  test('lets the owner’s browser log in after ten thousand logins by strangers, half of them from one network', async () => {
    const { parent, browser } = await knownParent();
    const answers: Record<string, number> = {};
    const stuff = async (from: typeof send) => {
      const { status } = await from(post('/login', signUpBody(parent.email, authKey('stuffed'))));
      answers[status] = (answers[status] ?? 0) + 1;
    };
    for (const from of [send, sendFrom('192.0.2.66')]) {
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          for (let tried = 0; tried < 50; tried++) await stuff(from);
        }),
      );
    }
    expect(answers).toEqual({ 400: 10, 403: 9_990 });
    expect(await logIn(parent.email)).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
    expect((await logIn(parent.email, { known: [browser] })).status).toBe(200);
    const who = { email: parent.email, ip: '192.0.2.9' };
    expect(await internal.reserveAttempt('login', { ...who, known: [browser] })).toBe(true);
    expect(await internal.reserveAttempt('login', { ...who, known: [] })).toBe(false);
  }, 300_000);

  test('lets the owner’s browser log in from a network that has used up its attempts', async () => {
    const { parent, browser } = await knownParent();
    const network = directoryFor(env, 'ip', '192.0.2.10');
    await Promise.all(Array.from({ length: 100 }, () => network.count('login', 100, 15 * MINUTE)));
    const who = { email: parent.email, ip: '192.0.2.10' };
    expect(await internal.reserveAttempt('login', { ...who, known: [browser] })).toBe(true);
    expect(await internal.reserveAttempt('login', { ...who, known: [] })).toBe(false);
  });

  test('allows a known browser ten attempts, counted separately from attempts of unknown browsers', async () => {
    const { parent, browser } = await knownParent();
    const wrong = { password: authKey('wrong'), known: [browser] };
    const failures = await Promise.all(Array.from({ length: 15 }, () => logIn(parent.email, wrong)));
    expect(failures.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(failures.filter(({ status }) => status === 403)).toHaveLength(5);
    expect((await logIn(parent.email, { known: [browser] })).status).toBe(403);
    expect((await logIn(parent.email)).status).toBe(200);
  });

  test('clears only the browser’s own failed attempts after a successful login', async () => {
    const { parent, browser } = await knownParent();
    for (let tried = 0; tried < 10; tried++) await logIn(parent.email, { password: authKey('wrong') });
    for (let tried = 0; tried < 9; tried++) await logIn(parent.email, { password: authKey('wrong'), known: [browser] });
    expect((await logIn(parent.email, { known: [browser] })).status).toBe(200);
    for (let tried = 0; tried < 10; tried++) {
      expect((await logIn(parent.email, { password: authKey('wrong'), known: [browser] })).status).toBe(400);
    }
    expect((await logIn(parent.email)).status).toBe(403);
  });

  test('does not count an attempt again that was counted before key derivation, and forgives it after a login', async () => {
    const { parent, browser } = await knownParent();
    const who = { email: parent.email, ip: '192.0.2.11', known: [browser] };
    for (let tried = 0; tried < 10; tried++) expect(await internal.reserveAttempt('login', who)).toBe(true);
    expect(await internal.reserveAttempt('login', who)).toBe(false);
    expect((await logIn(parent.email, { known: [browser], counted: true })).status).toBe(200);
    expect(await internal.reserveAttempt('login', who)).toBe(true);
  });

  test('recognizes only the account’s own browsers: no browsers of other accounts, invented ids or ids unused for 400 days', async () => {
    const { parent, browser } = await knownParent();
    const stranger = await knownParent();
    for (const known of [[stranger.browser], [{ ...browser, id: 'invented' }], [{ ...browser, accountId: stranger.parent.accountId }]]) {
      expect(await familyOf(parent.accountId).findKnownBrowser(known)).toBe(null);
    }
    expect(await familyOf(parent.accountId).findKnownBrowser([stranger.browser, browser])).toBe(sha256(browser.id));
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE known_browser SET seen_at = ?', Date.now() - 400 * DAY);
    });
    expect(await familyOf(parent.accountId).findKnownBrowser([browser])).toBe(null);
  });

  test('replaces the browser id at login and stores only its hash', async () => {
    const { parent, browser } = await knownParent();
    await logIn(parent.email, { known: [browser], freshId: 'fresh' });
    const rows = await readRows(parent.accountId, 'SELECT hash FROM known_browser');
    expect(rows).toEqual([{ hash: sha256('fresh') }]);
    expect(await familyOf(parent.accountId).findKnownBrowser([browser])).toBe(null);
  });

  test('emails device, time and place of a login from a new browser, but not of other logins or sign-ups', async () => {
    const { parent, browser } = await knownParent();
    await logIn(parent.email, { known: [browser], freshId: 'fresh' });
    await logIn(parent.email, { known: [{ accountId: parent.accountId, id: 'fresh' }] });
    const answer = await logIn(parent.email, { freshId: 'another' });
    const [account] = login.output.parse(answer.body);
    await mailsTo(parent.email, 2);
    const mails = await newSignIns(parent.email);
    expect(mails).toHaveLength(1);
    expect(linkOf(mails[0]).href).toBe('http://localhost:8787/account');
    for (const fact of ['Test, test', 'Berlin, DE', 'GMT']) expect(mails[0]?.text).toContain(fact);
    expect(await readRows(account.account_id, 'SELECT place FROM session ORDER BY created_at DESC LIMIT 1')).toEqual([
      { place: 'Berlin, DE' },
    ]);
  });

  test('forgets all known browsers after a reset', async () => {
    const { parent, browser } = await knownParent();
    await prove(parent.accountId);
    await send(post('/resetpw', { email: parent.email }));
    const mail = (await mailsTo(parent.email, 2)).find((one) => linkOf(one).pathname === '/reset');
    const token = linkOf(mail).searchParams.get('token');
    await send(post('/resetpw', { email: parent.email, token, password: authKey('new') }));
    expect(await familyOf(parent.accountId).findKnownBrowser([browser])).toBe(null);
  });
});
