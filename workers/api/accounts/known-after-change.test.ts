import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createAccount } from '../../../app/wire/account';
import { changeEmail, changePassword } from '../../../app/wire/identity';
import { mailsLeadingTo } from '../../../tests/clients/mailbox';
import { type Answer, authKey, Parent, post, read, signUpBody, uniqueEmail } from '../../../tests/clients/parent';
import { familyOf, internal, prove, readRows, send } from '../../../tests/clients/worker';
import { sha256 } from '../family/core/secrets';

const NEW = authKey('a new password');
const FRESH = 'a-fresh-browser-id-1234'.slice(0, 22);
const OLD = 'the-browser-of-before';
const TOO_MANY = { status: 403, body: { errors: { code: 413 } } };

type Browser = { accountId: string; id: string };
let address = 0;

/** Calls as the web Worker does for a browser, from a different network address each time. */
async function asBrowser(request: Request, { known = [] as Array<Browser>, freshId = null as string | null } = {}): Promise<Answer> {
  address += 1;
  const about = { ip: `2001:db8:2::${address.toString(16)}`, browser: null, counted: false, known, freshId, place: null };
  return read(await internal.call(request, about));
}

/** Whether the password opens the account from a browser with these cookies. */
async function logIn(email: string, password: string, known: Array<Browser> = []): Promise<Answer> {
  return asBrowser(post('/login', signUpBody(email, password)), { known });
}

/** A parent in a known browser, and a stranger who has used up all tries of the address. `isProven`: the address was confirmed. */
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

/** A stranger tries wrong passwords until no more are taken. */
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

describe('known after change', () => {
  test('a browser that completes a reset logs in while a stranger keeps guessing, and no other browser does', async () => {
    const { email, parent, old } = await attackedParent();
    const answer = await reset(email, await askForReset(email));
    expect(answer).toEqual({ status: 200, body: { status: 'login_updated', account_id: parent.accountId } });
    expect((await logIn(email, NEW, [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
    expect(await logIn(email, NEW, [old])).toMatchObject(TOO_MANY);
    expect(await logIn(email, NEW)).toMatchObject(TOO_MANY);
    expect(await logIn(email, authKey('guess'))).toMatchObject(TOO_MANY);
  });

  test('failed tries of the known browser do not count after its reset', async () => {
    const { email, parent, old } = await attackedParent();
    for (let tried = 0; tried < 10; tried++) await logIn(email, authKey('mistyped'), [old]);
    expect(await logIn(email, authKey(email), [old])).toMatchObject(TOO_MANY);
    await reset(email, await askForReset(email));
    expect((await logIn(email, NEW, [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
  });

  test('a reset of an unconfirmed address makes the browser known to the new account', async () => {
    const { email, parent } = await attackedParent(false);
    const answer = await reset(email, await askForReset(email));
    const { account_id: accountId = '' } = answer.body as { account_id?: string };
    expect(accountId).not.toBe(parent.accountId);
    expect((await logIn(email, NEW, [{ accountId, id: FRESH }])).status).toBe(200);
  });

  test('a reset of an imported account makes the browser known', async () => {
    const { email, parent } = await attackedParent();
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE account SET is_legacy = 1');
    });
    await reset(email, await askForReset(email));
    expect((await logIn(email, NEW, [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
  });

  test('asking for a reset or guessing its token makes no browser known and forgives no try', async () => {
    const { email, parent, old } = await attackedParent();
    await askForReset(email, FRESH);
    expect(await reset(email, 'guessed')).toMatchObject({ status: 400, body: { errors: { code: 300 } } });
    expect(await readRows(parent.accountId, 'SELECT hash FROM known_browser')).toEqual([{ hash: sha256(OLD) }]);
    expect(await logIn(email, authKey(email), [{ accountId: parent.accountId, id: FRESH }])).toMatchObject(TOO_MANY);
    expect((await logIn(email, authKey(email), [old])).status).toBe(200);
  });

  test('a reset by a client that keeps no browser id is told no account id', async () => {
    const { email, parent } = await attackedParent();
    expect(await reset(email, await askForReset(email), null)).toEqual({ status: 200, body: { status: 'login_updated' } });
    expect(await readRows(parent.accountId, 'SELECT hash FROM known_browser')).toEqual([]);
  });

  test('a browser that changes the password logs in while a stranger keeps guessing, and no other browser does', async () => {
    const { email, parent, old } = await attackedParent();
    const login_obj = { email, password: authKey(email), new_password: NEW };
    await parent.call(changePassword, { body: { browser_id: FRESH, login_obj } });
    expect((await logIn(email, NEW, [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
    expect(await logIn(email, NEW, [old])).toMatchObject(TOO_MANY);
  });

  test('a refused change of the password leaves the known browsers as they are', async () => {
    const { email, parent } = await attackedParent();
    const login_obj = { email, password: authKey('wrong'), new_password: NEW };
    expect((await parent.raw('PUT', '/credentials', { browser_id: FRESH, login_obj })).status).toBe(400);
    expect(await readRows(parent.accountId, 'SELECT hash FROM known_browser')).toEqual([{ hash: sha256(OLD) }]);
  });

  test('a browser id of another shape is refused', async () => {
    const { email, parent } = await attackedParent();
    const login_obj = { email, password: authKey(email), new_password: NEW };
    expect((await parent.raw('PUT', '/credentials', { browser_id: 'short', login_obj })).status).toBe(400);
  });

  /** Moves the parent's account to another address. Returns the address and the token that was mailed to the old one. */
  async function move(parent: Parent, email: string) {
    const moved = uniqueEmail();
    const login_obj = { email, password: authKey(email), new_email: moved, upd_password: authKey(moved) };
    await parent.call(changeEmail, { body: { browser_id: FRESH, login_obj } });
    return { moved, token: (await mailsLeadingTo('/undo-email', email))[0]?.link.searchParams.get('token') ?? '' };
  }

  test('a browser that changes the address logs in while a stranger guesses at the new one, and no other browser does', async () => {
    const { email, parent, old } = await attackedParent();
    const { moved } = await move(parent, email);
    await lockOut(moved);
    expect((await logIn(moved, authKey(moved), [{ accountId: parent.accountId, id: FRESH }])).status).toBe(200);
    expect(await logIn(moved, authKey(moved), [old])).toMatchObject(TOO_MANY);
  });

  test('a browser that undoes a change of the address logs in while a stranger keeps guessing, and no other browser does', async () => {
    const { email, parent } = await attackedParent();
    const { token } = await move(parent, email);
    const owner = 'the-browser-of-its-owner';
    const answer = await asBrowser(post('/credentials_undo', { account_id: parent.accountId, token }), { freshId: owner });
    expect(answer.status).toBe(200);
    expect((await logIn(email, authKey(email), [{ accountId: parent.accountId, id: owner }])).status).toBe(200);
    expect(await logIn(email, authKey(email), [{ accountId: parent.accountId, id: FRESH }])).toMatchObject(TOO_MANY);
  });
});
