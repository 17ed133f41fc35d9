import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createAccount, getAccount } from '#app/wire/account';
import { accountKey } from '#tests/clients/account-key';
import { type Answer, API, authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { ageDirectory, bindings, familyOf, internal, readRows, send, sendFrom, stopClock } from '#tests/clients/worker';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';

const MINUTE = 60_000;
const env = bindings as unknown as ApiEnv;

function signUp(email: string, password?: string): Promise<Answer> {
  return send(post('/account', signUpBody(email, password))).then(read);
}

/** Signs up as the web Worker does after it has counted the attempt. */
async function signUpThroughWeb(email: string, password?: string): Promise<Answer> {
  const request = post('/account', signUpBody(email, password));
  return read(await internal.call(request, { ip: '192.0.2.1', browser: null, counted: true, known: [], freshId: null, place: null }));
}

function codeOf(answer: Answer): unknown {
  return JSON.stringify(answer.body).match(/"code":(\d+)/)?.[1];
}

describe('signUp', () => {
  test('creates an account with its parent, the free plan and a first session (AUTH-046, 049, 061, 063, SIGN-008)', async () => {
    const email = uniqueEmail();
    const answer = await signUp(email);
    expect(answer.status).toBe(200);
    const [account, device] = createAccount.output.parse(answer.body);
    expect(account).toMatchObject({ emails: [{ email, verified: false }], retired: false, login_scheme: 'password', acctkey: null });
    expect(account).toMatchObject({ block_count: 0, grant_count: 0, time_zone: 'Europe/Berlin', locale: 'en' });
    expect(account.users).toMatchObject([{ type: 1, email, user_id: device.user_id }]);
    expect(account.skus.map((sku) => [sku.sku, sku.expiration, sku.source])).toEqual([['free', null, null]]);
    expect(account.parent_secret).toMatch(/^[0-9a-f]{64}$/);
    expect(account.token).toMatch(new RegExp(`^${account.account_id}\\.[A-Za-z0-9_-]{43}$`));
    expect(device).toMatchObject({ name: 'Test', locale: 'en', time_zone: 'Europe/Berlin' });
  });

  test('creates one account from a hundred parallel sign-ups with one password; each logs in or gets code 100', async () => {
    const email = uniqueEmail();
    const before = (await listDurableObjectIds(bindings.FAMILY)).length;
    const answers = await Promise.all(Array.from({ length: 100 }, () => signUpThroughWeb(email)));
    const good = answers.filter((answer) => answer.status === 200);
    const accounts = new Set(good.map((answer) => createAccount.output.parse(answer.body)[0].account_id));
    expect(good.length).toBeGreaterThan(0);
    expect(accounts.size).toBe(1);
    expect(new Set(answers.filter((answer) => answer.status !== 200).map(codeOf))).toEqual(
      good.length === 100 ? new Set() : new Set(['100']),
    );
    expect((await listDurableObjectIds(bindings.FAMILY)).length).toBe(before + 1);
    const [accountId = ''] = accounts;
    expect(await readRows(accountId, 'SELECT email FROM account')).toEqual([{ email }]);
    expect(await readRows(accountId, 'SELECT hash FROM email_token')).toHaveLength(1);
  });

  test('creates one account from a hundred parallel sign-ups with different passwords, and keeps the winner’s password', async () => {
    const email = uniqueEmail();
    const passwords = Array.from({ length: 100 }, (_, index) => authKey(`${email}${index}`));
    const answers = await Promise.all(passwords.map((password) => signUpThroughWeb(email, password)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === '100')).toHaveLength(99);
    const winner = passwords[answers.findIndex((answer) => answer.status === 200)];
    expect((await read(await send(post('/login', signUpBody(email, winner))))).status).toBe(200);
  });

  test('allows direct callers ten attempts per hour for an email address and sixty for a network address', async () => {
    const email = uniqueEmail();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signUp(email)));
    expect(answers.filter((answer) => codeOf(answer) === '413')).toHaveLength(2);
    expect(answers.find((answer) => codeOf(answer) === '413')?.status).toBe(403);
    const directory = directoryFor(env, 'ip', '203.0.113.9');
    for (let tried = 0; tried < 59; tried++) await directory.count('signup', 60, 60 * MINUTE);
    const crowded = Array.from({ length: 3 }, () => sendFrom('203.0.113.9')(post('/account', signUpBody(uniqueEmail()))).then(read));
    expect((await Promise.all(crowded)).map((answer) => answer.status).sort()).toEqual([200, 403, 403]);
  });

  test('treats a repeated sign-up as a login for ten minutes; later or with another password, returns code 100 (ERR-001)', async () => {
    const email = uniqueEmail();
    const parent = await Parent.signUp(send, email);
    const repeated = createAccount.output.parse((await signUp(email)).body);
    expect(repeated[0].account_id).toBe(parent.accountId);
    expect(repeated[0].parent_secret_id).not.toBe(parent.credentials.secretId);
    expect(await signUp(email, authKey('other'))).toMatchObject({ status: 400, body: { errors: { code: 100 } } });
    const created = (await parent.call(getAccount)).created;
    await stopClock(created + 10 * MINUTE, parent);
    expect((await signUp(email)).status).toBe(200);
    await stopClock(created + 10 * MINUTE + 1, parent);
    expect(codeOf(await signUp(email))).toBe('100');
  });

  test('returns code 100 for a repeated sign-up once the address is confirmed', async () => {
    const email = uniqueEmail();
    const parent = await Parent.signUp(send, email);
    await runInDurableObject(familyOf(parent.accountId), (_family, state) => {
      state.storage.sql.exec('UPDATE account SET email_verified_at = 1');
    });
    expect(codeOf(await signUp(email))).toBe('100');
  });

  test('treats addresses as equal in any case, with spaces around them and in either Unicode form', async () => {
    const local = `zoë-${crypto.randomUUID()}`;
    const parent = await Parent.signUp(send, `${local}@example.com`);
    const forms = [`  ${local}@example.com\t`, `${local.toUpperCase()}@EXAMPLE.com`, `${local.normalize('NFD')}@example.com`];
    for (const form of forms) {
      const key = authKey(`${local}@example.com`);
      const [account] = createAccount.output.parse((await read(await send(post('/login', signUpBody(form, key))))).body);
      expect(account, form).toMatchObject({ account_id: parent.accountId, emails: [{ email: `${local}@example.com` }] });
      expect(codeOf(await signUp(form, authKey('other'))), form).toBe('100');
    }
  });

  test('returns code 301 for an invalid address and code 300 for an invalid authKey, at login and sign-up', async () => {
    const noAddress = [
      '',
      ' ',
      'x',
      'x@',
      '@x.de',
      'x@y',
      'a b@c.de',
      'a@b@c.de',
      'a@c.de\r\nBcc: b@c.de',
      `${'x'.repeat(65)}@c.de`,
      '<a@c.de>',
    ];
    const noKey = ['', 'password', 'f'.repeat(63), 'f'.repeat(65), 'F'.repeat(64), 'g'.repeat(64), `${'f'.repeat(64)}\n`];
    for (const path of ['/login', '/account']) {
      for (const email of noAddress) {
        const answer = await read(await send(post(path, signUpBody(email, 'f'.repeat(64)))));
        expect(answer, `${path} ${email}`).toMatchObject({ status: 400, body: { errors: { code: 301 } } });
      }
      for (const key of noKey) {
        const answer = await read(await send(post(path, signUpBody(uniqueEmail(), key))));
        expect(answer, `${path} ${key}`).toMatchObject({ status: 400, body: { errors: { code: 300 } } });
      }
    }
  });

  test('expires an unconfirmed reservation after ten minutes and refuses a late confirm', async () => {
    const email = uniqueEmail();
    const owner = bindings.FAMILY.newUniqueId().toString();
    const directory = directoryFor(env, 'mail', email);
    expect(await directory.reserve(owner)).toBe(true);
    expect(codeOf(await signUp(email))).toBe('100');
    await ageDirectory('mail', email, 10 * MINUTE);
    expect(await directory.confirm(owner)).toBe(false);
    expect((await signUp(email)).status).toBe(200);
  }, 15_000);

  /**
   * Creates a family whose sign-up was interrupted after the directory confirmed the address. `isLapsed`: whether its time to finish is
   * over.
   */
  async function cutOff(email: string, isLapsed: boolean): Promise<string> {
    const id = bindings.FAMILY.newUniqueId();
    const family = bindings.FAMILY.get(id);
    const [plan] = createAccount.output.parse((await signUp(uniqueEmail())).body)[0].skus;
    if (plan === undefined) throw new Error('no plan');
    const wanted = { email, authKey: authKey(email), userName: null, locale: 'en', timeZone: 'UTC', marketingOptin: false, plan };
    await directoryFor(env, 'mail', email).reserve(id.toString());
    await family.provision(wanted);
    await directoryFor(env, 'mail', email).confirm(id.toString());
    if (isLapsed) await family.advanceTo(Date.now() + 15 * MINUTE);
    return id.toString();
  }

  test('finishes an interrupted sign-up when it is repeated, and refuses logins until then', async () => {
    const email = uniqueEmail();
    const accountId = await cutOff(email, false);
    expect(codeOf(await read(await send(post('/login', signUpBody(email)))))).toBe('300');
    expect(codeOf(await signUp(email, authKey('other')))).toBe('100');
    const [account] = createAccount.output.parse((await signUp(email)).body);
    expect(account.account_id).toBe(accountId);
    expect((await Parent.signIn(send, email)).accountId).toBe(accountId);
  });

  test('deletes a provisional family after fifteen minutes and frees its address', async () => {
    const email = uniqueEmail();
    const accountId = await cutOff(email, true);
    expect(codeOf(await read(await send(post('/login', signUpBody(email)))))).toBe('300');
    expect((await read(await send(new Request(`${API}/account_verification?account_id=${accountId}&token=x`)))).status).toBe(400);
    const again = createAccount.output.parse((await signUp(email, authKey('other'))).body);
    expect(again[0].account_id).not.toBe(accountId);
    expect(await readRows(accountId, 'SELECT * FROM account')).toEqual([]);
  });

  test('stores a valid account key sent with the sign-up, and refuses an invalid one', async () => {
    const [email, other] = [uniqueEmail(), uniqueEmail()];
    const acctkey = accountKey();
    const answer = await read(await send(post('/account', { ...signUpBody(email), acctkey })));
    const [account] = createAccount.output.parse(answer.body);
    expect(account).toMatchObject({ acctkey, acctkey_state: 'ok' });
    for (const wrong of [
      { ...acctkey, key_id: 'a'.repeat(40) },
      { ...acctkey, enc_priv: '{}' },
    ]) {
      expect(await read(await send(post('/account', { ...signUpBody(other), acctkey: wrong })))).toMatchObject({ status: 400 });
    }
    expect((await signUp(other)).status).toBe(200);
  });

  test.each(['', ' ', '\u200b\u2060', '\u00a0\t'])('refuses an invisible name with a field error: %j', async (user_name) => {
    const email = uniqueEmail();
    const answer = await read(await send(post('/account', { ...signUpBody(email), user_name })));
    expect(answer).toMatchObject({ status: 400, body: { errors: { code: 500, fields: { user_name: 'missing_name' } } } });
    // The refused sign-up has not reserved the address.
    expect((await send(post('/account', { ...signUpBody(email), user_name: ' Ada\u202e' }))).status).toBe(200);
    const { accountId } = await Parent.signIn(send, email);
    expect(await readRows(accountId, 'SELECT name FROM child WHERE type = 1')).toEqual([{ name: 'Ada' }]);
  });
});
