import { describe, expect, test } from 'vitest';
import { readFlow, updateFlow } from '#app/server/flow.server';
import { readSession, SESSION_VERSION, writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { loader } from './logout';

const SESSION = {
  accountId: 'a',
  sessionId: 's',
  secret: '0'.repeat(64),
  secretId: 'i',
  userId: 'u',
  isLegacy: false,
  hasPasswordError: false,
  isInit: true,
  tokenTS: Date.now(),
  startedAt: Date.now(),
  version: SESSION_VERSION as typeof SESSION_VERSION,
};

/** Requests /logout with these headers while logged in. Returns the status, the ended sessions and the number of cookies set. */
async function ask(headers: Record<string, string>, method = 'GET') {
  const ended: Array<string> = [];
  const revokeSession = async (_accountId: string, sessionId: string) => void ended.push(sessionId);
  const context = webContext({ internal: { revokeSession } });
  await writeSession(context, SESSION);
  const request = requestWithCookies(context, 'https://porchlight.example/logout', { method, headers });
  context.responseCookies.length = 0;
  const call = async () => loader({ request, context, params: {} });
  const answer = await call().catch((thrown: unknown) => thrown);
  return { status: answer instanceof Response ? answer.status : 200, ended, cookies: context.responseCookies.length };
}

const NAVIGATION = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

describe('GET /logout', () => {
  test.each([
    ['a link on our own page', { ...NAVIGATION, 'Sec-Fetch-Site': 'same-origin' }],
    ['a typed URL or a bookmark', { ...NAVIGATION, 'Sec-Fetch-Site': 'none' }],
    ['a browser without Fetch Metadata', {}],
    ['a client that sends only the mode', { 'Sec-Fetch-Mode': 'cors' }],
  ])('ends the session for %s (AUTH-035, A79)', async (_who, headers) => {
    expect(await ask(headers)).toMatchObject({ status: 302, ended: ['s'] });
  });

  test('restores every part of the state that the browser keeps to its initial value (AUTH-036, RT-034)', async () => {
    const before = webContext();
    await writeSession(before, SESSION);
    const landing = { groupId: 'g', isCouponGroup: true, coupon: 'C', gclid: 'G', promoTs: 1 };
    const pairing = { pairId: 'p', pairChildName: 'Mia', childId: 'c', os: 'iOS', code: 'X', codeExpiresAt: 1, expiresAt: 1 } as const;
    const planVisit = { id: 'v', chosen: 'trial', back: '/account', expiresAt: Date.now() + 60_000 };
    const change = { redirect: '/account', accountId: 'a', pairing, panel: 'devices', childId: 'c', planVisit, landing };
    await updateFlow(requestWithCookies(before), before, change);
    const request = requestWithCookies(before, 'https://porchlight.example/logout');
    const fresh = await readFlow(new Request('https://porchlight.example/'), webContext());
    expect(await readFlow(request, webContext())).toMatchObject(change);
    const after = webContext();
    await loader({ request, context: after, params: {} }).catch(() => null);
    const next = requestWithCookies(after);
    expect(await readSession(next, webContext())).toBeNull();
    expect(await readFlow(next, webContext())).toEqual({ ...fresh, visitorId: expect.any(String) });
    // Nothing is left under another name.
    const left = before.responseCookies.map((cookie) => cookie.split('=')[0]);
    expect(after.responseCookies.filter((cookie) => cookie.includes('Max-Age=0')).map((cookie) => cookie.split('=')[0])).toEqual(
      expect.arrayContaining(left),
    );
  });

  test.each([
    ['Sec-Purpose: prefetch', { 'Sec-Purpose': 'prefetch' }],
    ['Sec-Purpose: prefetch;prerender', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['Purpose: prefetch', { Purpose: 'prefetch' }],
    ['Purpose: Prerender', { Purpose: 'Prerender' }],
    ['X-Moz: prefetch', { 'X-Moz': 'prefetch' }],
    ['X-Purpose: preview', { 'X-Purpose': 'preview' }],
  ])('returns 503 and ends nothing for a prefetch: %s', async (_what, headers) => {
    for (const mode of [{ ...NAVIGATION, 'Sec-Fetch-Site': 'none' }, {}])
      expect(await ask({ ...mode, ...headers })).toEqual({ status: 503, ended: [], cookies: 0 });
  });

  test.each([
    ['a link on another site', { ...NAVIGATION, 'Sec-Fetch-Site': 'cross-site' }, 'GET'],
    ['a link on a sibling host', { ...NAVIGATION, 'Sec-Fetch-Site': 'same-site' }, 'GET'],
    ['an image', { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Site': 'same-origin' }, 'GET'],
    ['a frame', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Site': 'same-origin' }, 'GET'],
    ['a script', { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' }, 'GET'],
    ['a HEAD request', {}, 'HEAD'],
  ])('shows the question and ends nothing for %s (AUTH-037)', async (_who, headers, method) => {
    expect(await ask(headers, method)).toEqual({ status: 200, ended: [], cookies: 0 });
  });
});
