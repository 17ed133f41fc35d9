import { describe, expect, test } from 'vitest';
import { toAccountState } from '#app/server/account.server';
import { toVerification } from './verify.server';

describe('verify', () => {
  test.each([
    ['password', 'a@example.com', false, { state: 'open', canResend: true, canChange: true }],
    ['password', 'a@example.com', true, { state: 'done', canResend: false, canChange: false }],
    // Only a password account can change its address here (S06).
    ['sso', 'a@example.com', false, { state: 'open', canResend: true, canChange: false }],
    // Another family has confirmed this address (A125).
    ['sso', '', false, { state: 'none', canResend: false, canChange: false }],
  ] as const)('returns what can be done for a %s account with «%s», confirmed: %s', (loginScheme, email, verified, offered) => {
    const account = { id: 'a', seq: 1, email, verified, loginScheme, deletion: null, unreadNotifications: 0, timeZone: 'Europe/Berlin' };
    expect(toVerification(account)).toEqual({ ...offered, email, live: { accountId: 'a', seq: 1 } });
    // Every page shows the reminder if the email can be resent.
    expect(toAccountState(account, 0).verified).toBe(!offered.canResend);
  });
});
