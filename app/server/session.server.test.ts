import { afterEach, describe, expect, test, vi } from 'vitest';
import { LOGIN_ANSWER } from '#tests/examples.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { readFlow, updateFlow } from './flow.server';
import { seal } from './seal.server';
import { dropSession, findSessionEnd, readSession, type Session, toSession, writeSession } from './session.server';

const DAY_MS = 24 * 60 * 60 * 1000;
const hex = (length: number) => 'a1'.repeat(length / 2);

const STARTED_AT = Date.now();

const session = (): Session => ({
  accountId: hex(64),
  sessionId: '01j00000000000000000000000',
  secret: hex(64),
  secretId: '01j00000000000000000000001',
  userId: '01j00000000000000000000002',
  email: `${'x'.repeat(64)}@${'y'.repeat(180)}.example`,
  isLegacy: false,
  hasPasswordError: false,
  isInit: true,
  tokenTS: 1_780_000_000_000,
  startedAt: STARTED_AT,
  version: 3,
});

afterEach(() => {
  vi.useRealTimers();
});

describe('session', () => {
  test('reads a session as it was written, and stores it encrypted (AUTH-047, 048, 052, SIGNING-014)', async () => {
    const context = webContext();
    await writeSession(context, session());
    const [cookie = ''] = context.responseCookies;
    expect(cookie).toMatch(/^__Host-session=[\w.-]+; Path=\/; Max-Age=5184000; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain(hex(64));
    expect(await readSession(requestWithCookies(context), webContext())).toEqual(session());
  });

  test('ignores a session with isInit false and accepts one without isInit (AUTH-044)', async () => {
    const read = async (isInit: boolean | undefined) => {
      const context = webContext();
      await writeSession(context, { ...session(), isInit } as Session);
      return readSession(requestWithCookies(context), webContext());
    };
    expect(await read(true)).toMatchObject({ isInit: true });
    expect(await read(undefined)).toMatchObject({ isInit: true });
    expect(await read(false)).toBeNull();
  });

  test('uses the cookie name without prefix on plain http', async () => {
    const context = webContext({ publicUrl: 'http://localhost:8787' });
    await writeSession(context, session());
    expect(context.responseCookies[0]).toMatch(/^session=.*SameSite=Lax$/);
  });

  test('keeps both cookies under 3,500 characters with the longest values', async () => {
    const context = webContext();
    await writeSession(context, session());
    await updateFlow(requestWithCookies(context), context, {
      redirect: `/${'p'.repeat(511)}`,
      accountId: hex(64),
      pairing: {
        pairId: hex(32),
        pairChildName: '😀'.repeat(64),
        childId: hex(26),
        os: 'android',
        code: 'ABCD2345',
        codeExpiresAt: 1,
        expiresAt: 1,
      },
      panel: 'restrictions',
      childId: hex(26),
      landing: {
        groupId: 'g'.repeat(64),
        isCouponGroup: false,
        coupon: 'c'.repeat(64),
        gclid: 'd'.repeat(128),
        promoTs: 1_780_000_000_000,
      },
    });
    const lengths = context.responseCookies.map((cookie) => cookie.split(';')[0]?.length ?? 0);
    expect(lengths).toHaveLength(2);
    expect(Math.max(...lengths)).toBeLessThan(3500);
  });

  test('keeps no payment source with an unfinished purchase (RT-035)', async () => {
    const context = webContext();
    const planVisit = { id: 'v', chosen: 'trial', back: '/account', expiresAt: 1 };
    const source = { token: 't', source: 's', card: 'c', client_secret: 'x', payment_source: 'p', payment_method: 'm' };
    await updateFlow(requestWithCookies(context), context, { accountId: 'a', planVisit: { ...planVisit, ...source } });
    expect((await readFlow(requestWithCookies(context), webContext())).planVisit).toEqual(planVisit);
  });

  test('reads a session sealed with an older key, but not with an unknown one', async () => {
    const [old, fresh] = [`old:${btoa('o'.repeat(32))}`, `new:${btoa('n'.repeat(32))}`];
    const context = webContext({ keys: old });
    await writeSession(context, session());
    const request = requestWithCookies(context);
    expect(await readSession(request, webContext({ keys: `${fresh},${old}` }))).not.toBeNull();
    expect(await readSession(request, webContext({ keys: fresh }))).toBeNull();
  });

  test.each([
    ['another version', { version: 2 }],
    ['a missing secret', { secret: undefined }],
  ])('discards a session with %s without an error (AUTH-051, CONST-083)', async (_name, change) => {
    const context = webContext();
    const sealed = await seal(context.env.SESSION_KEYS, 'session', { ...session(), ...change }, 60);
    const request = new Request('https://porchlight.example/', { headers: { Cookie: `__Host-session=${sealed}` } });
    expect(await readSession(request, context)).toBeNull();
  });

  test('returns no session for data sealed for another purpose, altered or invalid', async () => {
    const context = webContext();
    const flow = await seal(context.env.SESSION_KEYS, 'flow', session(), 60);
    const good = await seal(context.env.SESSION_KEYS, 'session', session(), 60);
    for (const value of [flow, `${good.slice(0, -4)}AAAA`, 'nonsense', 'a.b.c.d.e']) {
      const request = new Request('https://porchlight.example/', { headers: { Cookie: `__Host-session=${value}` } });
      expect(await readSession(request, context), value.slice(0, 20)).toBeNull();
    }
  });

  test('renews the cookie once a day, and ends the session after 30 idle days or 180 in total', async () => {
    vi.useFakeTimers({ now: 1_780_000_000_000 });
    const context = webContext();
    const startedAt = Date.now();
    await writeSession(context, { ...session(), startedAt });
    const request = requestWithCookies(context);
    const read = async (days: number) => {
      vi.setSystemTime(startedAt + days * DAY_MS);
      const later = webContext();
      return { session: await readSession(request, later), cookies: later.responseCookies.length };
    };
    expect(await read(0.9)).toMatchObject({ session: { startedAt }, cookies: 0 });
    expect(await read(1)).toMatchObject({ session: { startedAt }, cookies: 1 });
    expect(await read(29.9)).toMatchObject({ session: { startedAt }, cookies: 1 });
    expect((await read(30)).session).toBeNull();
    const old = webContext();
    await writeSession(old, { ...session(), startedAt: Date.now() - 180 * DAY_MS });
    expect(await readSession(requestWithCookies(old), webContext())).toBeNull();
  });

  test('returns why a session ended by time, as long as its cookie exists', async () => {
    vi.useFakeTimers({ now: 1_780_000_000_000 });
    const startedAt = Date.now();
    const endAfter = async (days: number, age = 0) => {
      vi.setSystemTime(startedAt);
      const context = webContext();
      await writeSession(context, { ...session(), startedAt: startedAt - age * DAY_MS });
      vi.setSystemTime(startedAt + days * DAY_MS);
      const request = requestWithCookies(context);
      return [await readSession(request, webContext()), await findSessionEnd(request, webContext())];
    };
    expect(await endAfter(29.9)).toEqual([expect.anything(), null]);
    expect(await endAfter(30)).toEqual([null, 'idle']);
    expect(await endAfter(59.9)).toEqual([null, 'idle']);
    expect(await endAfter(60)).toEqual([null, null]);
    expect(await endAfter(1, 179)).toEqual([null, 'expired']);
    expect(await findSessionEnd(new Request('https://porchlight.example/'), webContext())).toBeNull();
  });

  test('takes ids, secret, address and token time from a login response (AUTH-041, 042, 045, 047, 048, 050, 051, 053, 054, 056, 057, CONST-083)', () => {
    const [account, device] = LOGIN_ANSWER;
    const users = account.users.flatMap((child) => [child, { ...child, type: 1, user_id: 'the-parent' } as const]);
    expect(toSession([{ ...account, users }, device], 7, null)).toEqual({
      accountId: account.account_id,
      sessionId: device.device_id,
      secret: account.parent_secret,
      secretId: account.parent_secret_id,
      userId: 'the-parent',
      email: account.emails[0]?.email,
      isLegacy: false,
      hasPasswordError: false,
      tokenTS: account.token_ts,
      startedAt: 7,
      isInit: true,
      version: 3,
    });
  });

  test.each([true, false])('keeps whether the login was a legacy login: %s (AUTH-007, AUTH-008)', (isLegacy) => {
    const [account, device] = LOGIN_ANSWER;
    expect(toSession([{ ...account, is_legacy: isLegacy }, device], 0, null)).toMatchObject({ isLegacy });
  });

  test('ignores a removed session within the same request', async () => {
    const context = webContext();
    await writeSession(context, session());
    const request = requestWithCookies(context);
    const answer = webContext();
    dropSession(answer);
    expect(answer.responseCookies).toEqual(['__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure']);
    expect(await readSession(request, answer)).toBeNull();
  });
});
