import { describe, expect, test, vi } from 'vitest';
import type { Child } from '#app/domain/child';
import { Refusal } from '#app/wire/errors';
import { child as makeChild } from '#tests/child-status.ts';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { makeSession } from '#tests/web-session.ts';
import { requireParent, requireVisitor, resolveActiveChild } from './guards.server';
import { writeSession } from './session.server';

const child = (id: string, name: string, deviceIds: Array<string> = [], retired = false): Child =>
  makeChild({ id, name, deviceIds, retired });

describe('guards', () => {
  test.each([
    ['has no active child without children', [], null, null],
    ['chooses the first child by name with a device', [child('1', 'Mia', ['d']), child('2', 'Ben'), child('3', 'Leo', ['e'])], null, '3'],
    ['chooses the first child by name if none has a device', [child('1', 'Mia'), child('2', 'Ben')], null, '2'],
    ['keeps the chosen child', [child('1', 'Mia'), child('2', 'Ben', ['d'])], '1', '1'],
    ['ignores a chosen child of another family', [child('1', 'Mia')], 'foreign', '1'],
  ])('resolveActiveChild %s', (_name, children, chosen, expected) => {
    expect(resolveActiveChild(children, chosen)?.id ?? null).toBe(expected);
  });

  test('resolveActiveChild throws the documented error if there are children but no active child (ERR-025)', () => {
    expect(() => resolveActiveChild([child('1', 'Mia', [], true)], null)).toThrow('User state has children, but no activeChildId!');
  });

  const SESSION = makeSession();

  /** Runs the guard twice for a logged-in user. The API returns this status for every call. */
  async function guardAgainst(status: number, method: 'GET' | 'POST') {
    let calls = 0;
    const context = webContext({
      api: async () => {
        calls += 1;
        return Response.json({ errors: { code: 410, message: 'no' } }, { status });
      },
    });
    await writeSession(context, SESSION);
    const request = requestWithCookies(context, 'https://porchlight.example/subscription', { method });
    const outcome = await Promise.allSettled([requireParent(request, context), requireParent(request, context)]);
    return { calls, reasons: outcome.map((one) => (one.status === 'rejected' ? one.reason : null)) };
  }

  test("turns a loader's refusal into a response with its status, with one API call per page", async () => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { calls, reasons } = await guardAgainst(403, 'GET');
    expect(reasons.map((reason) => reason instanceof Response && reason.status)).toEqual([403, 403]);
    expect(reasons[0]).toBe(reasons[1]);
    expect([calls, lines.mock.calls.length]).toEqual([1, 1]);
    lines.mockRestore();
  });

  test('returns 503 for a loader without a response', async () => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
    // Skips the delays between retries; signing runs in real time.
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void) => setImmediate(work) as never);
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 500));
    const { reasons } = await guardAgainst(502, 'GET');
    vi.restoreAllMocks();
    expect(reasons.map((reason) => reason instanceof Response && reason.status)).toEqual([503, 503]);
    expect(lines).toBeDefined();
  });

  const THERE = 'https://porchlight.example/my-family';

  test.each([
    ['/my-family', 'GET', '', '/connect', null],
    ['/my-family', 'GET', THERE, '/connect', 'toast.no_device'],
    ['/manage/mia/schedule', 'GET', `${THERE}?new=1`, '/connect', 'toast.no_device'],
    // From a page that works without a device, /connect explains why the target did not open (A149).
    ['/my-family', 'GET', 'https://porchlight.example/connect', '/connect?from=my-family', null],
    ['/manage', 'GET', 'https://porchlight.example/account/email', '/connect?from=manage', null],
    ['/notifications/n', 'GET', 'https://porchlight.example/connect?from=manage', '/connect?from=notifications', null],
    ['/manage', 'GET', 'https://porchlight.example/login', '/connect', null],
    // A page with an open form stays, and its POST is handled. The device dialog itself reports a removed device.
    ['/my-family?child=mia&edit=1', 'GET', THERE, null, null],
    ['/my-family?new=1', 'GET', THERE, null, null],
    ['/my-family?device=gone', 'GET', THERE, null, null],
    ['/manage/mia/schedule?edit=new', 'GET', THERE, null, null],
    ['/my-family', 'POST', THERE, null, null],
  ])('%s %s from «%s» without a device redirects to %s, toast %s (FAM-033, FAM-047, DEV-093)', async (path, method, referer, to, said) => {
    const context = webContext({ api: async () => Response.json({ ...ACCOUNT_WIRE, users: [], devices_beside: 0 }) });
    await writeSession(context, SESSION);
    const request = requestWithCookies(context, `https://porchlight.example${path}`, { method, headers: { Referer: referer } });
    const [outcome] = await Promise.allSettled([requireParent(request, context)]);
    const answer = outcome.status === 'rejected' ? outcome.reason : null;
    expect(answer instanceof Response ? answer.headers.get('Location') : answer).toBe(to);
    await expect(context).toShowToast(said);
  });

  test.each([
    '/manage',
    '/manage/mia/schedule',
    '/locator',
    '/locator/mia',
    '/locator/mia/history',
    '/locator/places/new',
    '/my-family',
    '/gallery/mia',
  ])('%s redirects to /connect without a connected device (AUTH-019)', async (path) => {
    const context = webContext({ api: async () => Response.json({ ...ACCOUNT_WIRE, users: [], devices_beside: 0 }) });
    await writeSession(context, SESSION);
    const [outcome] = await Promise.allSettled([requireParent(requestWithCookies(context, `https://porchlight.example${path}`), context)]);
    expect(outcome.status === 'rejected' ? outcome.reason : null).toRedirectTo('/connect');
  });

  test('omits retired children, and the parent’s own record, from the account (FAM-001, NAV-030)', async () => {
    const [mia] = ACCOUNT_WIRE.users;
    const users = [mia, { ...mia, user_id: 'gone', retired: true }, { ...mia, user_id: 'ben' }, { ...mia, user_id: 'parent', type: 1 }];
    const context = webContext({ api: async () => Response.json({ ...ACCOUNT_WIRE, users }) });
    await writeSession(context, SESSION);
    const { account } = await requireParent(requestWithCookies(context, 'https://porchlight.example/my-family'), context);
    expect(account.children.map(({ id }) => id)).toEqual([mia?.user_id, 'ben']);
  });

  test.each(['/connect', '/account'])('%s opens without a connected device (AUTH-020)', async (path) => {
    const context = webContext({ api: async () => Response.json({ ...ACCOUNT_WIRE, users: [], devices_beside: 0 }) });
    await writeSession(context, SESSION);
    const request = requestWithCookies(context, `https://porchlight.example${path}`);
    expect((await requireParent(request, context)).account.deviceCount).toBe(0);
  });

  test('a page for visitors redirects a logged-in user to /manage (AUTH-026)', async () => {
    const context = webContext();
    await expect(requireVisitor(new Request('https://porchlight.example/'), context)).resolves.toBeUndefined();
    await writeSession(context, SESSION);
    const [outcome] = await Promise.allSettled([requireVisitor(requestWithCookies(context, 'https://porchlight.example/'), context)]);
    expect(outcome.status === 'rejected' ? outcome.reason : null).toRedirectTo('/manage');
  });

  test("throws an action's refusal unchanged, because its form is shown again", async () => {
    const { reasons } = await guardAgainst(403, 'POST');
    expect(reasons[0]).toBeInstanceOf(Refusal);
  });

  test('redirects a session idle for 30 days to the login with the reason, and clears its cookie', async () => {
    const now = Date.now();
    vi.useFakeTimers({ now: now - 30 * 24 * 60 * 60_000, toFake: ['Date'] });
    const before = webContext();
    await writeSession(before, SESSION);
    vi.setSystemTime(now);
    const context = webContext();
    const [outcome] = await Promise.allSettled([requireParent(requestWithCookies(before, 'https://porchlight.example/account'), context)]);
    vi.useRealTimers();
    const answer = outcome.status === 'rejected' ? outcome.reason : null;
    expect(answer).toRedirectTo('/login?reason=idle');
    expect(context.responseCookies).toContainEqual(expect.stringMatching(/^__Host-session=;/));
  });
});
