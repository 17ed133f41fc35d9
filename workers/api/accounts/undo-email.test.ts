import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getAccount } from '#app/wire/account';
import { changeDeletion, changeEmail, getDeletion } from '#app/wire/identity';
import { accountKey, envelope } from '#tests/clients/account-key';
import { mailsLeadingTo, mailsTo } from '#tests/clients/mailbox';
import { authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { bindings, familyOf, prove, readRows, send } from '#tests/clients/worker';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { EN } from '../outside/mail-texts/en';

const DAY = 24 * 60 * 60_000;
const OTHER = authKey('the same password under another address');
const REFUSED = { status: 400, body: { errors: { code: 500, fields: { token: 'expired' } } } };

/** Moves the account that `parent` is logged in to. Returns the token emailed to the old address. */
async function changeAddress(parent: Parent, email: string, password: string, to: string): Promise<string> {
  await prove(parent.accountId);
  await parent.call(changeEmail, { body: { login_obj: { email, password, new_email: to, upd_password: OTHER } } });
  return (await mailsLeadingTo('/undo-email', email))[0]?.link.searchParams.get('token') ?? '';
}

/** Returns a parent whose account a thief has moved to another address. */
async function movedParent() {
  const parent = await Parent.signUp(send);
  const thief = await Parent.signIn(send, parent.email);
  const to = uniqueEmail();
  return { parent, thief, to, token: await changeAddress(thief, parent.email, authKey(parent.email), to) };
}

async function undo(accountId: string, token: string) {
  return read(await send(post('/credentials_undo', { account_id: accountId, token })));
}

/** Waits until an email with this subject has arrived. */
function told(email: string, subject: string) {
  return vi.waitFor(async () => expect((await mailsTo(email, 1)).map((mail) => mail.subject)).toContain(subject), { timeout: 20_000 });
}

describe('undoEmailByLink', () => {
  test('restores the address with its password and ends all sessions', async () => {
    const { parent, thief, to, token } = await movedParent();
    expect((await send(post('/login', signUpBody(parent.email)))).status).toBe(400);
    expect(await undo(parent.accountId, token)).toEqual({ status: 200, body: { status: 'email_restored', email: parent.email } });
    expect((await thief.raw('GET', '/account')).status).toBe(401);
    const again = await Parent.signIn(send, parent.email);
    expect((await again.call(getAccount)).emails).toEqual([{ email: parent.email, verified: true }]);
    expect((await send(post('/login', signUpBody(to, OTHER)))).status).toBe(400);
    const newcomer = directoryFor(bindings as unknown as ApiEnv, 'mail', to);
    await vi.waitFor(async () => expect((await newcomer.getState()).state).toBe('free'), { timeout: 20_000, interval: 100 });
  });

  test('accepts a token once, for seven days, and only for its own account', async () => {
    const { parent, token } = await movedParent();
    const stranger = await Parent.signUp(send);
    for (const wrong of ['', 'x', `${token}x`, token.toLowerCase()]) expect(await undo(parent.accountId, wrong)).toMatchObject(REFUSED);
    for (const id of [stranger.accountId, 'nobody']) expect(await undo(id, token)).toMatchObject(REFUSED);
    expect((await undo(parent.accountId, token)).status).toBe(200);
    expect(await undo(parent.accountId, token)).toMatchObject(REFUSED);
    const late = await movedParent();
    await runInDurableObject(familyOf(late.parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE email_undo SET changed_at = changed_at - ?, expires_at = expires_at - ?', 7 * DAY, 7 * DAY);
    });
    expect(await undo(late.parent.accountId, late.token)).toMatchObject(REFUSED);
  });

  test('accepts exactly one of fifty parallel uses', async () => {
    const { parent, token } = await movedParent();
    const answers = await Promise.all(Array.from({ length: 50 }, () => undo(parent.accountId, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('lets the first address undo after a second move, which voids the second link', async () => {
    const { parent, thief, to, token } = await movedParent();
    const third = uniqueEmail();
    const second = await changeAddress(thief, to, OTHER, third);
    expect(await undo(parent.accountId, token)).toMatchObject({ status: 200, body: { email: parent.email } });
    expect(await undo(parent.accountId, second)).toMatchObject(REFUSED);
    expect((await Parent.signIn(send, parent.email)).accountId).toBe(parent.accountId);
  });

  test('lets the first address undo after the second move was undone', async () => {
    const { parent, thief, to, token } = await movedParent();
    const second = await changeAddress(thief, to, OTHER, uniqueEmail());
    expect(await undo(parent.accountId, second)).toMatchObject({ status: 200, body: { email: to } });
    expect(await undo(parent.accountId, token)).toMatchObject({ status: 200, body: { email: parent.email } });
  });

  test('restores the earlier key, envelope and password, even if the key has changed since', async () => {
    for (const isSameKey of [true, false]) {
      const parent = await Parent.signUp(send);
      const inFamily = (query: string) =>
        runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
          sql.exec(query);
        });
      await inFamily(`INSERT INTO account_key (key_id, key, enc_priv, state, requested_by, created_at, updated_at)
      VALUES ('${'a'.repeat(40)}', 'k', 'before', 'ok', 'x', 1, 1)`);
      const token = await changeAddress(parent, parent.email, authKey(parent.email), uniqueEmail());
      await inFamily(`UPDATE account_key SET enc_priv = 'after', state = 'ok' ${isSameKey ? '' : `, key_id = '${'b'.repeat(40)}'`}`);
      await undo(parent.accountId, token);
      expect(await readRows(parent.accountId, 'SELECT key_id, enc_priv, state FROM account_key')).toEqual([
        { key_id: 'a'.repeat(40), enc_priv: 'before', state: 'ok' },
      ]);
    }
  });

  test('cancels a deletion requested after the move, and emails the old address about the request and the cancellation', async () => {
    const { parent, thief, to, token } = await movedParent();
    await thief.call(changeDeletion, { body: { action: 'request_deletion' } });
    for (const email of [parent.email, to]) {
      await told(email, EN.mails['deletion-requested'].subject);
    }
    await undo(parent.accountId, token);
    const again = await Parent.signIn(send, parent.email);
    expect(await again.call(getDeletion)).toMatchObject({ status: 'none' });
    expect(await readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'purge'")).toEqual([]);
    await told(parent.email, EN.mails['deletion-cancelled'].subject);
  });

  test('keeps a deletion requested before the move', async () => {
    const { parent, thief, token } = await movedParent();
    await thief.call(changeDeletion, { body: { action: 'request_deletion' } });
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE account SET deletion_requested_at = (SELECT changed_at - 1 FROM email_undo)');
    });
    await undo(parent.accountId, token);
    expect(await readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'purge'")).toHaveLength(1);
  });

  const NONE = envelope('before');
  const OWN = envelope('before', ['password', 'recovery']);

  test.each([
    ['that existed before is restored if it was replaced', OWN, accountKey('first', envelope('after', ['password', 'recovery'])), OWN],
    ['that existed before is restored if it was removed', OWN, accountKey('first', envelope('after')), OWN],
    [
      'added after the move stays valid if there was none before',
      NONE,
      accountKey('first', envelope('after', ['password', 'recovery'])),
      null,
    ],
    ['is not created if there was none', NONE, accountKey('first', envelope('after')), NONE],
  ])('a recovery code %s', async (_, before, { enc_priv: after, key_id, key }, expected) => {
    const parent = await Parent.signUp(send);
    const inFamily = (query: string, ...values: Array<string>) =>
      runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
        sql.exec(query, ...values);
      });
    await inFamily(
      "INSERT INTO account_key (key_id, key, enc_priv, state, requested_by, created_at, updated_at) VALUES (?, ?, ?, 'ok', 'x', 1, 1)",
      key_id,
      key,
      before,
    );
    const token = await changeAddress(parent, parent.email, authKey(parent.email), uniqueEmail());
    await inFamily("UPDATE account_key SET enc_priv = ?, state = 'ok'", after);
    await undo(parent.accountId, token);
    const [row] = await readRows<{ enc_priv: string; state: string }>(parent.accountId, 'SELECT enc_priv, state FROM account_key');
    const [[password], [, recovery]] = [JSON.parse(before).copies, JSON.parse(after).copies];
    expect(row?.state).toBe('ok');
    expect(JSON.parse(row?.enc_priv ?? '')).toEqual(expected === null ? { v: 1, copies: [password, recovery] } : JSON.parse(expected));
  });
});
