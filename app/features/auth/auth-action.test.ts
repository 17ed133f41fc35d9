import { expect, test } from 'vitest';
import { webContext } from '../../../tests/web-context.ts';
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

test('without an answer the form comes back with its values and the same token', async () => {
  const { answer } = await post(login, () => Promise.reject(new Error('down')));
  expect(answer).toMatchObject({ init: { status: 503 }, data: { token: 't', notice: { key: 'error_strings.unknown_outcome' } } });
  expect(JSON.stringify(answer)).toContain('a@example.com');
});

test.each([
  ['an empty password', { password: '' }, 'empty_password'],
  ['a short one', { password: '12345' }, 'password_too_short'],
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
