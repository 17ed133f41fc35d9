import { describe, expect, test } from 'vitest';
import { toAccountState } from '#app/server/account.server';
import { writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { ACCOUNT_WIRE } from '#tests/web-parent.ts';
import { makeSession } from '#tests/web-session.ts';
import { loadVerification, toVerification } from './verify.server';

describe('verify', () => {
  test.each([
    ['password', 'a@example.com', false, { state: 'open', canResend: true, canChange: true }],
    ['password', 'a@example.com', true, { state: 'done', canResend: false, canChange: false }],
    // Only a password account can change its address here (S06).
    ['sso', 'a@example.com', false, { state: 'open', canResend: true, canChange: false }],
    // Another family has confirmed this address (A125).
    ['sso', '', false, { state: 'none', canResend: false, canChange: false }],
  ] as const)('returns what can be done for a %s account with «%s», confirmed: %s', (loginScheme, email, verified, offered) => {
    const account = {
      id: 'a',
      seq: 1,
      email,
      verified,
      loginScheme,
      deletion: null,
      paymentDue: null,
      unreadNotifications: 0,
      timeZone: 'Europe/Berlin',
    };
    expect(toVerification(account)).toEqual({ ...offered, email, live: { accountId: 'a', seq: 1 } });
    // Every page shows the reminder if the email can be resent.
    expect(toAccountState(account, 0).verified).toBe(!offered.canResend);
  });

  const invalid = () => Response.json({ errors: { code: 500, message: 'no' } }, { status: 400 });
  const ended = () => Response.json({ errors: { code: 401, message: 'no', reason: 'session' } }, { status: 401 });
  const account = (verified: boolean) => () => Response.json({ ...ACCOUNT_WIRE, emails: [{ email: 'a@example.com', verified }] });

  test.each([
    ['offers to resend for an unconfirmed address', account(false), true],
    ['offers nothing for a confirmed address', account(true), false],
    ['offers nothing without a valid session', ended, false],
  ])('an invalid link %s', async (_name, api, canResend) => {
    const context = webContext({ api: async () => api(), internal: { call: async () => invalid() } });
    await writeSession(context, makeSession());
    const request = requestWithCookies(context, 'https://porchlight.example/verify?account_id=x&token=x');
    expect(await loadVerification(request, context)).toEqual({ state: 'bad', email: null, canResend, canChange: false, live: null });
  });
});
