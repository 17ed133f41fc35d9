import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { createAccount, getAccount } from '#app/wire/account';
import { API, authKey, Parent, post, read, signUpBody, uniqueEmail } from '#tests/clients/parent';
import { ageDirectory, bindings, familyOf, internal, newFamily, send, sendFrom, stopClock } from '#tests/clients/worker';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';

const DAY = 24 * 60 * 60_000;

function logIn(email: string, password = authKey(email), from = send) {
  return from(post('/login', signUpBody(email, password)));
}

describe('logIn', () => {
  test('creates a new session with its own id and secret, and returns the user', async () => {
    const first = await Parent.signUp(send);
    const answer = await read(await logIn(first.email));
    expect(answer).toMatchObject({ status: 200, body: [{ account_id: first.accountId }, { name: 'Test', user_id: first.userId }] });
    const second = new Parent(send, createAccount.output.parse(answer.body));
    expect(second.credentials.sessionId).not.toBe(first.credentials.sessionId);
    expect(second.credentials.secret).not.toBe(first.credentials.secret);
    for (const parent of [first, second]) expect((await parent.call(getAccount)).account_id).toBe(first.accountId);
  });

  test('requires only the operating system of a device and uses defaults for the rest', async () => {
    const parent = await Parent.signUp(send);
    const { login_obj } = signUpBody(parent.email);
    const answer = await read(await send(post('/login', { device: { os: 'other' }, login_obj })));
    const defaults = { name: '', make: '', model: '', os: 'other', os_version: '', app_version: '', locale: 'en', time_zone: 'UTC' };
    expect(answer).toMatchObject({ status: 200, body: [{ account_id: parent.accountId }, defaults] });
    for (const device of [{}, { name: 'Test' }]) {
      expect((await read(await send(post('/login', { device, login_obj })))).status).toBe(400);
    }
  });

  test('keeps the time zone of the first browser that sends one, if the account has none (A45)', async () => {
    const email = uniqueEmail();
    const { device: berlin, ...rest } = signUpBody(email);
    const body = { ...rest, device: { ...berlin, time_zone: 'UTC' }, time_zone: 'UTC' };
    const account = new Parent(send, createAccount.output.parse((await read(await send(post('/account', body)))).body));
    const logInFrom = async (time_zone: string) => {
      const { device, login_obj } = signUpBody(email);
      await send(post('/login', { device: { ...device, time_zone }, login_obj }));
      const { time_zone: zone, users } = await account.call(getAccount);
      return [zone, users[0]?.time_zone];
    };
    expect(await logInFrom('UTC')).toEqual(['UTC', 'UTC']);
    expect(await logInFrom('Mars/Olympus')).toEqual(['UTC', 'UTC']);
    expect(await logInFrom('America/New_York')).toEqual(['America/New_York', 'America/New_York']);
    expect(await logInFrom('Asia/Tokyo')).toEqual(['America/New_York', 'America/New_York']);
  });

  test('keeps the region of the first browser that uses the account’s language, if the account has none (A147)', async () => {
    const email = uniqueEmail();
    const account = await Parent.signUp(send, email);
    const logInFrom = async (locale: string) => {
      const { device, login_obj } = signUpBody(email);
      await send(post('/login', { device: { ...device, locale }, login_obj }));
      return (await account.call(getAccount)).locale;
    };
    expect(await logInFrom('de-AT')).toBe('en');
    expect(await logInFrom('nonsense')).toBe('en');
    expect(await logInFrom('en-GB')).toBe('en-GB');
    expect(await logInFrom('en-US')).toBe('en-GB');
  });

  test('returns the same response for wrong password, unknown, provisional, retired and single sign-on accounts', async () => {
    const known = await Parent.signUp(send);
    const retired = await Parent.signUp(send);
    await runInDurableObject(familyOf(retired.accountId), (_family, state) => {
      state.storage.sql.exec('UPDATE account SET retired_at = 1');
    });
    const sso = await Parent.signUp(send);
    await runInDurableObject(familyOf(sso.accountId), (_family, state) => {
      state.storage.sql.exec("UPDATE account SET login_scheme = 'sso', password_verifier = ''");
    });
    const reserved = uniqueEmail();
    await directoryFor(bindings as unknown as ApiEnv, 'mail', reserved).reserve(bindings.FAMILY.newUniqueId().toString());
    const seen = async (email: string, password?: string) => {
      const response = await logIn(email, password);
      return JSON.stringify([response.status, [...response.headers], await response.text()]);
    };
    const wrong = await seen(known.email, authKey('wrong'));
    expect(wrong).toContain('300');
    expect(await seen(uniqueEmail())).toBe(wrong);
    expect(await seen(retired.email)).toBe(wrong);
    expect(await seen(sso.email)).toBe(wrong);
    expect(await seen(reserved)).toBe(wrong);
  });

  test('logs in no child, who has neither an address nor a password (AUTH-003)', async () => {
    const { child } = await newFamily();
    expect(child.email).toBeNull();
    for (const email of [child.user_id, child.user_name, `${child.user_id}@example.com`, 'null']) {
      const answer = await read(await logIn(email));
      expect([300, 301], email).toContain(Object(answer.body).errors?.code);
    }
  });

  test('refuses the eleventh attempt after ten failures, even with the right password, but not for another address (ERR-003, ERR-006)', async () => {
    const [parent, other] = [await Parent.signUp(send), await Parent.signUp(send)];
    const failures = await Promise.all(Array.from({ length: 10 }, async () => read(await logIn(parent.email, authKey('wrong')))));
    for (const failure of failures) expect(failure).toMatchObject({ status: 400, body: { errors: { code: 300 } } });
    for (const password of [authKey('wrong'), authKey(parent.email)]) {
      expect(await read(await logIn(parent.email, password))).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
    }
    expect((await logIn(other.email)).status).toBe(200);
    expect((await parent.call(getAccount)).account_id).toBe(parent.accountId);
    await ageDirectory('mail', parent.email, 15 * 60_000);
    expect((await logIn(parent.email)).status).toBe(200);
  });

  test('counts attempts for an address that does not exist', async () => {
    const email = uniqueEmail();
    for (let index = 0; index < 10; index++) await read(await logIn(email));
    expect(await read(await logIn(email))).toMatchObject({ status: 403, body: { errors: { code: 413 } } });
  });

  test('checks the password in exactly ten of thirty parallel attempts', async () => {
    const parent = await Parent.signUp(send);
    const answers = await Promise.all(Array.from({ length: 30 }, async () => read(await logIn(parent.email, authKey('wrong')))));
    expect(answers.filter((answer) => answer.status === 400)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(20);
  });

  test('resets the count after a successful login', async () => {
    const parent = await Parent.signUp(send);
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 9; index++) expect((await logIn(parent.email, authKey('wrong'))).status).toBe(400);
      expect((await logIn(parent.email)).status).toBe(200);
    }
  });

  test('allows a network address a hundred failures across all email addresses', async () => {
    const ip = '198.51.100.7';
    const directory = directoryFor(bindings as unknown as ApiEnv, 'ip', ip);
    for (let tried = 0; tried < 98; tried++) await directory.count('login', 100, 15 * 60_000);
    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => read(await logIn(uniqueEmail(), authKey('guess'), sendFrom(ip)))),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([400, 400, 403, 403]);
    expect((await logIn(uniqueEmail(), authKey('guess'), sendFrom('198.51.100.8'))).status).toBe(400);
  });

  test('does not count attempts again that the web Worker has already counted with reserveAttempt', async () => {
    const parent = await Parent.signUp(send);
    const who = { email: ` ${parent.email.toUpperCase()}`, ip: '192.0.2.77', known: [] };
    for (let index = 0; index < 10; index++) expect(await internal.reserveAttempt('login', who)).toBe(true);
    expect(await internal.reserveAttempt('login', who)).toBe(false);
    expect((await logIn(parent.email)).status).toBe(403);
    const request = post('/login', signUpBody(parent.email));
    expect((await internal.call(request, { ip: who.ip, browser: null, counted: true, known: [], freshId: null, place: null })).status).toBe(
      200,
    );
    expect(await internal.reserveAttempt('login', who)).toBe(true);
  });

  test('immediately ends only the revoked session', async () => {
    const first = await Parent.signUp(send);
    const second = await Parent.signIn(send, first.email);
    const stranger = await Parent.signUp(send);
    await internal.revokeSession(stranger.accountId, first.credentials.sessionId);
    await internal.revokeSession('nobody', first.credentials.sessionId);
    expect((await first.raw('GET', '/account')).status).toBe(200);
    await internal.revokeSession(first.accountId, first.credentials.sessionId);
    for (const [method, path] of [
      ['GET', '/account'],
      ['POST', '/user'],
    ] as const) {
      const answer = await first.raw(method, path, method === 'GET' ? undefined : { user_obj: {} });
      expect(answer).toMatchObject({ status: 401, body: { errors: { code: 500, reason: 'session' } } });
    }
    expect((await second.raw('GET', '/account')).status).toBe(200);
  });

  test('ends a session that is unused for thirty days', async () => {
    const used = await Parent.signUp(send);
    const { last_activity } = await used.call(getAccount);
    for (const days of [30, 60]) {
      await stopClock(last_activity + days * DAY - days / 30, used);
      expect((await used.raw('GET', '/account')).status, `${days} days`).toBe(200);
    }
    await stopClock(last_activity + 90 * DAY - 2, used);
    expect(await used.raw('GET', '/account')).toMatchObject({
      status: 401,
      body: { errors: { reason: 'session', fields: { session: 'idle' } } },
    });
  });

  test('ends a session after 180 days even if it is used regularly', async () => {
    const parent = await Parent.signUp(send);
    const { last_activity } = await parent.call(getAccount);
    for (const day of [29, 58, 87, 116, 145, 174, 180 - 1 / DAY]) {
      await stopClock(last_activity + day * DAY, parent);
      expect((await parent.raw('GET', '/account')).status, `day ${day}`).toBe(200);
    }
    await stopClock(last_activity + 180 * DAY, parent);
    expect(await parent.raw('GET', '/account')).toMatchObject({
      status: 401,
      body: { errors: { reason: 'session', fields: { session: 'expired' } } },
    });
  });

  test('changes the account token every twenty minutes and accepts the old one for a day (CONST-024, RT-032)', async () => {
    const parent = await Parent.signUp(send);
    const { token_ts } = await parent.call(getAccount);
    await stopClock(token_ts + 20 * 60_000, parent);
    const fresh = await parent.call(getAccount);
    expect(fresh.token).not.toBe(parent.token);
    expect(fresh.token_ts).toBe(token_ts + 20 * 60_000);
    const confirm = async (token: string) => {
      const query = new URLSearchParams({ email: parent.email, pair_id: 'x', token });
      return (await send(new Request(`${API}/confirm?${query}`))).status;
    };
    expect(await confirm(parent.token)).toBe(200);
    await stopClock(token_ts + DAY - 1, parent);
    expect(await confirm(parent.token)).toBe(200);
    await stopClock(token_ts + DAY + 20 * 60_000, parent);
    expect([await confirm(parent.token), await confirm(fresh.token)]).toEqual([400, 400]);
  });
});
