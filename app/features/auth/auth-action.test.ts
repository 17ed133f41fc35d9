import { describe, expect, test, vi } from 'vitest';
import type { InternalService } from '~/context';
import { keepEndpoint } from '~/server/endpoint-choice.server';
import { requireVisitor } from '~/server/guards.server';
import { readSession, writeSession } from '~/server/session.server';
import { requestWithCookies, webContext } from '../../../tests/web-context.ts';
import { ACCOUNT_WIRE } from '../../../tests/web-parent.ts';
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
  ])('%s is said as a wrong login, with the address kept and the password gone', async (_name, call) => {
    const { answer, context } = await post(login, call);
    expect(answer).toMatchObject({ init: { status: 400 }, data: { token: 't', notice: { key: 'error_strings.wrong_login' } } });
    expect(JSON.stringify(answer)).toContain('a@example.com');
    expect(JSON.stringify(answer)).not.toContain('long enough');
    expect(context.responseCookies).toEqual([]);
  });

  test.each([
    ['login', 'error_strings.auth_failed'],
    // The account may have been made.
    ['signup', 'error_strings.unknown_outcome'],
  ])('without an answer the form comes back with its values and the same token: %s', async (intent, key) => {
    const { answer } = await post({ ...login, intent }, () => Promise.reject(new Error('down')));
    expect(answer).toMatchObject({ init: { status: 503 }, data: { token: 't', notice: { key } } });
    expect(JSON.stringify(answer)).toContain('a@example.com');
  });

  test.each(['login', 'signup'])('a chosen server that gives no answer is named, with the way to another one: %s', async (intent) => {
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
    ['a short one', { password: '12345' }, 'password_too_short_legacy'],
  ])('%s is refused before any call', async (_name, change, error) => {
    let calls = 0;
    const { answer } = await post({ ...login, ...change }, async () => {
      calls += 1;
      return new Response();
    });
    expect(answer).toMatchObject({ data: { lastResult: { error: { password: [error] } } } });
    expect(calls).toBe(0);
  });

  test('an address that has an account is told at sign-up, with the way to the login', async () => {
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
  // As a browser with script sends it, which costs no derivation here.
  const derivedLogin = { intent: 'login', form_token: 't', email: 'a@example.com', password_derived: 'ef'.repeat(32) };
  const OWN = { ...ACCOUNT_WIRE, account_id: 'first', emails: [{ email: 'first@example.com', verified: true }] };

  /** A form that is posted while the account `first` is logged in, to an API that answers `status` for its session and logs in to `second`. */
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
    ['an agreement about another account', { leave_account: 'a third' }, {}],
    ['a form without script', {}, { isPasswordGone: true }],
  ])('%s while another account is logged in asks first, with nothing sent and nobody logged out', async (_name, change, more) => {
    const call = vi.fn(answersLogin);
    const { answer, revoked, session, visitor } = await postSignedIn({ ...login, ...change }, { call });
    const leaving = { accountId: 'first', name: 'first@example.com', ...more };
    expect(answer).toMatchObject({ init: { status: 409 }, data: { leaving, lastResult: { initialValue: { email: 'a@example.com' } } } });
    expect(JSON.stringify(answer)).not.toContain('long enough');
    expect([call.mock.calls, revoked, session?.accountId]).toEqual([[], [], 'first']);
    await expect(visitor()).resolves.toBeUndefined();
  });

  test('the agreement ends the session that was shown, once the new one is there, and clears what it left', async () => {
    const { answer, revoked, session } = await postSignedIn({ ...derivedLogin, leave_account: 'first' });
    expect([revoked, session?.accountId]).toEqual([['first'], 'second']);
    expect(answer instanceof Response ? answer.headers.get('Clear-Site-Data') : answer).toBe('"cache"');
  });

  test('a refused password after the agreement logs nobody out and asks again', async () => {
    const { answer, revoked, session } = await postSignedIn({ ...derivedLogin, leave_account: 'first' }, { call: refusing(400, 300) });
    expect(answer).toMatchObject({ data: { notice: { key: 'error_strings.wrong_login' }, leaving: { accountId: 'first' } } });
    expect([revoked, session?.accountId]).toEqual([[], 'first']);
  });

  test('the same address, however it is written, and a session that is over are not asked about', async () => {
    const same = await postSignedIn({ ...derivedLogin, email: ' First@Example.com ' });
    expect([same.answer instanceof Response, same.session?.accountId]).toEqual([true, 'second']);
    const over = await postSignedIn(derivedLogin, { status: 401 });
    expect([over.answer instanceof Response, over.session?.accountId]).toEqual([true, 'second']);
  });
});
