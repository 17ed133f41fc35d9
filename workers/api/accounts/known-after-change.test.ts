import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createAccount } from '#app/wire/account';
import { changeEmail, changePassword } from '#app/wire/identity';
import { mailsLeadingTo } from '#tests/clients/mailbox';
import { type Answer, authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { familyOf, internal, prove, readRows, send } from '#tests/clients/worker';
import { sha256 } from '../family/core/secrets';

const NEW = authKey('a new password');
const FRESH = 'a-fresh-browser-id-1234'.slice(0, 22);
const OLD = 'the-browser-of-before';
const TOO_MANY = { status: 403, body: { errors: { code: 413 } } };

type Browser = { accountId: string; id: string };
let address = 0;

/** Sends a request as the web Worker does for a browser, from a new network address each time. */
async function asBrowser(request: Request, { known = [] as Array<Browser>, freshId = null as string | null } = {}): Promise<Answer> {
  address += 1;
  const about = { ip: `2001:db8:2::${address.toString(16)}`, browser: null, counted: false, known, freshId, place: null };
  return read(await internal.call(request, about));
}

/** Logs in with the password from a browser that has these cookies. */
async function logIn(email: string, password: string, known: Array<Browser> = []): Promise<Answer> {
  return asBrowser(post('/login', signUpBody(email, password)), { known });
}

/**
 * Returns a parent with a known browser, after a stranger has used up all attempts for the address. `isProven`: whether the address is
 * verified.
 */
async function attackedParent(isProven = true) {
  const email = uniqueEmail();
  const parent = new Parent(
    send,
    createAccount.output.parse((await asBrowser(post('/account', signUpBody(email)), { freshId: OLD })).body),
  );
  if (isProven) await prove(parent.accountId);
  await lockOut(email);
  return { email, parent, old: { accountId: parent.accountId, id: OLD } };
}

/** Tries wrong passwords as a stranger until the rate limit applies. */
async function lockOut(email: string): Promise<void> {
  for (let tried = 0; tried < 10; tried++) await logIn(email, authKey('guess'));
  expect(await logIn(email, authKey('guess'))).toMatchObject(TOO_MANY);
}

async function askForReset(email: string, freshId: string | null = null): Promise<string> {
  await asBrowser(post('/resetpw', { email }), { freshId });
  return (await mailsLeadingTo('/reset', email))[0]?.link.searchParams.get('token') ?? '';
}

async function reset(email: string, token: string, freshId: string | null = FRESH): Promise<Answer> {
  return asBrowser(post('/resetpw', { email, token, password: NEW }), { freshId });
}

describe('known browsers after a credential change', () => {
  test('lets only the browser that completed a reset log in while a stranger keeps guessing', async () => {
    const { email, parent, old } = await attackedParent();
    const answer = await reset(email, await askForReset(email));
    expect(answer).toEqual({ status: 200, body: { status: 'login_updated', account_id: parent.accountId } });
    expect((await logIn(email, NEW, [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
    expect(await logIn(email, NEW, [old])).toMatchObject(TOO_MANY);
    expect(await logIn(email, NEW)).toMatchObject(TOO_MANY);
    expect(await logIn(email, authKey('guess'))).toMatchObject(TOO_MANY);
  });

  test('forgives the failed attempts of a known browser after its reset', async () => {
    const { email, parent, old } = await attackedParent();
    for (let tried = 0; tried < 10; tried++) await logIn(email, authKey('mistyped'), [old]);
    expect(await logIn(email, authKey(email), [old])).toMatchObject(TOO_MANY);
    await reset(email, await askForReset(email));
    expect((await logIn(email, NEW, [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
  });

  test('makes the browser known to the new account after a reset of an unverified address', async () => {
    const { email, parent } = await attackedParent(false);
    const answer = await reset(email, await askForReset(email));
    const { account_id: accountId = '' } = answer.body as { account_id?: string };
    expect(accountId).not.toBe(parent.accountId);
    expect((await logIn(email, NEW, [{ accountId, id: FRESH }])).status).toBe(200);
  });

  test('makes the browser known after a reset of an imported account', async () => {
    const { email, parent } = await attackedParent();
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE account SET is_legacy = 1');
    });
    await reset(email, await askForReset(email));
    expect((await logIn(email, NEW, [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
  });

  test('makes no browser known and forgives no attempt when a reset is only requested or a token is guessed', async () => {
    const { email, parent, old } = await attackedParent();
    await askForReset(email, FRESH);
    expect(await reset(email, 'guessed')).toMatchObject({ status: 400, body: { errors: { code: 300 } } });
    expect(await readRows(parent.accountId, 'SELECT hash FROM known_browser')).toEqual([{ hash: sha256(OLD) }]);
    expect(await logIn(email, authKey(email), [{ accountId: parent.accountId, id: FRESH }])).toMatchObject(TOO_MANY);
    expect((await logIn(email, authKey(email), [old])).status).toBe(200);
  });

  test('returns no account id after a reset by a client without a browser id', async () => {
    const { email, parent } = await attackedParent();
    expect(await reset(email, await askForReset(email), null)).toEqual({ status: 200, body: { status: 'login_updated' } });
    expect(await readRows(parent.accountId, 'SELECT hash FROM known_browser')).toEqual([]);
  });

  test('lets only the browser that changed the password log in while a stranger keeps guessing', async () => {
    const { email, parent, old } = await attackedParent();
    const login_obj = { email, password: authKey(email), new_password: NEW };
    await parent.call(changePassword, { body: { browser_id: FRESH, login_obj } });
    expect((await logIn(email, NEW, [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
    expect(await logIn(email, NEW, [old])).toMatchObject(TOO_MANY);
  });

  test('keeps the known browsers when a password change is refused', async () => {
    const { email, parent } = await attackedParent();
    const login_obj = { email, password: authKey('wrong'), new_password: NEW };
    expect((await parent.raw('PUT', '/credentials', { browser_id: FRESH, login_obj })).status).toBe(400);
    expect(await readRows(parent.accountId, 'SELECT hash FROM known_browser')).toEqual([{ hash: sha256(OLD) }]);
  });

  test('refuses a malformed browser id', async () => {
    const { email, parent } = await attackedParent();
    const login_obj = { email, password: authKey(email), new_password: NEW };
    expect((await parent.raw('PUT', '/credentials', { browser_id: 'short', login_obj })).status).toBe(400);
  });

  /** Moves the parent's account to another address. Returns that address and the token emailed to the old address. */
  async function changeAddress(parent: Parent, email: string) {
    const newEmail = uniqueEmail();
    const login_obj = { email, password: authKey(email), new_email: newEmail, upd_password: authKey(newEmail) };
    await parent.call(changeEmail, { body: { browser_id: FRESH, login_obj } });
    return { newEmail, token: (await mailsLeadingTo('/undo-email', email))[0]?.link.searchParams.get('token') ?? '' };
  }

  test('lets only the browser that changed the address log in while a stranger guesses passwords for the new address', async () => {
    const { email, parent, old } = await attackedParent();
    const { newEmail } = await changeAddress(parent, email);
    await lockOut(newEmail);
    expect((await logIn(newEmail, authKey(newEmail), [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
    expect(await logIn(newEmail, authKey(newEmail), [old])).toMatchObject(TOO_MANY);
  });

  test('lets only the browser that undid an address change log in while a stranger keeps guessing', async () => {
    const { email, parent } = await attackedParent();
    const { token } = await changeAddress(parent, email);
    const owner = 'the-browser-of-its-owner';
    const answer = await asBrowser(post('/credentials_undo', { account_id: parent.accountId, token }), { freshId: owner });
    expect(answer.status).toBe(200);
    expect((await logIn(email, authKey(email), [{ accountId: parent.accountId, id: owner }])).status).toBe(200);
    expect(await logIn(email, authKey(email), [{ accountId: parent.accountId, id: FRESH }])).toMatchObject(TOO_MANY);
  });
});
