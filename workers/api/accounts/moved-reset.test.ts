import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { getAccount } from '#app/wire/account';
import { changeDeletion, changeEmail, changePassword, getDeletion } from '#app/wire/identity';
import { keyExchange } from '#app/wire/keys';
import { accountKey, envelope } from '#tests/clients/account-key';
import { linkOf, mailsLeadingTo, mailsTo } from '#tests/clients/mailbox';
import { authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { familyOf, newChild, prove, readRows, send, stopClock } from '#tests/clients/worker';
import { EN } from '../outside/mail-texts/en';

// A password reset by email within seven days of an address change (A145). `mover` changed the address and may be the owner or a thief.

const DAY = 24 * 60 * 60_000;
const MOVED = authKey('the password under the new address');
const RESET = authKey('the password after the reset');
const KEY = accountKey('first', envelope('before', ['password', 'recovery']));
const TOO_MANY = { status: 403, body: { errors: { code: 413, reason: 'address_held' } } };

/**
 * Returns an owner whose account was moved to a new, verified address. The account has one child and, unless `hasKey` is false, an account
 * key.
 */
async function movedFamily({ hasKey = true } = {}) {
  const owner = await Parent.signUp(send);
  await prove(owner.accountId);
  await newChild(owner, 'Mia');
  if (hasKey) await exchange(owner, 'register', { ...KEY, secret: authKey(owner.email) });
  const mover = await Parent.signIn(send, owner.email);
  const to = uniqueEmail();
  const token = await changeAddress(mover, owner.email, authKey(owner.email), to);
  await prove(owner.accountId);
  return { owner, mover, to, token };
}

async function exchange(parent: Parent, type: 'register' | 'reset', args: object) {
  const request_args = { requested_by: parent.userId, ...args };
  return parent.call(keyExchange, { body: { request_type: `acctkey.${type}`, request_args } });
}

/** Changes the account's email address to `to`. Returns the token emailed to the previous address. */
async function changeAddress(parent: Parent, email: string, password: string, to: string): Promise<string> {
  await parent.call(changeEmail, { body: { login_obj: { email, password, new_email: to, upd_password: MOVED } } });
  return (await mailsLeadingTo('/undo-email', email))[0]?.link.searchParams.get('token') ?? '';
}

/** Resets the password with the link emailed to an address, then logs in. */
async function reset(email: string, count = 1): Promise<Parent> {
  await send(post('/resetpw', { email }));
  const token = (await mailsLeadingTo('/reset', email, count)).at(-1)?.link.searchParams.get('token');
  const answer = await read(await send(post('/resetpw', { email, token, password: RESET })));
  expect(answer).toEqual({ status: 200, body: { status: 'login_updated' } });
  return Parent.signIn(send, email, undefined, RESET);
}

async function undo(accountId: string, token: string) {
  return read(await send(post('/credentials_undo', { account_id: accountId, token })));
}

async function logIn(email: string, password: string): Promise<number> {
  return (await send(post('/login', signUpBody(email, password)))).status;
}

const childrenOf = async (parent: Parent) => (await parent.call(getAccount)).users.map(({ user_name }) => user_name).sort();
const keyRow = (accountId: string) => readRows(accountId, 'SELECT key_id, enc_priv, state FROM account_key');
const subjectsTo = async (email: string, count: number) => (await mailsTo(email, count)).map(({ subject }) => subject);

describe('password reset after an address change', () => {
  test('keeps the account and ends all other sessions after a reset by the new, verified address', async () => {
    const { owner, mover, to } = await movedFamily();
    const again = await reset(to);
    expect(again.accountId).toBe(owner.accountId);
    expect(await childrenOf(again)).toContain('Mia');
    expect((await again.call(getAccount)).acctkey_state).toBe('needs_reset');
    expect((await mover.raw('GET', '/account')).status).toBe(401);
  });

  test('restores address, password, key copies and children when the earlier address undoes the change after a reset', async () => {
    const { owner, to, token } = await movedFamily();
    const again = await reset(to);
    await newChild(again, 'Ben');
    expect(await undo(owner.accountId, token)).toEqual({ status: 200, body: { status: 'email_restored', email: owner.email } });
    expect([await logIn(to, RESET), await logIn(to, MOVED), await logIn(owner.email, RESET)]).toEqual([400, 400, 400]);
    expect((await again.raw('GET', '/account')).status).toBe(401);
    const restored = await Parent.signIn(send, owner.email);
    expect(restored.accountId).toBe(owner.accountId);
    expect(await childrenOf(restored)).toEqual(expect.arrayContaining(['Ben', 'Mia']));
    expect(await restored.call(getAccount)).toMatchObject({
      emails: [{ email: owner.email, verified: true }],
      acctkey: KEY,
      acctkey_state: 'ok',
    });
  });

  test('emails the earlier address a second undo link on the first reset only, and accepts just one link once', async () => {
    const { owner, to, token } = await movedFamily();
    await reset(to);
    const second = (await mailsLeadingTo('/undo-email', owner.email, 2)).at(-1);
    expect(second?.subject).toBe(EN.mails['email-reset'].subject);
    expect(second?.text).toContain(to);
    await reset(to, 2);
    expect(await readRows(owner.accountId, 'SELECT hash FROM email_undo')).toHaveLength(2);
    expect((await undo(owner.accountId, second?.link.searchParams.get('token') ?? '')).status).toBe(200);
    for (const used of [token, second?.link.searchParams.get('token') ?? '']) expect((await undo(owner.accountId, used)).status).toBe(400);
  });

  test('emails each step to the affected addresses', async () => {
    const { owner, to, token } = await movedFamily();
    await reset(to);
    const young = (await mailsLeadingTo('/reset', to)).at(-1);
    expect(young?.text).toContain('you keep everything in the account');
    await undo(owner.accountId, token);
    await mailsLeadingTo('/login', to);
    const toNew = (await subjectsTo(to, 4)).filter((subject) => subject !== EN.mails['new-sign-in'].subject);
    expect(toNew).toEqual(
      (['verify-new-email', 'reset-young', 'password-changed', 'email-released'] as const).map((name) => EN.mails[name].subject),
    );
    const restored = (await mailsLeadingTo('/forgot', owner.email)).at(-1);
    expect([restored?.subject, restored?.text.includes(owner.email)]).toEqual([EN.mails['email-restored'].subject, true]);
  });

  test('refuses another address change for seven days, even after a reset', async () => {
    const { owner, to } = await movedFamily({ hasKey: false });
    const again = await reset(to);
    const change = (from: Parent, email: string, password: string) =>
      from.raw('PUT', '/credentials', { login_obj: { email, password, new_email: uniqueEmail(), upd_password: authKey('next') } });
    expect(await change(again, to, RESET)).toMatchObject(TOO_MANY);
    const [row] = await readRows<{ changed_at: number }>(owner.accountId, 'SELECT changed_at FROM email_undo');
    await stopClock((row?.changed_at ?? 0) + 7 * DAY - 1, again);
    expect(await change(again, to, RESET)).toMatchObject(TOO_MANY);
    await stopClock((row?.changed_at ?? 0) + 7 * DAY, again);
    expect(await change(again, to, RESET)).toEqual({ status: 200, body: { status: 'email_updated' } });
  });

  test('resets the password after seven days, and refuses to create a new account without using up the link', async () => {
    const { owner, to, token } = await movedFamily({ hasKey: false });
    await runInDurableObject(familyOf(owner.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE email_undo SET changed_at = changed_at - ?, expires_at = expires_at - ?', 7 * DAY, 7 * DAY);
    });
    await send(post('/resetpw', { email: to }));
    const mail = (await mailsLeadingTo('/reset', to)).at(-1);
    expect([mail?.subject, mail?.link.searchParams.has('moved')]).toEqual([EN.mails.reset.subject, false]);
    const body = { email: to, token: mail?.link.searchParams.get('token'), password: RESET };
    expect((await send(post('/resetpw', { ...body, start_empty: true }))).status).toBe(400);
    expect((await send(post('/resetpw', body))).status).toBe(200);
    expect((await undo(owner.accountId, token)).status).toBe(400);
  });

  test('gives an unverified new address to a new account, and lets the earlier address restore its own account', async () => {
    const { owner, to, token } = await movedFamily({ hasKey: false });
    await runInDurableObject(familyOf(owner.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE account SET email_verified_at = NULL');
    });
    const newcomer = await reset(to);
    expect(newcomer.accountId).not.toBe(owner.accountId);
    expect((await undo(owner.accountId, token)).status).toBe(200);
    expect(await childrenOf(await Parent.signIn(send, owner.email))).toContain('Mia');
    expect((await newcomer.raw('GET', '/account')).status).toBe(200);
  });

  test('restores the account from before the change, even after more changes by a thief', async () => {
    const { owner, to, token } = await movedFamily();
    const thief = await reset(to);
    const evil = accountKey('second', envelope('evil', ['password', 'recovery']));
    await exchange(thief, 'reset', { ...evil, new_secret: RESET });
    expect(await keyRow(owner.accountId)).toMatchObject([{ key_id: evil.key_id }]);
    for (const [password, new_password] of [
      [RESET, authKey('second')],
      [authKey('second'), authKey('third')],
    ]) {
      await thief.call(changePassword, { body: { login_obj: { email: to, password, new_password } } });
    }
    await thief.call(changeDeletion, { body: { action: 'request_deletion' } });
    expect((await undo(owner.accountId, token)).status).toBe(200);
    const restored = await Parent.signIn(send, owner.email);
    expect(await restored.call(getAccount)).toMatchObject({ acctkey: KEY, acctkey_state: 'ok', deletion: null });
    expect(await restored.call(getDeletion)).toMatchObject({ status: 'none' });
    expect(await readRows(owner.accountId, "SELECT id FROM due WHERE kind = 'purge'")).toEqual([]);
    // The restored key was removed from old_key. The thief's key stays there, like every replaced key.
    expect(await readRows(owner.accountId, 'SELECT key_id FROM old_key')).toEqual([{ key_id: evil.key_id }]);
  });

  test('restores key copies that a thief removed', async () => {
    const { owner, mover, token } = await movedFamily();
    await exchange(mover, 'register', { ...accountKey('first', envelope('evil')), secret: authKey(owner.email), new_secret: MOVED });
    expect(await keyRow(owner.accountId)).toMatchObject([{ enc_priv: envelope('evil') }]);
    await undo(owner.accountId, token);
    expect(await keyRow(owner.accountId)).toEqual([{ key_id: KEY.key_id, enc_priv: KEY.enc_priv, state: 'ok' }]);
  });

  test('restores a flagged key that still needs its earlier password', async () => {
    const owner = await Parent.signUp(send);
    await prove(owner.accountId);
    await exchange(owner, 'register', { ...KEY, secret: authKey(owner.email) });
    const changed = authKey('changed without script');
    await owner.call(changePassword, {
      body: { login_obj: { email: owner.email, password: authKey(owner.email), new_password: changed } },
    });
    const before = await readRows(owner.accountId, 'SELECT state, secret_salt, secret_verifier FROM account_key');
    expect(before).toMatchObject([{ state: 'flagged' }]);
    const to = uniqueEmail();
    const token = await changeAddress(owner, owner.email, changed, to);
    await prove(owner.accountId);
    await reset(to);
    await undo(owner.accountId, token);
    expect(await readRows(owner.accountId, 'SELECT state, secret_salt, secret_verifier FROM account_key')).toEqual(before);
  });

  test('keeps a key created after the change, with state needs_reset', async () => {
    const { owner, to, token } = await movedFamily({ hasKey: false });
    const again = await reset(to);
    await exchange(again, 'register', { ...KEY, secret: RESET });
    await undo(owner.accountId, token);
    expect(await keyRow(owner.accountId)).toEqual([{ key_id: KEY.key_id, enc_priv: KEY.enc_priv, state: 'needs_reset' }]);
  });

  test('lets the first of three addresses undo a reset by the third, and emails both newer addresses', async () => {
    const { owner, mover, to, token } = await movedFamily({ hasKey: false });
    const third = uniqueEmail();
    const second = await changeAddress(mover, to, MOVED, third);
    await prove(owner.accountId);
    await reset(third);
    expect((await mailsLeadingTo('/undo-email', to, 2)).at(-1)?.subject).toBe(EN.mails['email-reset'].subject);
    expect(await undo(owner.accountId, token)).toMatchObject({ status: 200, body: { email: owner.email } });
    expect((await undo(owner.accountId, second)).status).toBe(400);
    for (const email of [to, third]) expect(linkOf((await mailsLeadingTo('/login', email)).at(-1)).pathname).toBe('/login');
  });
});
