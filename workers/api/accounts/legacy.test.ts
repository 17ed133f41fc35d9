import { runInDurableObject } from 'cloudflare:test';
import { scryptSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { mailsLeadingTo } from '#tests/clients/mailbox';
import { type Answer, authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, internal, prove, readRows, send } from '#tests/clients/worker';
import { readLegacyCost } from '../legacy-password';

const COST = { N: 16_384, r: 8, p: 1, bytes: 64 };
const PASSWORD = ' old Päss ';
const REFUSED = { status: 400, body: { errors: { code: 300 } } };

beforeEach(() => Object.assign(bindings, { LEGACY_IMPORT: '16384:8:1:64' }));
afterEach(() => Object.assign(bindings, { LEGACY_IMPORT: undefined }));

/** Returns a line of an operator's import, with another system's hash of the password as typed. */
function imported(email: string, password = PASSWORD) {
  const salt = Buffer.from('a salt of that system');
  const hash = scryptSync(password, salt, COST.bytes, { N: COST.N, r: COST.r, p: COST.p });
  return {
    email,
    email_verified: true,
    password: { salt: salt.toString('base64'), hash: hash.toString('base64') },
    user_name: 'Ada',
    locale: 'de',
    time_zone: 'Europe/Berlin',
  };
}

async function newLegacy(password = PASSWORD): Promise<string> {
  const email = uniqueEmail();
  expect(await internal.importLegacy(imported(email, password))).toEqual({ imported: true });
  return email;
}

async function logIn(email: string, password: string): Promise<Answer> {
  return read(await send(post('/login', signUpBody(email, password))));
}

describe('imported accounts', () => {
  test('returns code 210 for a derived value, and logs in with the typed password (AUTH-007, AUTH-008, ERR-002)', async () => {
    const email = await newLegacy();
    expect(await logIn(email, authKey(email))).toMatchObject({ status: 400, body: { errors: { code: 210 } } });
    for (const wrong of ['old Päss', `${PASSWORD} `, 'x', '']) expect(await logIn(email, wrong)).toMatchObject(REFUSED);
    const parent = await Parent.signIn(send, email, undefined, PASSWORD);
    const account = await parent.call(getAccount);
    expect(account).toMatchObject({ is_legacy: true, login_scheme: 'password', locale: 'de', emails: [{ email, verified: true }] });
    expect(account.users).toMatchObject([{ type: 1, user_name: 'Ada' }]);
    const [row] = await readRows<{ password_verifier: string }>(parent.accountId, 'SELECT password_verifier FROM account');
    expect(imported(email).password.hash).not.toContain(row?.password_verifier);
  });

  test.each(['NFC', 'NFD'] as const)('logs in with a password hashed in %s and changes it, typed in either Unicode form', async (form) => {
    const email = await newLegacy(PASSWORD.normalize(form));
    for (const typed of [PASSWORD.normalize('NFC'), PASSWORD.normalize('NFD')]) expect((await logIn(email, typed)).status).toBe(200);
    expect(await logIn(email, ' old Pass ')).toMatchObject(REFUSED);
    const parent = await Parent.signIn(send, email, undefined, PASSWORD.normalize('NFC'));
    const login_obj = { email, password: PASSWORD.normalize('NFC'), new_password: authKey('new') };
    expect(await parent.raw('PUT', '/credentials', { login_obj })).toEqual({ status: 200, body: { status: 'password_updated' } });
  });

  test('neither returns code 210 nor accepts a typed password for modern accounts, unknown addresses or single sign-on', async () => {
    const parent = await Parent.signUp(send);
    const sso = await Parent.signUp(send);
    await runInDurableObject(familyOf(sso.accountId), (_family, { storage: { sql } }) => {
      sql.exec("UPDATE account SET login_scheme = 'sso', password_verifier = ''");
    });
    for (const email of [parent.email, sso.email, uniqueEmail()]) {
      for (const password of [authKey('wrong'), PASSWORD]) expect(await logIn(email, password)).toMatchObject(REFUSED);
    }
  });

  test('refuses a stored verifier sent as the password', async () => {
    const email = await newLegacy();
    const parent = await Parent.signIn(send, email, undefined, PASSWORD);
    const [row] = await readRows<{ password_verifier: string }>(parent.accountId, 'SELECT password_verifier FROM account');
    for (const stolen of [row?.password_verifier ?? '', imported(email).password.hash])
      expect((await logIn(email, stolen)).status).toBe(400);
  });

  test('returns code 300 instead of 210 and refuses typed passwords when LEGACY_IMPORT is not set', async () => {
    const email = await newLegacy();
    Object.assign(bindings, { LEGACY_IMPORT: undefined });
    for (const password of [authKey(email), PASSWORD]) expect(await logIn(email, password)).toMatchObject(REFUSED);
  });

  test('counts a request answered with code 210 as an attempt', async () => {
    const email = await newLegacy();
    const answers = [];
    for (let tried = 0; tried < 11; tried++) answers.push(await logIn(email, authKey('guess')));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 400), 403]);
  });

  test('ends the legacy scheme after a reset', async () => {
    const email = await newLegacy();
    const parent = await Parent.signIn(send, email, undefined, PASSWORD);
    await prove(parent.accountId);
    await runInDurableObject(familyOf(parent.accountId), (family) => {
      family.requestReset({ email, place: null });
    });
    const token = (await mailsLeadingTo('/reset', email))[0]?.link.searchParams.get('token');
    const answer = await send(post('/resetpw', { email, token, password: authKey('new') }));
    expect(answer.status).toBe(200);
    expect((await logIn(email, PASSWORD)).status).toBe(400);
    const again = await Parent.signIn(send, email, undefined, authKey('new'));
    expect((await again.call(getAccount)).is_legacy).toBe(false);
  });

  test('does not import a malformed line or replace an existing account', async () => {
    const parent = await Parent.signUp(send);
    const line = imported(parent.email);
    expect(await internal.importLegacy(line)).toEqual({ imported: false, reason: expect.stringContaining('has an account') });
    const short = { ...line, email: uniqueEmail(), password: { ...line.password, hash: 'AAAA' } };
    for (const bad of [short, { ...line, email: 'x' }, {}, null])
      expect(await internal.importLegacy(bad)).toMatchObject({ imported: false });
    Object.assign(bindings, { LEGACY_IMPORT: undefined });
    const without = await internal.importLegacy(imported(uniqueEmail()));
    expect(without).toEqual({ imported: false, reason: expect.stringContaining('LEGACY_IMPORT') });
  });

  test('accepts only valid costs in LEGACY_IMPORT', () => {
    expect(readLegacyCost({})).toBe(null);
    expect(readLegacyCost({ LEGACY_IMPORT: '16384:8:1:64' })).toEqual(COST);
    for (const wrong of ['yes', '1', '16384:8:1', '16383:8:1:64', '131072:8:2:64', '1:1:1:64', '-2:8:1:64']) {
      expect(() => readLegacyCost({ LEGACY_IMPORT: wrong }), wrong).toThrow('LEGACY_IMPORT');
    }
  });
});
