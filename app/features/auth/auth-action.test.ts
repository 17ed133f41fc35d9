import { describe, expect, test, vi } from 'vitest';
import type { InternalService } from '#app/context';
import { keepEndpoint } from '#app/server/endpoint-choice.server';
import { requireVisitor } from '#app/server/guards.server';
import { readSession, writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { answerAuthForm } from './auth-action.server';

async function post(fields: Record<string, string>, call: (request: Request) => Promise<Response>) {
  const request = new Request('https://porchlight.example/?index&view=login', { method: 'POST', body: new URLSearchParams(fields) });
  const context = webContext({ internal: { call } });
  const answer = await answerAuthForm(request, context);
  return { answer, context };
}

const login = { intent: 'login', form_token: 't', email: 'a@example.com', password: 'long enough' };
const refusing = (status: number, code: number) => async () => Response.json({ errors: { code, message: 'no' } }, { status });

describe('answerAuthForm', () => {
  test.each([
    ['a wrong password', refusing(400, 300)],
    ['a malformed address', refusing(400, 301)],
  ])('reports %s as a wrong login, and returns the address but not the password (AUTH-009)', async (_name, call) => {
    const { answer, context } = await post(login, call);
    expect(answer).toMatchObject({ init: { status: 400 }, data: { token: 't', notice: { key: 'error_strings.wrong_login' } } });
    expect(JSON.stringify(answer)).toContain('a@example.com');
    expect(JSON.stringify(answer)).not.toContain('long enough');
    expect(context.responseCookies).toEqual([]);
  });

  test.each([
    ['login', 'error_strings.auth_failed'],
    // The account may have been created.
    ['signup', 'error_strings.unknown_outcome'],
  ])('returns the form with its values and the same token if the API does not answer: %s', async (intent, key) => {
    const { answer } = await post({ ...login, intent }, () => Promise.reject(new Error('down')));
    expect(answer).toMatchObject({ init: { status: 503 }, data: { token: 't', notice: { key } } });
    expect(JSON.stringify(answer)).toContain('a@example.com');
  });

  test.each(['login', 'signup'])('names a chosen server that does not answer and links to the server choice: %s', async (intent) => {
    const context = webContext();
    Object.assign(context.env, { ENDPOINT_OVERRIDE: 'any' });
    await keepEndpoint(context, 'https://gone.example');
    const body = new URLSearchParams({ ...login, intent });
    const request = requestWithCookies(context, 'https://porchlight.example/?index&view=login', { method: 'POST', body });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no such name')));
    const answer = await answerAuthForm(request, context);
    vi.unstubAllGlobals();
    const notice = { key: 'endpoint.no_answer', params: { address: 'https://gone.example' }, link: { to: '/demo/endpoint' } };
    expect(answer).toMatchObject({ init: { status: 503 }, data: { notice } });
  });

  test.each([
    ['an empty password', { password: '' }, 'empty_password'],
    ['a short password', { password: '12345' }, 'password_too_short_legacy'],
  ])('refuses %s before any call (AUTH-010, AUTH-071)', async (_name, change, error) => {
    let calls = 0;
    const { answer } = await post({ ...login, ...change }, async () => {
      calls += 1;
      return new Response();
    });
    expect(answer).toMatchObject({ data: { lastResult: { error: { password: [error] } } } });
    expect(calls).toBe(0);
  });

  test('says at sign-up that the address has an account and links to the login', async () => {
    const { answer } = await post({ ...login, intent: 'signup' }, refusing(400, 100));
    expect(answer).toMatchObject({ data: { notice: { key: 'error_strings.duplicate_email', link: { to: '/?view=login' } } } });
  });

  const SESSION = {
    accountId: 'first',
    sessionId: 'session',
    secret: 'ab'.repeat(32),
    secretId: 'secret',
    userId: 'user',
    email: 'first@example.com',
    isLegacy: false,
    hasPasswordError: false,
    isInit: true,
    tokenTS: 0,
    startedAt: Date.now(),
    version: 3 as const,
  };
  // A browser with script sends a derived password. Sending one saves the slow derivation in the test.
  const derivedLogin = { intent: 'login', form_token: 't', email: 'a@example.com', password_derived: 'ef'.repeat(32) };
  const OWN = { ...ACCOUNT_WIRE, account_id: 'first', emails: [{ email: 'first@example.com', verified: true }] };

  /** Posts a form while account `first` is logged in. The API answers `status` for that session and logs in as `second`. */
  async function postSignedIn(fields: Record<string, string>, { status = 200, call = answersLogin } = {}) {
    const before = webContext();
    await writeSession(before, SESSION);
    const revoked: Array<string> = [];
    const internal: Partial<InternalService> = {
      call,
      revokeSession: async (accountId) => {
        revoked.push(accountId);
      },
    };
    const api = async () => Response.json(status === 200 ? OWN : { errors: { code: 410, message: 'no' } }, { status });
    const context = webContext({ internal, api });
    const body = new URLSearchParams(fields);
    const request = requestWithCookies(before, 'https://porchlight.example/?index&view=login', { method: 'POST', body });
    const answer = await answerAuthForm(request, context);
    return { answer, revoked, session: await readSession(request, context), visitor: () => requireVisitor(request, context) };
  }

  async function answersLogin(): Promise<Response> {
    const device = { name: '', make: '', model: '', os: 'x', os_version: '', app_version: '', locale: 'en', time_zone: 'UTC' };
    return Response.json([
      { ...ACCOUNT_WIRE, account_id: 'second', parent_secret: 'cd'.repeat(32) },
      { ...device, device_id: 'session-2', user_id: 'user-2' },
    ]);
  }

  test.each([
    ['a login', {}, {}],
    ['a sign-up', { intent: 'signup' }, {}],
    ['a confirmation for another account', { leave_account: 'a third' }, {}],
    ['a form without script', {}, { isPasswordGone: true }],
  ])('asks before %s replaces another session, sending nothing and logging nobody out', async (_name, change, more) => {
    const call = vi.fn(answersLogin);
    const { answer, revoked, session, visitor } = await postSignedIn({ ...login, ...change }, { call });
    const leaving = { accountId: 'first', name: 'first@example.com', ...more };
    expect(answer).toMatchObject({ init: { status: 409 }, data: { leaving, lastResult: { initialValue: { email: 'a@example.com' } } } });
    expect(JSON.stringify(answer)).not.toContain('long enough');
    expect([call.mock.calls, revoked, session?.accountId]).toEqual([[], [], 'first']);
    await expect(visitor()).resolves.toBeUndefined();
  });

  test('after confirmation, ends the old session once the new one exists, and clears the browser’s cache', async () => {
    const { answer, revoked, session } = await postSignedIn({ ...derivedLogin, leave_account: 'first' });
    expect([revoked, session?.accountId]).toEqual([['first'], 'second']);
    expect(answer instanceof Response ? answer.headers.get('Clear-Site-Data') : answer).toBe('"cache"');
  });

  test('logs nobody out after a refused password and asks again', async () => {
    const { answer, revoked, session } = await postSignedIn({ ...derivedLogin, leave_account: 'first' }, { call: refusing(400, 300) });
    expect(answer).toMatchObject({ data: { notice: { key: 'error_strings.wrong_login' }, leaving: { accountId: 'first' } } });
    expect([revoked, session?.accountId]).toEqual([[], 'first']);
  });

  test('does not ask about another account if the address is only spelled differently or the session has ended', async () => {
    const same = await postSignedIn({ ...derivedLogin, email: ' First@Example.com ' });
    expect([same.answer instanceof Response, same.session?.accountId]).toEqual([true, 'second']);
    const over = await postSignedIn(derivedLogin, { status: 401 });
    expect([over.answer instanceof Response, over.session?.accountId]).toEqual([true, 'second']);
  });
});
