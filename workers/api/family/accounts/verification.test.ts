import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { getAccount, getVerification, resendVerification } from '#app/wire/account';
import { changeEmail } from '#app/wire/identity';
import { API, authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { familyOf, internal, readRows, send, stopClock } from '#tests/clients/worker';

const HOUR = 60 * 60_000;

/** Waits until an address has `count` emails in the development mailbox and returns them, oldest first. */
async function mailsTo(email: string, count: number) {
  return vi.waitFor(
    async () => {
      const mails = (await internal.mailbox()).filter((mail) => mail.to === email);
      expect(mails.length).toBeGreaterThanOrEqual(count);
      return mails.toReversed();
    },
    { timeout: 20_000, interval: 100 },
  );
}

/** Returns the account id and token from an emailed link. */
function tokenOf(text: string): { accountId: string; token: string } {
  const url = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  expect([url.origin, url.pathname]).toEqual(['http://localhost:8787', '/verify']);
  return { accountId: url.searchParams.get('account_id') ?? '', token: url.searchParams.get('token') ?? '' };
}

async function verify(accountId: string, token: string) {
  const query = new URLSearchParams({ account_id: accountId, token });
  return read(await send(new Request(`${API}/account_verification?${query}`)));
}

describe('verification', () => {
  test('verifies the address by the emailed link, even when opened twice', async () => {
    const parent = await Parent.signUp(send);
    expect(await parent.call(getVerification)).toEqual({ verified: false, email: parent.email });
    const [mail] = await mailsTo(parent.email, 1);
    const { accountId, token } = tokenOf(mail?.text ?? '');
    expect(accountId).toBe(parent.accountId);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const done = { status: 200, body: { verified: true, email: parent.email } };
    expect(await verify(accountId, token)).toEqual(done);
    expect(await verify(accountId, token)).toEqual(done);
    expect(await parent.call(getVerification)).toEqual({ verified: true, email: parent.email });
    expect((await parent.call(getAccount)).emails).toEqual([{ email: parent.email, verified: true }]);
    await stopClock(Date.now() + 24 * HOUR, parent);
    expect(await verify(accountId, token)).toEqual(done);
  });

  test('refuses a link that is wrong, for another account or a day old', async () => {
    const [parent, stranger] = [await Parent.signUp(send), await Parent.signUp(send)];
    const { token } = tokenOf((await mailsTo(parent.email, 1))[0]?.text ?? '');
    const refused = { status: 400, body: { errors: { code: 500 } } };
    for (const wrong of ['', 'x', `${token}x`, token.slice(1), token.toUpperCase()])
      expect(await verify(parent.accountId, wrong)).toMatchObject(refused);
    expect(await verify(stranger.accountId, token)).toMatchObject(refused);
    await stopClock((await parent.call(getAccount)).last_activity + 24 * HOUR, parent);
    expect(await verify(parent.accountId, token)).toMatchObject(refused);
    for (const one of [parent, stranger]) expect((await one.call(getVerification)).verified).toBe(false);
  });

  test('stores only a hash of the token', async () => {
    const parent = await Parent.signUp(send);
    const { token } = tokenOf((await mailsTo(parent.email, 1))[0]?.text ?? '');
    const rows = await readRows<{ hash: string }>(parent.accountId, 'SELECT hash FROM email_token');
    expect(rows).toEqual([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('sends three requested emails per hour and refuses the fourth; the last link confirms the address', async () => {
    const parent = await Parent.signUp(send);
    const now = Date.now() + 1_000;
    await stopClock(now, parent);
    const body = { action: 'resend_email', account_id: parent.accountId };
    for (let sent = 0; sent < 3; sent++) expect(await parent.call(resendVerification, { body })).toEqual({ status: 'email_sent' });
    expect(await parent.raw('PUT', '/account_verification', body)).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
    expect(await readRows(parent.accountId, 'SELECT hash FROM email_token')).toHaveLength(4);
    await stopClock(now + HOUR, parent);
    expect((await parent.raw('PUT', '/account_verification', body)).status).toBe(200);
    await stopClock(now + HOUR + 1, parent);
    const mails = await mailsTo(parent.email, 5);
    const { accountId, token } = tokenOf(mails.at(-1)?.text ?? '');
    expect((await verify(accountId, token)).status).toBe(200);
  });

  test('sends no email for an unknown action, another account or no account', async () => {
    const [parent, stranger] = [await Parent.signUp(send), await Parent.signUp(send)];
    const bodies = [{ action: 'other', account_id: parent.accountId }, { action: 'resend_email' }, {}];
    for (const body of bodies) expect((await parent.raw('PUT', '/account_verification', body)).status).toBe(400);
    const foreign = { action: 'resend_email', account_id: stranger.accountId };
    expect(await parent.raw('PUT', '/account_verification', foreign)).toMatchObject({ status: 403, body: { errors: { code: 410 } } });
    for (const one of [parent, stranger]) expect(await readRows(one.accountId, 'SELECT hash FROM email_token')).toHaveLength(1);
  });

  test('sends the email in the language of the sign-up', async () => {
    const words = { de: 'Bestätigen Sie', 'pt-BR': 'Confirme seu', 'zh-TW': '請確認', 'fr-CA': 'Confirmez', tlh: 'Confirm your' };
    const signedUp = Object.entries(words).map(([locale, start]) => ({ locale, start, email: uniqueEmail() }));
    for (const { locale, email } of signedUp) await read(await send(post('/account', { ...signUpBody(email), locale })));
    for (const { locale, start, email } of signedUp) {
      const [mail] = await mailsTo(email, 1);
      expect(mail?.subject, locale).toContain(start);
      expect(mail?.html, locale).toContain('&amp;token=');
    }
  });

  test('does not verify the new address by a link emailed to the old one', async () => {
    const parent = await Parent.signUp(send);
    const { accountId, token } = tokenOf((await mailsTo(parent.email, 1))[0]?.text ?? '');
    const moved = uniqueEmail();
    const login_obj = { email: parent.email, password: authKey(parent.email), new_email: moved, upd_password: authKey(moved) };
    await parent.call(changeEmail, { body: { login_obj } });
    expect(await verify(accountId, token)).toMatchObject({ status: 400, body: { errors: { code: 500 } } });
    expect(await parent.call(getVerification)).toEqual({ verified: false, email: moved });
    const fresh = tokenOf((await mailsTo(moved, 1))[0]?.text ?? '');
    expect(await verify(fresh.accountId, fresh.token)).toEqual({ status: 200, body: { verified: true, email: moved } });
  });

  test('does not verify on a HEAD request', async () => {
    const parent = await Parent.signUp(send);
    const [mail] = await mailsTo(parent.email, 1);
    const { accountId, token } = tokenOf(mail?.text ?? '');
    const query = new URLSearchParams({ account_id: accountId, token });
    expect((await send(new Request(`${API}/account_verification?${query}`, { method: 'HEAD' }))).status).toBe(200);
    expect(await parent.call(getVerification)).toMatchObject({ verified: false });
  });

  test('seals emails in the outbox, so that no row reveals a link', async () => {
    const parent = await Parent.signUp(send);
    await runInDurableObject(familyOf(parent.accountId), (family) => family.requestReset({ email: parent.email, place: null }));
    const waiting = await readRows<{ message_json: string }>(parent.accountId, 'SELECT message_json FROM outbox');
    for (const { message_json } of waiting) expect(message_json).toMatch(/^k1\.[\w-]+$/);
    expect((await mailsTo(parent.email, 2)).map(({ text }) => text).join()).toContain('/reset?');
  });

  test('does not reset the count of requested emails when the address changes', async () => {
    const parent = await Parent.signUp(send);
    const again = () => parent.raw('PUT', '/account_verification', { action: 'resend_email', account_id: parent.accountId });
    for (let mails = 0; mails < 3; mails++) expect((await again()).status).toBe(200);
    const login_obj = { email: parent.email, password: authKey(parent.email), new_email: uniqueEmail(), upd_password: authKey('x') };
    await parent.call(changeEmail, { body: { login_obj } });
    expect(await again()).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
  });
});
