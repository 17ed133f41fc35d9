import { describe, expect, test } from 'vitest';
import { describeBrowser } from '#app/server/browser-descriptor.server';
import { deriveAtTheEdge } from '#app/server/derive.server';
import { webContext } from '#tests/web-context.ts';
import { validateLogin, validateSignUp } from './auth.schemas';
import { logIn } from './auth.server';

function typed(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

describe('auth', () => {
  test.each([
    [validateLogin, 5, 'error'],
    [validateLogin, 6, 'success'],
    [validateLogin, 96, 'success'],
    [validateLogin, 97, 'error'],
    [validateSignUp, 0, 'error'],
    [validateSignUp, 7, 'error'],
    [validateSignUp, 8, 'success'],
    [validateSignUp, 96, 'success'],
    [validateSignUp, 97, 'error'],
  ] as const)('%o, given a password of %i characters, returns %s (AUTH-071, SIGN-010 to SIGN-012)', (validate, length, status) => {
    expect(validate(typed({ email: 'a@example.com', password: 'a long pass'.padEnd(length, 'x yz').slice(0, length) })).status).toBe(
      status,
    );
  });

  test("rejects the account's address as a password at sign-up", () => {
    for (const password of ['Ada.Lovelace', ' ada.lovelace@EXAMPLE.com']) {
      const { error } = validateSignUp(typed({ email: 'ada.lovelace@example.com', password })).reply();
      expect(error).toEqual({ password: ['password_own_email'] });
    }
  });

  test('trims the address but not the password (AUTH-068, ERR-052)', () => {
    const submission = validateLogin(typed({ email: '  A@Example.com ', password: '  secret  ' }));
    expect(submission.status === 'success' ? submission.value : null).toEqual({ email: 'a@example.com', password: '  secret  ' });
  });

  test('a reply with the password hidden contains the address but not the password', () => {
    const reply = validateLogin(typed({ email: 'a', password: 'secret' })).reply({ hideFields: ['password'] });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(reply.initialValue).toEqual({ email: 'a' });
  });

  // Each derivation takes 0.1 s on an idle machine.
  test('derives the same key on the server for every spelling of an address', { timeout: 30_000 }, async () => {
    const [key, again] = await Promise.all(
      ['a@example.com', ' A@Example.com'].map((email) => deriveAtTheEdge(webContext(), email, 'password')),
    );
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(again).toBe(key);
  });

  test('checks the rate limit before it derives or sends anything', async () => {
    let calls = 0;
    const context = webContext({
      internal: {
        reserveAttempt: async () => false,
        call: async () => {
          calls += 1;
          return new Response();
        },
      },
    });
    await expect(
      logIn(new Request('https://porchlight.example/'), context, {
        email: 'a@example.com',
        password: { kind: 'typed', text: 'password' },
        isLegacy: false,
      }),
    ).rejects.toMatchObject({ code: 413 });
    expect(calls).toBe(0);
  });

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1', 'Safari', 'iOS'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    ['', 'Browser', ''],
  ])('describes the browser %s (CONST-077)', (userAgent, name, os) => {
    expect(describeBrowser(userAgent, 'de', 'UTC')).toMatchObject({
      name,
      os,
      locale: 'de',
      time_zone: 'UTC',
      app_version: '8.21.0-beta.2',
    });
  });
});
