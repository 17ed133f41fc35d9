import { runInDurableObject } from 'cloudflare:test';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAccount, getAccount, getVerification, login } from '#app/wire/account';
import { exchangeSso } from '#app/wire/identity';
import { keyExchange } from '#app/wire/keys';
import { accountKey, envelope } from '#tests/clients/account-key';
import { cutAfter } from '#tests/clients/cut-off';
import { linkOf, mailsLeadingTo, mailsTo } from '#tests/clients/mailbox';
import { type Answer, API, authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, internal, newNetwork, prove, readRows, send, sendFrom, stopClock } from '#tests/clients/worker';
import { closeProviders, playProviders, signInAt } from '#tests/fakes/identity-provider';
import { changeEmailAddress } from '#workers/api/accounts/change-email';
import { reserveAttempt } from '#workers/api/directory/attempts';
import { directoryFor } from '#workers/api/directory/names';
import type { ApiEnv } from '#workers/api/env';
import { EN } from '#workers/api/outside/mail-texts/en';

const MINUTE = 60_000;
const env = bindings as unknown as ApiEnv;
const DONE = { status: 200, body: { status: 'email_updated' } };
const TAKEN = { status: 400, body: { errors: { code: 100 } } };
const TOO_MANY = { status: 403, body: { errors: { code: 413 } } };
const NOT_FOR_SSO = { status: 403, body: { errors: { code: 410, message: 'This operation is invalid for SSO accounts' } } };
const NOT_FOR_PASSWORD = { status: 403, body: { errors: { code: 410, message: 'This operation is invalid for password accounts' } } };
const OLD_LOGIN = { status: 403, body: { errors: { code: 410, reason: 'old_login' } } };

beforeAll(playProviders);
afterAll(closeProviders);

type Member = { parent: Parent; sub: string };

async function exchange(sub: string): Promise<string> {
  const answer = await read(await send(post('/account_sso', await signInAt('apple', { sub }))));
  return exchangeSso.output.parse(answer.body).id_token;
}

function shown(id_token: string, email?: string) {
  return { ...signUpBody('unused'), login_obj: { ...(email === undefined ? {} : { email }), sso: { id_token, type: 'apple' } } };
}

/** Creates an account with single sign-on and a typed, unverified address. */
async function newMember(email = uniqueEmail()): Promise<Member> {
  const sub = `corrects-${crypto.randomUUID()}`;
  const answer = await read(await send(post('/account', shown(await exchange(sub), email))));
  return { parent: new Parent(send, createAccount.output.parse(answer.body)), sub };
}

/** Opens another session of the same account. */
async function logInAgain({ sub }: Member, via = send): Promise<Parent> {
  const answer = await read(await via(post('/login', shown(await exchange(sub)))));
  return new Parent(via, login.output.parse(answer.body));
}

function correct(parent: Parent, newEmail: string, { email = parent.email, key }: { email?: string; key?: string } = {}): Promise<Answer> {
  const body = { login_obj: { email, new_email: newEmail } };
  return parent.raw('PUT', '/credentials', body, key === undefined ? {} : { key });
}

/** Returns the signed request of a correction, as the Worker passes it to the family. */
async function requestOf(parent: Parent, newEmail: string): Promise<Request> {
  let request = new Request(API);
  await parent.raw(
    'PUT',
    '/credentials',
    { login_obj: { email: parent.email, new_email: newEmail } },
    {
      tamper: (signed) => {
        request = signed.clone();
        return new Request(`${API}/healthz`);
      },
    },
  );
  return request;
}

async function isFree(email: string): Promise<boolean> {
  return (await directoryFor(env, 'mail', email).getState()).state === 'free';
}

async function addressOf(parent: Parent) {
  return (await parent.call(getAccount)).emails[0];
}

