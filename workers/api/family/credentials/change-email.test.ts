import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getAccount, getVerification } from '#app/wire/account';
import { keyExchange } from '#app/wire/keys';
import { accountKey, envelope } from '#tests/clients/account-key';
import { ring } from '#tests/clients/clock';
import { cutAfter } from '#tests/clients/cut-off';
import { linkOf, mailsTo } from '#tests/clients/mailbox';
import { type Answer, API, authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, newNetwork, prove, readRows, send, sendFrom, stopClock } from '#tests/clients/worker';
import { changeEmailAddress, reconcileAddress, reserveAddress } from '#workers/api/accounts/change-email';
import { reserveAttempt } from '#workers/api/directory/attempts';
import { directoryFor } from '#workers/api/directory/names';
import type { ApiEnv } from '#workers/api/env';
import { EN } from '#workers/api/outside/mail-texts/en';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const env = bindings as unknown as ApiEnv;
const DONE = { status: 200, body: { status: 'email_updated' } };
const TAKEN = { status: 400, body: { errors: { code: 100 } } };
const WRONG = { status: 400, body: { errors: { code: 300 } } };
const TOO_MANY = { status: 403, body: { errors: { code: 413 } } };

/** Creates an account with a verified address, which a link can restore later. */
async function provenParent(): Promise<Parent> {
  const parent = await Parent.signUp(send);
  await prove(parent.accountId);
  return parent;
}

function body(parent: Parent, newEmail: string, fields: object = {}) {
  const known = { email: parent.email, password: authKey(parent.email) };
  return { login_obj: { ...known, new_email: newEmail, upd_password: authKey(newEmail), ...fields } };
}

function requestChange(parent: Parent, newEmail: string, fields: object = {}, key?: string): Promise<Answer> {
  return parent.raw('PUT', '/credentials', body(parent, newEmail, fields), key === undefined ? {} : { key });
}

async function signsIn(email: string, password = authKey(email)): Promise<boolean> {
  return (await read(await send(post('/login', signUpBody(email, password))))).status === 200;
}

async function isFree(email: string): Promise<boolean> {
  return (await directoryFor(env, 'mail', email).getState()).state === 'free';
}

/** Returns the signed request of a move, as the Worker passes it to the family. */
async function requestOf(parent: Parent, newEmail: string, fields: object = {}): Promise<Request> {
  let request = new Request(API);
  await parent.raw('PUT', '/credentials', body(parent, newEmail, fields), {
    tamper: (signed) => {
      request = signed.clone();
      return new Request(`${API}/healthz`);
    },
  });
  return request;
}

