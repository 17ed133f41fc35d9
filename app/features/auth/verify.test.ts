import { describe, expect, test } from 'vitest';
import { toAccountState } from '~/server/account.server';
import { toVerification } from './verify.server';

describe('verify', () => {
  test.each([
    ['password', 'a@example.com', false, { state: 'open', canResend: true, canChange: true }],
    ['password', 'a@example.com', true, { state: 'done', canResend: false, canChange: false }],
    // Only a password account changes its address here (S06).
    ['sso', 'a@example.com', false, { state: 'open', canResend: true, canChange: false }],
    // Another family has proven that the address is theirs (A125).
    ['sso', '', false, { state: 'none', canResend: false, canChange: false }],
  ] as const)('what the page of the address offers: %s, «%s», confirmed: %s', (loginScheme, email, verified, offered) => {
    const account = { id: 'a', seq: 1, email, verified, loginScheme, deletion: null, unreadNotices: 0, timeZone: 'Europe/Berlin' };
    expect(toVerification(account)).toEqual({ ...offered, email, live: { accountId: 'a', seq: 1 } });
    // What every page reminds of is what can be done there.
    expect(toAccountState(account, 0).verified).toBe(!offered.canResend);
  });
});