describe('email correction', () => {
  test('emails a verification link to the new address, and frees the old address without an email', async () => {
    const { parent } = await newMember();
    await mailsTo(parent.email, 1);
    const wanted = uniqueEmail();
    expect(await correct(parent, `  ${wanted.toUpperCase()} `)).toEqual(DONE);
    expect(await addressOf(parent)).toEqual({ email: wanted, verified: false });
    const [mail] = await mailsTo(wanted, 1);
    // The email for an address change says that the address logs in. That is wrong for single sign-on.
    expect(mail?.subject).toBe(EN.mails.verify.subject);
    await vi.waitFor(async () => expect(await isFree(parent.email)).toBe(true), { timeout: 10_000 });
    expect(await mailsTo(parent.email, 1)).toHaveLength(1);
    expect(await readRows(parent.accountId, 'SELECT email FROM email_undo')).toEqual([]);
    const verified = await read(await send(new Request(`${API}/account_verification${linkOf(mail).search}`)));
    expect(verified).toEqual({ status: 200, body: { verified: true, email: wanted } });
    expect(await directoryFor(env, 'mail', wanted).getState()).toMatchObject({ state: 'confirmed', owner: parent.accountId });
  });

  test('shows the notification about the unverified address again', async () => {
    const { parent } = await newMember();
    expect(await correct(parent, uniqueEmail())).toEqual(DONE);
    const query = "SELECT withdrawn_at FROM notice WHERE type = 'email_verification_required' ORDER BY withdrawn_at IS NULL";
    const notifications = await readRows<{ withdrawn_at: number | null }>(parent.accountId, query);
    expect(notifications.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([false, true]);
  });

  test('keeps single sign-on, its identity and the account key', async () => {
    const member = await newMember();
    const { parent } = member;
    const request_args = {
      ...accountKey('first', envelope('a', ['passphrase'])),
      secret: authKey('passphrase'),
      requested_by: parent.userId,
    };
    await parent.call(keyExchange, { body: { request_type: 'acctkey.register', request_args } });
    const before = await readRows(parent.accountId, 'SELECT * FROM account_key');
    expect(before).toHaveLength(1);
    expect(await correct(parent, uniqueEmail())).toEqual(DONE);
    expect(await readRows(parent.accountId, 'SELECT * FROM account_key')).toEqual(before);
    expect((await logInAgain(member)).accountId).toBe(parent.accountId);
    expect(await readRows(parent.accountId, 'SELECT login_scheme, password_salt, password_verifier FROM account')).toMatchObject([
      { login_scheme: 'sso', password_verifier: '' },
    ]);
  });

  test('refuses to correct a verified address, and reserves nothing', async () => {
    const { parent } = await newMember();
    await prove(parent.accountId);
    const wanted = uniqueEmail();
    expect(await correct(parent, wanted)).toMatchObject(NOT_FOR_SSO);
    expect(await isFree(wanted)).toBe(true);
    expect(await addressOf(parent)).toEqual({ email: parent.email, verified: true });
  });

  test('refuses to correct an address verified between the two steps, and frees the new address', async () => {
    const { parent } = await newMember();
    const wanted = uniqueEmail();
    const directory = directoryFor(env, 'mail', wanted);
    const meanwhile = async () => {
      expect(await directory.getState()).toMatchObject({ state: 'reserved', owner: parent.accountId });
      await prove(parent.accountId);
    };
    const answer = await changeEmailAddress(
      cutAfter(env, 'reserve', meanwhile),
      parent.accountId,
      await requestOf(parent, wanted),
      newNetwork(),
    );
    expect(await read(answer)).toMatchObject(NOT_FOR_SSO);
    expect(await directory.getState()).toEqual({ state: 'free' });
    expect(await addressOf(parent)).toEqual({ email: parent.email, verified: true });
  });

  test('refuses a session that turns ten minutes old between the two steps', async () => {
    const { parent } = await newMember();
    const wanted = uniqueEmail();
    const meanwhile = () =>
      runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
        storage.sql.exec('UPDATE session SET created_at = created_at - ?', 10 * MINUTE);
      });
    const answer = await changeEmailAddress(
      cutAfter(env, 'reserve', meanwhile),
      parent.accountId,
      await requestOf(parent, wanted),
      newNetwork(),
    );
    expect(await read(answer)).toMatchObject(OLD_LOGIN);
    expect(await isFree(wanted)).toBe(true);
  });

  test('refuses a password account without revealing anything about the new address', async () => {
    const [parent, stranger] = [await Parent.signUp(send), await Parent.signUp(send)];
    const free = uniqueEmail();
    const [taken, untaken] = [await correct(parent, stranger.email), await correct(parent, free)];
    expect(taken).toMatchObject(NOT_FOR_PASSWORD);
    expect(taken).toEqual(untaken);
    expect(await isFree(free)).toBe(true);
    expect(await addressOf(parent)).toEqual({ email: parent.email, verified: false });
  });

  test('still refuses an address change with a password for single sign-on', async () => {
    const { parent } = await newMember();
    const wanted = uniqueEmail();
    for (const password of ['', authKey('x')]) {
      const login_obj = { email: parent.email, password, new_email: wanted, upd_password: authKey('x') };
      expect(await parent.raw('PUT', '/credentials', { login_obj })).toMatchObject(NOT_FOR_SSO);
    }
    expect(await isFree(wanted)).toBe(true);
  });

  test('voids links emailed to the old address', async () => {
    const { parent } = await newMember();
    const [proving] = await mailsLeadingTo('/verify', parent.email);
    await send(post('/resetpw', { email: parent.email }));
    const [reset] = await mailsLeadingTo('/reset', parent.email);
    const wanted = uniqueEmail();
    expect(await correct(parent, wanted)).toEqual(DONE);
    expect((await read(await send(new Request(`${API}/account_verification${proving?.link.search}`)))).status).toBe(400);
    expect((await parent.call(getVerification)).verified).toBe(false);
    const token = reset?.link.searchParams.get('token');
    for (const email of [parent.email, wanted]) {
      const answer = await read(await send(post('/resetpw', { email, token, password: authKey('new') })));
      expect(answer).toMatchObject({ status: 400, body: { errors: { code: 300 } } });
    }
    expect(await addressOf(parent)).toEqual({ email: wanted, verified: false });
  });

  test('refuses a session ten minutes old, but not one a second younger, regardless of its last use', async () => {
    const { parent } = await newMember();
    const [{ created_at } = { created_at: 0 }] = await readRows<{ created_at: number }>(parent.accountId, 'SELECT created_at FROM session');
    const wanted = uniqueEmail();
    await stopClock(created_at + 10 * MINUTE, parent);
    expect(await correct(parent, wanted)).toMatchObject(OLD_LOGIN);
    expect(await isFree(wanted)).toBe(true);
    const early = (await newMember()).parent;
    const [session = { created_at: 0 }] = await readRows<{ created_at: number }>(early.accountId, 'SELECT created_at FROM session');
    await stopClock(session.created_at + 10 * MINUTE - 1000, early);
    expect(await correct(early, wanted)).toEqual(DONE);
  });

  test('does not accept an old session because of a recent login elsewhere', async () => {
    const member = await newMember();
    const old = member.parent;
    await runInDurableObject(familyOf(old.accountId), (_family, { storage }) => {
      storage.sql.exec('UPDATE session SET created_at = created_at - ?', 10 * MINUTE);
    });
    const recent = await logInAgain(member);
    expect(await correct(old, uniqueEmail())).toMatchObject(OLD_LOGIN);
    expect(await correct(recent, uniqueEmail())).toEqual(DONE);
  });

  test('ends all other sessions, but not the session that made the correction', async () => {
    const member = await newMember();
    const other = await logInAgain(member);
    expect(await correct(member.parent, uniqueEmail())).toEqual(DONE);
    expect((await other.raw('GET', '/account')).status).toBe(401);
    expect((await member.parent.raw('GET', '/account')).status).toBe(200);
  });

  test('returns code 100 for a taken or the current address and code 301 for a malformed one, and changes nothing', async () => {
    const [{ parent }, stranger] = [await newMember(), await Parent.signUp(send)];
    expect(await correct(parent, stranger.email)).toMatchObject(TAKEN);
    expect(await correct(parent, parent.email.toUpperCase())).toMatchObject(TAKEN);
    expect(await correct(parent, 'no address')).toMatchObject({ status: 400, body: { errors: { code: 301 } } });
    expect(await addressOf(parent)).toEqual({ email: parent.email, verified: false });
    expect((await addressOf(stranger))?.email).toBe(stranger.email);
  });

  test('refuses a wrong current address', async () => {
    const { parent } = await newMember();
    const wanted = uniqueEmail();
    for (const email of ['', uniqueEmail()]) {
      const answer = await correct(parent, wanted, { email });
      expect(answer).toMatchObject({ status: 400, body: { errors: { fields: { email: 'not_current' } } } });
    }
    expect(await isFree(wanted)).toBe(true);
  });

  test('refuses the sixth request in an hour, for taken and free addresses alike', async () => {
    const [{ parent }, stranger] = [await newMember(), await Parent.signUp(send)];
    for (let asks = 0; asks < 5; asks++) expect(await correct(parent, stranger.email)).toMatchObject(TAKEN);
    const free = uniqueEmail();
    const [taken, untaken] = [await correct(parent, stranger.email), await correct(parent, free)];
    expect(taken).toMatchObject(TOO_MANY);
    expect(taken).toEqual(untaken);
    expect(await isFree(free)).toBe(true);
  });

  test('also counts requests per network', async () => {
    const ip = newNetwork();
    const [member, stranger] = [await newMember(), await Parent.signUp(send)];
    for (let asks = 0; asks < 30; asks++) await reserveAttempt(env, 'move', { email: uniqueEmail(), ip });
    const here = await logInAgain(member, sendFrom(ip));
    expect(await correct(here, stranger.email)).toMatchObject(TOO_MANY);
  });

  test('returns the same response to a repeated request and sends only one email', async () => {
    const { parent } = await newMember();
    const wanted = uniqueEmail();
    for (let times = 0; times < 3; times++) expect(await correct(parent, wanted, { key: 'one key' })).toEqual(DONE);
    expect(await mailsTo(wanted, 1)).toHaveLength(1);
  });

  test('accepts a new address after the owner of the mailbox took over the old one', async () => {
    const { parent, sub } = await newMember();
    await send(post('/resetpw', { email: parent.email }));
    const [mail] = await mailsLeadingTo('/reset', parent.email);
    const token = mail?.link.searchParams.get('token');
    expect((await send(post('/resetpw', { email: parent.email, token, password: authKey('owner') }))).status).toBe(200);
    await vi.waitFor(async () => {
      const rows = await readRows(parent.accountId, 'SELECT email FROM account');
      expect(rows).toEqual([{ email: '' }]);
    });
    const again = await logInAgain({ parent, sub });
    const wanted = uniqueEmail();
    expect(await correct(again, parent.email, { email: '' })).toMatchObject(TAKEN);
    expect(await correct(again, wanted, { email: '' })).toEqual(DONE);
    expect(await addressOf(again)).toEqual({ email: wanted, verified: false });
    expect(await readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'address' AND id = ''")).toEqual([]);
    await mailsTo(wanted, 1);
    expect((await internal.mailbox()).filter(({ to }) => to === '')).toEqual([]);
  });

  test('confirms the new address without another request when interrupted right after the change', async () => {
    const { parent } = await newMember();
    const wanted = uniqueEmail();
    const request = await requestOf(parent, wanted);
    await expect(changeEmailAddress(cutAfter(env, 'applyEmailChange'), parent.accountId, request, newNetwork())).rejects.toThrow('cut off');
    const directory = directoryFor(env, 'mail', wanted);
    await vi.waitFor(async () => expect(await directory.getState()).toMatchObject({ state: 'confirmed', owner: parent.accountId }), {
      timeout: 10_000,
    });
    expect(await addressOf(parent)).toEqual({ email: wanted, verified: false });
  });

  test('changes nothing without a reserved address', async () => {
    const { parent } = await newMember();
    const request = await requestOf(parent, uniqueEmail());
    const family = familyOf(parent.accountId);
    for (const held of [null, uniqueEmail()]) expect((await family.applyEmailChange(request.clone(), held)).status).toBe(400);
    expect((await family.fetch(request.clone())).status).toBe(400);
    expect(await addressOf(parent)).toEqual({ email: parent.email, verified: false });
  });
});
