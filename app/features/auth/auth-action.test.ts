import { expect, test, vi } from 'vitest';
import { keepEndpoint } from '~/server/endpoint-choice.server';
import { requestWithCookies, webContext } from '../../../tests/web-context.ts';
import { answerAuthForm } from './auth-action.server';

async function post(fields: Record<string, string>, call: (request: Request) => Promise<Response>) {
  const request = new Request('https://porchlight.example/?index&view=login', { method: 'POST', body: new URLSearchParams(fields) });
  const context = webContext({ internal: { call } });
  const answer = await answerAuthForm(request, context);
  return { answer, context };
}

const login = { intent: 'login', form_token: 't', email: 'a@example.com', password: 'long enough' };
const refusing = (status: number, code: number) => async () => Response.json({ errors: { code, message: 'no' } }, { status });

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
