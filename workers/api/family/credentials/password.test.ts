import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { changePassword } from '#app/wire/identity';
import { keyExchange } from '#app/wire/keys';
import { accountKey, envelope } from '#tests/clients/account-key';
import { jumpTo } from '#tests/clients/clock';
import { mailsTo } from '#tests/clients/mailbox';
import { authKey, Parent } from '#tests/clients/parent';
import { openBrowser } from '#tests/clients/socket';
import { familyOf, readRows, send, stopClock } from '#tests/clients/worker';
import { hashTyped } from '#workers/api/legacy-password';
import { EN } from '#workers/api/outside/mail-texts/en';
import { verifierOf } from '../core/secrets';

const MINUTE = 60_000;
const WRONG = { status: 400, body: { errors: { code: 300 } } };
const TOO_MANY = { status: 403, body: { errors: { code: 413 } } };
const DONE = { status: 200, body: { status: 'password_updated' } };
const NEXT = authKey('the next password');

function change(parent: Parent, fields: object = {}, key?: string) {
  const login_obj = { email: parent.email, password: authKey(parent.email), new_password: NEXT, ...fields };
  return parent.raw('PUT', '/credentials', { login_obj }, key === undefined ? {} : { key });
}

function stage(parent: Parent, secret: string, newSecret: string, acctkey = accountKey('first', envelope('staged'))) {
  const request_args = { ...acctkey, secret, new_secret: newSecret, requested_by: parent.userId };
  return parent.call(keyExchange, { body: { request_type: 'acctkey.changepw', request_args } });
}

async function withKey() {
  const parent = await Parent.signUp(send);
  const request_args = { ...accountKey(), secret: authKey(parent.email), requested_by: parent.userId };
  await parent.call(keyExchange, { body: { request_type: 'acctkey.register', request_args } });
  return parent;
}

function inFamily(parent: Parent, query: string, ...values: Array<SqlStorageValue>): Promise<void> {
  return runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
    storage.sql.exec(query, ...values);
  });
}

