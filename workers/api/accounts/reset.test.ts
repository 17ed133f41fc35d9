import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getAccount } from '#app/wire/account';
import { changeDeletion, getDeletion } from '#app/wire/identity';
import { mailsLeadingTo } from '#tests/clients/mailbox';
import { authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { openBrowser } from '#tests/clients/socket';
import { bindings, familyOf, internal, prove, readEverything, readRows, send, sendFrom, stopClock } from '#tests/clients/worker';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { EN } from '../outside/mail-texts/en';
import { findOrDecoyByEmail } from './credentials';

const MINUTE = 60_000;
const NEW = authKey('a new password');
const env = bindings as unknown as ApiEnv;

function forgot(email: string, from = send) {
  return from(post('/resetpw', { email }));
}

async function reset(email: string, token: string, password = NEW, from = send) {
  return read(await from(post('/resetpw', { email, token, password })));
}

async function logIn(email: string, password: string) {
  return (await send(post('/login', signUpBody(email, password)))).status;
}

/** Returns a parent with a confirmed address and the token of an emailed reset link. */
async function askedParent() {
  const parent = await Parent.signUp(send);
  await prove(parent.accountId);
  expect((await forgot(parent.email)).status).toBe(200);
  return { parent, token: await tokenFor(parent.email) };
}

async function tokenFor(email: string, count = 1): Promise<string> {
  const mail = (await mailsLeadingTo('/reset', email, count)).at(-1);
  expect([mail?.link.origin, mail?.link.searchParams.get('email')]).toEqual(['http://localhost:8787', email]);
  return mail?.link.searchParams.get('token') ?? '';
}

const REFUSED = { status: 400, body: { errors: { code: 300 } } };

describe('password reset', () => {
  test('sets the password by the emailed link and voids the old password, all sessions and other links (RECO-006)', async () => {
    const { parent, token } = await askedParent();
    await forgot(parent.email);
    const other = await tokenFor(parent.email, 2);
    expect(other).not.toBe(token);
    expect(await reset(` ${parent.email.toUpperCase()}`, token)).toEqual({ status: 200, body: { status: 'login_updated' } });
    expect([await logIn(parent.email, authKey(parent.email)), await logIn(parent.email, NEW)]).toEqual([400, 200]);
    expect(await parent.raw('GET', '/account')).toMatchObject({ status: 401, body: { errors: { reason: 'session' } } });
    for (const used of [token, other]) expect(await reset(parent.email, used, authKey('another'))).toMatchObject(REFUSED);
    const [mail] = await mailsLeadingTo('/forgot', parent.email);
    expect(mail?.subject).toContain('password was changed');
  });

  test('sends a logout frame to the sockets of ended sessions and closes them', async () => {
    const { parent, token } = await askedParent();
    const browser = await openBrowser(parent);
    await reset(parent.email, token);
    await browser.waitFor('logout');
    await vi.waitUntil(() => browser.closed() !== null);
  });

  test('returns the same response for known and unknown addresses, and emails only the known address', async () => {
    const parent = await Parent.signUp(send);
    const stranger = uniqueEmail();
    const seen = await Promise.all(
      [parent.email, stranger].map(async (email) => {
        const response = await forgot(email);
        return [response.status, [...response.headers], await response.text()];
      }),
    );
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toEqual([200, expect.anything(), '{"status":"email_sent"}']);
    await mailsLeadingTo('/reset', parent.email);
    expect((await internal.mailbox()).filter(({ to }) => to === stranger)).toEqual([]);
  });

  test('does the same work for an address without an account, and stores that address nowhere', async () => {
    const stranger = uniqueEmail();
    await bindings.FILES.delete('unseen-mail.json');
    await forgot(stranger);
    await vi.waitFor(async () => expect(await bindings.FILES.head('unseen-mail.json')).not.toBe(null), { timeout: 20_000, interval: 100 });
    const decoy = (await findOrDecoyByEmail(env, stranger)).id.toString();
    const kept = await readEverything(decoy);
    expect(kept.reset_token).not.toEqual([]);
    expect(JSON.stringify(kept)).not.toContain(stranger);
    expect(await (await bindings.FILES.get('unseen-mail.json'))?.text()).not.toContain(stranger);
  });

  test('refuses the sixth request of an hour, with or without an account, from any caller', async () => {
    const parent = await Parent.signUp(send);
    for (const email of [parent.email, uniqueEmail()]) {
      const answers = await Promise.all(Array.from({ length: 8 }, async () => read(await forgot(email))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(3);
      const counted = { ip: '192.0.2.5', browser: null, counted: true, known: [], freshId: null, place: null };
      const through = await read(await internal.call(post('/resetpw', { email }), counted));
      expect(through).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
    }
  });

  test('accepts a link for exactly one hour', async () => {
    const { parent, token } = await askedParent();
    const [row] = await readRows<{ sent_at: number }>(parent.accountId, 'SELECT sent_at FROM reset_token');
    await stopClock((row?.sent_at ?? 0) + 60 * MINUTE, parent);
    expect(await reset(parent.email, token)).toMatchObject(REFUSED);
    const late = await askedParent();
    const [other] = await readRows<{ sent_at: number }>(late.parent.accountId, 'SELECT sent_at FROM reset_token');
    await stopClock((other?.sent_at ?? 0) + 60 * MINUTE - 1, late.parent);
    expect((await reset(late.parent.email, late.token)).status).toBe(200);
  });

  test('stores only the hash of the token, and refuses the token for any other address', async () => {
    const { parent, token } = await askedParent();
    const stranger = await askedParent();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const rows = await readRows<{ hash: string }>(parent.accountId, 'SELECT * FROM reset_token');
    expect(rows).toMatchObject([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const wrong of ['x', `${token}x`, token.slice(1), token.toUpperCase()]) {
      expect(await reset(parent.email, wrong)).toMatchObject(REFUSED);
    }
    for (const email of [stranger.parent.email, uniqueEmail()]) expect(await reset(email, token)).toMatchObject(REFUSED);
    for (const noKey of ['', 'password', 'F'.repeat(64)]) expect(await reset(parent.email, token, noKey)).toMatchObject(REFUSED);
    expect(await logIn(parent.email, authKey(parent.email))).toBe(200);
  });

  test('sets exactly one password when one token is used a hundred times in parallel', async () => {
    const { parent, token } = await askedParent();
    const passwords = Array.from({ length: 100 }, (_, index) => authKey(`password ${index}`));
    const answers = await Promise.all(passwords.map((password) => reset(parent.email, token, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(99);
    expect(await logIn(parent.email, passwords[answers.findIndex(({ status }) => status === 200)] ?? '')).toBe(200);
  });

  test('counts guessed tokens by network address, so that strangers cannot block the owner’s link', async () => {
    const { parent, token } = await askedParent();
    const from = sendFrom('198.51.100.60');
    for (let tried = 0; tried < 59; tried++) await directoryFor(env, 'ip', '198.51.100.60').count('reset', 60, 60 * MINUTE);
    expect((await reset(parent.email, 'guess', NEW, from)).status).toBe(400);
    expect(await reset(parent.email, 'guess', NEW, from)).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
    expect((await reset(parent.email, token)).status).toBe(200);
  });

  test("emails the provider's name to an account with single sign-on, and sets no password", async () => {
    const parent = await Parent.signUp(send);
    await prove(parent.accountId);
    await forgot(parent.email);
    const token = await tokenFor(parent.email);
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec("UPDATE account SET login_scheme = 'sso', sso_type = 'google', sso_issuer = 'x', sso_subject = 'y', password_verifier = ''");
    });
    await forgot(parent.email);
    const [mail] = await mailsLeadingTo('/login', parent.email);
    expect(mail?.text).toContain('Google');
    const answer = await reset(parent.email, token);
    expect(answer).toMatchObject({ status: 403, body: { errors: { code: 410, message: 'This operation is invalid for SSO accounts' } } });
    expect((await parent.call(getAccount)).login_scheme).toBe('sso');
  });

  test('marks the account key as needs_reset, discards staged copies and ends the legacy scheme', async () => {
    const { parent, token } = await askedParent();
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE account SET is_legacy = 1');
      sql.exec(`INSERT INTO account_key (key_id, key, enc_priv, state, staged_enc_priv, staged_verifier, staged_at, requested_by, created_at, updated_at)
      VALUES ('${'a'.repeat(40)}', 'k', '{}', 'ok', 'staged', 'v', 1, 'x', 1, 1)`);
    });
    await reset(parent.email, token);
    const again = await Parent.signIn(send, parent.email, undefined, NEW);
    expect(await again.call(getAccount)).toMatchObject({ is_legacy: false, acctkey_state: 'needs_reset' });
    expect(await readRows(parent.accountId, 'SELECT staged_enc_priv, staged_at FROM account_key')).toEqual([
      { staged_enc_priv: null, staged_at: null },
    ]);
  });

  test('refuses to reset a retired account', async () => {
    const { parent, token } = await askedParent();
    await runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
      sql.exec('UPDATE account SET retired_at = 1');
    });
    expect(await reset(parent.email, token)).toMatchObject(REFUSED);
  });

  test('ignores request headers in the emailed link, and states when and where the reset was requested', async () => {
    const parent = await Parent.signUp(send);
    const request = post('/resetpw', { email: parent.email });
    for (const name of ['Host', 'X-Forwarded-Host', 'Forwarded', 'Origin', 'Referer']) request.headers.set(name, 'https://evil.example');
    const about = { ip: '192.0.2.8', browser: 'evil.example', counted: false, known: [], freshId: null, place: 'Berlin, DE' };
    expect((await internal.call(request, about)).status).toBe(200);
    const [mail] = await mailsLeadingTo('/reset', parent.email);
    expect(mail?.link.origin).toBe('http://localhost:8787');
    expect(mail?.text).toContain('Berlin, DE');
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toContain('evil');
  });

  test('cancels a requested deletion after a reset, and emails the parent', async () => {
    const { parent, token } = await askedParent();
    await parent.call(changeDeletion, { body: { action: 'request_deletion' } });
    expect((await reset(parent.email, token)).status).toBe(200);
    const again = await Parent.signIn(send, parent.email, undefined, NEW);
    expect(await again.call(getDeletion)).toMatchObject({ status: 'none' });
    expect(await readRows(parent.accountId, "SELECT id FROM due WHERE kind = 'purge'")).toEqual([]);
    const mails = await mailsLeadingTo('/account', parent.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain(EN.mails['deletion-cancelled'].subject);
  });
});