describe('email change', () => {
  test('accepts only the new address with the same password afterwards, and emails both addresses', async () => {
    const parent = await provenParent();
    const other = await Parent.signIn(send, parent.email);
    const wanted = uniqueEmail();
    expect(await requestChange(parent, `  ${wanted.toUpperCase()} `, { upd_password: authKey(wanted) })).toEqual(DONE);
    expect([await signsIn(wanted), await signsIn(parent.email)]).toEqual([true, false]);
    expect((await other.raw('GET', '/account')).status).toBe(401);
    expect((await parent.call(getAccount)).emails).toEqual([{ email: wanted, verified: false }]);
    const toOld = (await mailsTo(parent.email, 3)).find(({ subject }) => subject === EN.mails['email-changed'].subject);
    expect(toOld?.text).toContain(wanted);
    const undo = linkOf(toOld);
    expect([undo.origin, undo.pathname, undo.searchParams.get('account_id')]).toEqual([
      'http://localhost:8787',
      '/undo-email',
      parent.accountId,
    ]);
    const rows = await readRows<{ hash: string }>(parent.accountId, 'SELECT * FROM email_undo');
    expect(JSON.stringify(rows)).not.toContain(undo.searchParams.get('token'));
    const toNew = (await mailsTo(wanted, 2)).find(({ subject }) => subject === EN.mails['verify-new-email'].subject);
    const verify = await read(await send(new Request(`${API}/account_verification${linkOf(toNew).search}`)));
    expect(verify).toEqual({ status: 200, body: { verified: true, email: wanted } });
  });

  test('does not verify the new address by a link emailed to the old one', async () => {
    const parent = await Parent.signUp(send);
    const [mail] = await mailsTo(parent.email, 1);
    expect(await requestChange(parent, uniqueEmail())).toEqual(DONE);
    expect((await read(await send(new Request(`${API}/account_verification${linkOf(mail).search}`)))).status).toBe(400);
    expect((await parent.call(getVerification)).verified).toBe(false);
  });

  test('reveals a taken address only with the right password', async () => {
    const [parent, stranger] = [await Parent.signUp(send), await Parent.signUp(send)];
    const free = uniqueEmail();
    const wrong = { password: authKey('wrong') };
    const [taken, unknown] = [await requestChange(parent, stranger.email, wrong), await requestChange(parent, free, wrong)];
    expect(taken).toMatchObject(WRONG);
    expect(taken).toEqual(unknown);
    expect(await isFree(free)).toBe(true);
    expect(await requestChange(parent, stranger.email)).toMatchObject(TAKEN);
    expect(await requestChange(parent, parent.email)).toMatchObject(TAKEN);
    expect(await requestChange(parent, 'no address')).toMatchObject({ status: 400, body: { errors: { code: 301 } } });
    expect(await requestChange(parent, free, { upd_password: 'as typed' })).toMatchObject({ status: 400, body: { errors: { code: 500 } } });
    expect([await signsIn(parent.email), await signsIn(stranger.email)]).toEqual([true, true]);
  });

  test('reserves no address for an unsigned or wrongly signed request', async () => {
    const parent = await Parent.signUp(send);
    const wanted = uniqueEmail();
    const tamper = (request: Request) => {
      const headers = new Headers(request.headers);
      headers.set('X-Signature', `v1=${'0'.repeat(64)}`);
      return new Request(request, { headers });
    };
    expect((await parent.raw('PUT', '/credentials', body(parent, wanted), { tamper })).status).toBe(401);
    expect(
      (await read(await send(new Request(`${API}/credentials`, { method: 'PUT', body: '{"login_obj":{"new_email":1}}' })))).status,
    ).toBe(401);
    expect(await isFree(wanted)).toBe(true);
  });

  test('gives an address to exactly one of two accounts that request it in parallel', async () => {
    const [one, two] = [await Parent.signUp(send), await Parent.signUp(send)];
    const wanted = uniqueEmail();
    const answers = await Promise.all([requestChange(one, wanted), requestChange(two, wanted)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await signsIn(wanted)).toBe(true);
    const loser = answers[0]?.status === 200 ? two : one;
    expect(await signsIn(loser.email)).toBe(true);
  });

  test('returns the same response to a repeated request and changes the address only once', async () => {
    const parent = await provenParent();
    const wanted = uniqueEmail();
    for (let times = 0; times < 3; times++) expect(await requestChange(parent, wanted, {}, 'one key')).toEqual(DONE);
    expect(await readRows(parent.accountId, 'SELECT hash FROM email_undo')).toHaveLength(1);
  });

  test('counts wrong passwords together with those of password changes', async () => {
    const parent = await Parent.signUp(send);
    const wrong = { password: authKey('wrong') };
    for (let tries = 0; tries < 10; tries++) expect(await requestChange(parent, uniqueEmail(), wrong)).toMatchObject(WRONG);
    expect(await requestChange(parent, uniqueEmail())).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
  });

  test('allows five address changes per hour', async () => {
    const parent = await Parent.signUp(send);
    let email = parent.email;
    for (let moves = 0; moves < 5; moves++) {
      const next = uniqueEmail();
      expect(await requestChange(parent, next, { email, password: authKey(email) })).toEqual(DONE);
      email = next;
    }
    const sixth = await requestChange(parent, uniqueEmail(), { email, password: authKey(email) });
    expect(sixth).toMatchObject(TOO_MANY);
  });

  test('refuses the sixth request in an hour, even for taken addresses', async () => {
    const [parent, stranger] = [await Parent.signUp(send), await Parent.signUp(send)];
    for (let asks = 0; asks < 5; asks++) expect(await requestChange(parent, stranger.email)).toMatchObject(TAKEN);
    const free = uniqueEmail();
    const [taken, untaken] = [await requestChange(parent, stranger.email), await requestChange(parent, free)];
    expect(taken).toMatchObject(TOO_MANY);
    expect(taken).toEqual(untaken);
    expect(await isFree(free)).toBe(true);
  });

  test('also counts requests per network, across accounts', async () => {
    const ip = newNetwork();
    const [parent, stranger] = [await Parent.signUp(send), await Parent.signUp(send)];
    for (let asks = 0; asks < 29; asks++) await reserveAttempt(env, 'move', { email: uniqueEmail(), ip });
    const here = await Parent.signIn(sendFrom(ip), parent.email);
    expect(await requestChange(here, stranger.email)).toMatchObject(TAKEN);
    const free = uniqueEmail();
    const [taken, untaken] = [await requestChange(here, stranger.email), await requestChange(here, free)];
    expect(taken).toMatchObject(TOO_MANY);
    expect(taken).toEqual(untaken);
    expect(await isFree(free)).toBe(true);
  });

  test('reserves no address for an envelope that was not staged, even when the request is repeated', async () => {
    const parent = await Parent.signUp(send);
    const wanted = uniqueEmail();
    const request_args = { ...accountKey(), secret: authKey(parent.email), requested_by: parent.userId };
    await parent.call(keyExchange, { body: { request_type: 'acctkey.register', request_args } });
    for (let times = 0; times < 2; times++) {
      expect(await requestChange(parent, wanted, { acctkey: accountKey('first', envelope('another')) })).toMatchObject({
        status: 400,
        body: { errors: { fields: { acctkey: 'not_staged' } } },
      });
      expect(await isFree(wanted)).toBe(true);
    }
    expect(await readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'address'")).toEqual([]);
  });

  test('reserves an address until the family has moved, and frees it when the family refuses', async () => {
    const parent = await Parent.signUp(send);
    const wanted = uniqueEmail();
    const directory = directoryFor(env, 'mail', wanted);
    // The password changes between the two steps.
    const meanwhile = async () => {
      expect(await directory.getState()).toMatchObject({ state: 'reserved', owner: parent.accountId });
      await runInDurableObject(familyOf(parent.accountId), (_family, { storage }) => {
        storage.sql.exec("UPDATE account SET password_verifier = 'x'");
      });
    };
    const answer = await changeEmailAddress(
      cutAfter(env, 'reserve', meanwhile),
      parent.accountId,
      await requestOf(parent, wanted),
      newNetwork(),
    );
    expect(await read(answer)).toMatchObject(WRONG);
    expect(await directory.getState()).toEqual({ state: 'free' });
  });

  test('accepts an address that the directory still assigns to a deleted family', async () => {
    const parent = await Parent.signUp(send);
    const wanted = uniqueEmail();
    const gone = bindings.FAMILY.newUniqueId().toString();
    const directory = directoryFor(env, 'mail', wanted);
    await directory.reserve(gone);
    await directory.confirm(gone);
    expect(await requestChange(parent, wanted)).toEqual(DONE);
    expect(await directory.getState()).toMatchObject({ state: 'confirmed', owner: parent.accountId });
  });

  test('frees an unverified old address immediately, without an undo email', async () => {
    const parent = await Parent.signUp(send);
    const wanted = uniqueEmail();
    expect(await requestChange(parent, wanted)).toEqual(DONE);
    await vi.waitFor(async () => expect(await isFree(parent.email)).toBe(true), { timeout: 10_000 });
    expect(await readRows(parent.accountId, 'SELECT email FROM email_undo')).toEqual([]);
    expect((await mailsTo(parent.email, 1)).map(({ subject }) => subject)).not.toContain(EN.mails['email-changed'].subject);
    expect(await signsIn(wanted)).toBe(true);
    expect((await Parent.signUp(send, parent.email)).accountId).not.toBe(parent.accountId);
  });

  test('refuses a body that changes neither address nor password', async () => {
    const parent = await Parent.signUp(send);
    expect((await parent.raw('PUT', '/credentials', { login_obj: {} })).status).toBe(400);
    expect(await signsIn(parent.email)).toBe(true);
  });

  test('commits the staged envelope', async () => {
    const parent = await provenParent();
    const wanted = uniqueEmail();
    const secret = authKey(parent.email);
    const exchange = (type: string, args: object) =>
      parent.call(keyExchange, { body: { request_type: `acctkey.${type}`, request_args: { requested_by: parent.userId, ...args } } });
    await exchange('register', { ...accountKey(), secret });
    const staged = accountKey('first', envelope('staged'));
    await exchange('changepw', { ...staged, secret, new_secret: authKey(wanted) });
    expect(await requestChange(parent, wanted, { acctkey: staged })).toEqual(DONE);
    expect(await parent.call(getAccount)).toMatchObject({ acctkey: staged, acctkey_state: 'ok' });
    expect(await readRows(parent.accountId, 'SELECT enc_priv FROM email_undo')).toEqual([{ enc_priv: accountKey().enc_priv }]);
  });

  test('leaves exactly one address able to log in, and no reservation, when interrupted after any step', async () => {
    const parent = await Parent.signUp(send);
    const wanted = uniqueEmail();
    const request = await requestOf(parent, wanted);
    const family = familyOf(parent.accountId);
    const working = async () => [await signsIn(parent.email), await signsIn(wanted)];
    expect(await (await family.checkEmailChange(request.clone())).json()).toEqual({ hold: wanted });
    expect(await working()).toEqual([true, false]);
    expect(await reserveAddress(env, parent.accountId, wanted)).toBe(true);
    expect(await working()).toEqual([true, false]);
    // If nobody continues, the reserved address is released, and the account keeps its old address.
    await runInDurableObject(family, (_family, { storage }) => {
      storage.sql.exec("UPDATE due SET at = 1 WHERE kind = 'address'");
    });
    await ring(parent);
    await vi.waitFor(async () => expect(await isFree(wanted)).toBe(true), { timeout: 10_000 });
    expect(await working()).toEqual([true, false]);
    // If the change continues, the account has the new address after the commit.
    expect(await reserveAddress(env, parent.accountId, wanted)).toBe(true);
    expect((await family.applyEmailChange(request.clone(), wanted)).status).toBe(200);
    expect(await working()).toEqual([false, true]);
    await reconcileAddress(env, parent.accountId, wanted);
    expect(await working()).toEqual([false, true]);
  });

  test('confirms the new address without another request when interrupted right after the move', async () => {
    const parent = await Parent.signUp(send);
    const wanted = uniqueEmail();
    const request = await requestOf(parent, wanted);
    await expect(changeEmailAddress(cutAfter(env, 'applyEmailChange'), parent.accountId, request, newNetwork())).rejects.toThrow('cut off');
    expect([await signsIn(parent.email), await signsIn(wanted)]).toEqual([false, true]);
    const directory = directoryFor(env, 'mail', wanted);
    await vi.waitFor(async () => expect(await directory.getState()).toMatchObject({ state: 'confirmed', owner: parent.accountId }), {
      timeout: 10_000,
    });
    expect([await signsIn(parent.email), await signsIn(wanted)]).toEqual([false, true]);
  });

  test('refuses a move to an address other than the reserved one', async () => {
    const parent = await Parent.signUp(send);
    const request = await requestOf(parent, uniqueEmail());
    const family = familyOf(parent.accountId);
    for (const held of [null, uniqueEmail()]) expect((await family.applyEmailChange(request.clone(), held)).status).toBe(400);
    // A request without the first step has no reserved address.
    expect((await family.fetch(request.clone())).status).toBe(400);
    expect(await signsIn(parent.email)).toBe(true);
  });

  test('keeps the old address for the family for seven days, then frees it', async () => {
    const parent = await provenParent();
    const now = Date.now() + 1000;
    await stopClock(now, parent);
    const wanted = uniqueEmail();
    expect(await requestChange(parent, wanted)).toEqual(DONE);
    await stopClock(now + 10 * MINUTE, parent);
    const asked = () => readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'address'");
    await vi.waitFor(async () => expect(await asked()).toEqual([{ id: parent.email }]), { timeout: 10_000 });
    await stopClock(now + 7 * DAY - 1, parent);
    expect(await read(await send(post('/account', signUpBody(parent.email, authKey('squatter')))))).toMatchObject(TAKEN);
    expect(await isFree(parent.email)).toBe(false);
    await stopClock(now + 7 * DAY, parent);
    await vi.waitFor(async () => expect(await isFree(parent.email)).toBe(true), { timeout: 10_000 });
    expect(await signsIn(wanted)).toBe(true);
    expect(await isFree(wanted)).toBe(false);
    await vi.waitFor(async () => expect(await asked()).toEqual([]));
  });

  test('keeps the old address when the account moves back before the undo link expires', async () => {
    const parent = await provenParent();
    const now = Date.now() + 1000;
    await stopClock(now, parent);
    const wanted = uniqueEmail();
    expect(await requestChange(parent, wanted)).toEqual(DONE);
    await stopClock(now + DAY, parent);
    expect(await requestChange(parent, parent.email, { email: wanted, password: authKey(wanted) })).toEqual(DONE);
    await stopClock(now + 9 * DAY, parent);
    await vi.waitFor(async () => expect(await isFree(wanted)).toBe(true), { timeout: 10_000 });
    expect(await isFree(parent.email)).toBe(false);
    expect(await signsIn(parent.email)).toBe(true);
  });
});