describe('password', () => {
  test('accepts only the new password afterwards, and ends all other sessions', async () => {
    const parent = await Parent.signUp(send);
    const other = await Parent.signIn(send, parent.email);
    const socket = await openBrowser(other);
    await inFamily(parent, "INSERT INTO known_browser (hash, name, created_at, seen_at) VALUES ('h', 'Firefox', 1, 9e15)");
    const hour = Date.now() + 60 * MINUTE;
    await inFamily(parent, "INSERT INTO reset_token (hash, email, sent_at, expires_at) VALUES ('h', ?, 1, ?)", parent.email, hour);
    expect(await change(parent)).toEqual(DONE);
    expect((await parent.raw('GET', '/account')).status).toBe(200);
    expect(await other.raw('GET', '/account')).toMatchObject({ status: 401, body: { errors: { reason: 'session' } } });
    await socket.waitFor('logout');
    await expect(Parent.signIn(send, parent.email)).rejects.toThrow();
    expect((await Parent.signIn(send, parent.email, undefined, NEXT)).accountId).toBe(parent.accountId);
    for (const table of ['known_browser', 'reset_token']) expect(await readRows(parent.accountId, `SELECT * FROM ${table}`)).toEqual([]);
    const mails = await mailsTo(parent.email, 4);
    expect(mails.map(({ subject }) => subject)).toContain(EN.mails['password-changed'].subject);
  });

  test('changes nothing for a wrong password, another address or a malformed authKey', async () => {
    const parent = await Parent.signUp(send);
    expect(await change(parent, { password: authKey('wrong') })).toMatchObject(WRONG);
    expect(await change(parent, { email: 'other@example.com' })).toMatchObject(WRONG);
    expect(await change(parent, { password: 'as typed' })).toMatchObject(WRONG);
    expect(await change(parent, { new_password: 'as typed' })).toMatchObject({
      status: 400,
      body: { errors: { code: 500, fields: { new_password: 'invalid' } } },
    });
    expect(await change(parent, { new_password: NEXT.toUpperCase() })).toMatchObject({ status: 400, body: { errors: { code: 500 } } });
    expect((await Parent.signIn(send, parent.email)).accountId).toBe(parent.accountId);
  });

  test('checks no more passwords after ten wrong ones in 15 minutes, even in parallel', async () => {
    const parent = await Parent.signUp(send);
    const now = Date.now() + 1000;
    await stopClock(now, parent);
    const answers = await Promise.all(Array.from({ length: 60 }, () => change(parent, { password: authKey('wrong') })));
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(50);
    expect(await change(parent)).toMatchObject(TOO_MANY);
    await stopClock(now + 15 * MINUTE - 1, parent);
    expect(await change(parent)).toMatchObject(TOO_MANY);
    await stopClock(now + 15 * MINUTE, parent);
    expect(await change(parent)).toEqual(DONE);
  });

  test('accepts one of two simultaneous changes; the other browser gets a wrong password or a lost session', async () => {
    const parent = await Parent.signUp(send);
    const other = await Parent.signIn(send, parent.email);
    const answers = await Promise.all([change(parent, { new_password: authKey('a') }), change(other, { new_password: authKey('b') })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers[0]?.status === 200 ? 'a' : 'b';
    await expect(Parent.signIn(send, parent.email, undefined, authKey(winner === 'a' ? 'b' : 'a'))).rejects.toThrow();
    expect((await Parent.signIn(send, parent.email, undefined, authKey(winner))).accountId).toBe(parent.accountId);
  });

  test('accepts one of two simultaneous changes from one browser and answers the other with code 300', async () => {
    const parent = await Parent.signUp(send);
    const answers = await Promise.all([change(parent, { new_password: authKey('a') }), change(parent, { new_password: authKey('b') })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(WRONG);
  });

  test('returns the same response to a repeated request without counting an attempt', async () => {
    const parent = await Parent.signUp(send);
    for (let times = 0; times < 12; times++) expect(await change(parent, {}, 'one key')).toEqual(DONE);
    expect(await readRows(parent.accountId, 'SELECT * FROM tried')).toEqual([]);
  });

  test('commits the envelope that was staged for the new password', async () => {
    const parent = await withKey();
    const { acctkey } = Object(await stage(parent, authKey(parent.email), NEXT));
    expect(await change(parent, { acctkey: accountKey('first', envelope('other')) })).toMatchObject({
      status: 400,
      body: { errors: { fields: { acctkey: 'not_staged' } } },
    });
    expect((await Parent.signIn(send, parent.email)).accountId).toBe(parent.accountId);
    expect(await change(parent, { acctkey })).toEqual(DONE);
    expect(await parent.call(getAccount)).toMatchObject({ acctkey, acctkey_state: 'ok' });
  });

  test('keeps the old envelope and password when interrupted between staging and change', async () => {
    const parent = await withKey();
    const now = Date.now() + 1000;
    await stopClock(now, parent);
    const { acctkey } = Object(await stage(parent, authKey(parent.email), NEXT));
    expect((await parent.call(getAccount)).acctkey).toEqual(accountKey());
    expect((await Parent.signIn(send, parent.email)).accountId).toBe(parent.accountId);
    // The staged envelope is too old, even if it has not been deleted yet.
    await jumpTo(now + 10 * MINUTE, parent);
    expect(await change(parent, { acctkey })).toMatchObject({ status: 400, body: { errors: { fields: { acctkey: 'not_staged' } } } });
    expect(await change(parent)).toEqual(DONE);
    expect(await parent.call(getAccount)).toMatchObject({ acctkey: accountKey(), acctkey_state: 'flagged' });
  });

  test('flags the key when nothing was staged for the new password, and still accepts the key’s own old password', async () => {
    const parent = await withKey();
    const old = authKey(parent.email);
    await stage(parent, old, authKey('some other password'));
    expect(await change(parent)).toEqual(DONE);
    expect(await parent.call(getAccount)).toMatchObject({ acctkey: accountKey(), acctkey_state: 'flagged' });
    // After two changes without a staged key, the envelope still belongs to the first password.
    expect(await change(parent, { password: NEXT, new_password: authKey('a third') })).toEqual(DONE);
    const again = accountKey('first', envelope('again'));
    const body = (secret: string) => ({
      request_type: 'acctkey.register',
      request_args: { ...again, secret, new_secret: authKey('a third'), requested_by: parent.userId },
    });
    expect(await parent.call(keyExchange, { body: body(NEXT) })).toEqual({ status: 'invalid' });
    expect(await parent.call(keyExchange, { body: body(old) })).toEqual({ acctkey: again });
    expect(await parent.call(getAccount)).toMatchObject({ acctkey: again, acctkey_state: 'ok' });
  });

  test('leaves a key that needs a reset in that state', async () => {
    const parent = await withKey();
    await inFamily(parent, "UPDATE account_key SET state = 'needs_reset'");
    expect(await change(parent)).toEqual(DONE);
    expect((await parent.call(getAccount)).acctkey_state).toBe('needs_reset');
  });

  test('refuses the change for a single sign-on account', async () => {
    const parent = await Parent.signUp(send);
    await inFamily(parent, "UPDATE account SET login_scheme = 'sso', password_verifier = ''");
    const refused = { status: 403, body: { errors: { code: 410, message: 'This operation is invalid for SSO accounts' } } };
    expect(await change(parent)).toMatchObject(refused);
    expect(await change(parent, { new_password: undefined, new_email: 'x@example.com', upd_password: NEXT })).toMatchObject(refused);
  });

  test('accepts a legacy password as typed, and turns the account into a modern one', async () => {
    const parent = await Parent.signUp(send);
    const pepper = await runInDurableObject(familyOf(parent.accountId), ({ bindings }) => bindings.PASSWORD_PEPPER);
    const [hash = ''] = await hashTyped({}, 'test', 'secret', 'c2FsdA', { N: 16, r: 1, p: 1, bytes: 64 });
    const legacy = "UPDATE account SET is_legacy = 1, password_salt = 'c2FsdA', password_verifier = ?";
    await inFamily(parent, legacy, verifierOf(hash, 'c2FsdA', pepper));
    expect(await change(parent)).toMatchObject(WRONG);
    // Without LEGACY_IMPORT typed passwords are never hashed, so none is accepted.
    expect(await change(parent, { password: 'secret' })).toMatchObject(WRONG);
    await runInDurableObject(familyOf(parent.accountId), ({ bindings }) => Object.assign(bindings, { LEGACY_IMPORT: '16:1:1:64' }));
    try {
      expect(await change(parent)).toMatchObject({ status: 400, body: { errors: { code: 210 } } });
      expect(await change(parent, { password: 'Secret' })).toMatchObject(WRONG);
      expect(await change(parent, { password: hash })).toMatchObject(WRONG);
      expect(
        await parent.call(changePassword, { body: { login_obj: { email: parent.email, password: 'secret', new_password: NEXT } } }),
      ).toEqual(DONE.body);
    } finally {
      await runInDurableObject(familyOf(parent.accountId), ({ bindings }) => Object.assign(bindings, { LEGACY_IMPORT: undefined }));
    }
    expect((await parent.call(getAccount)).is_legacy).toBe(false);
    expect((await Parent.signIn(send, parent.email, undefined, NEXT)).accountId).toBe(parent.accountId);
  });
});
