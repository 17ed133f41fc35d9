import { describe, expect, test } from 'vitest';
import {
  emailSchema,
  loginPasswordSchema,
  MESSAGES,
  normalizeEmail,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_MIN_LEGACY,
  passwordSchema,
} from './credentials.ts';

function issueOf(schema: typeof emailSchema | typeof passwordSchema, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

describe('credentials', () => {
  test('limits passwords to 96 characters and requires 8, or 6 for legacy accounts (9.4.7, CONST-078 to CONST-080)', () => {
    expect([PASSWORD_MIN, PASSWORD_MIN_LEGACY, PASSWORD_MAX]).toEqual([8, 6, 96]);
  });

  test('normalizes an email address: trimmed, lowercase, NFC (A80)', () => {
    expect(normalizeEmail('  Ana.Lo\u0301pez@Example.ORG\n')).toBe('ana.l\u00f3pez@example.org');
  });

  test.each([
    'a@b.co',
    ' Ada@Example.org ',
    'o’neil@example.org',
    'a+tag@sub.example.co.uk',
    "o'neil&co@example.museum",
    'jörg@müller.de',
    'a@xn--mller-kva.xn--p1ai',
  ])('accepts %j as an email address', (text) => {
    expect(emailSchema.parse(text)).toBe(text.trim().toLowerCase());
  });

  test.each([
    'abc',
    'a@b',
    '@b.co',
    'a@',
    'a b@c.de',
    'a@b@c.de',
    'a@b..de',
    'a@-b.de',
    'a@b.de\r\nBcc: x@y.z',
    'a\u0000@b.de',
    '"a"@b.de',
    'a@b.1',
    'A <a@b.de>',
    `${'x'.repeat(65)}@b.de`,
    `a@${'x'.repeat(63)}.${'y'.repeat(63)}.${'y'.repeat(63)}.${'y'.repeat(63)}.de`,
  ])('rejects %j as an email address (8.1.4)', (text) => {
    expect(issueOf(emailSchema, text)).toBe('invalid_email');
  });

  test.each(['', '  ', undefined, null])('reports %j as an empty email address', (text) => {
    expect(issueOf(emailSchema, text)).toBe('empty_email');
  });

  test.each([
    ['', 'empty_password', 'empty_password'],
    [undefined, 'empty_password', 'empty_password'],
    ['12345', 'password_too_short', 'password_too_short_legacy'],
    ['123456', 'password_too_short', undefined],
    ['1234567', 'password_too_short', undefined],
    ['12345678', undefined, undefined],
    ['x'.repeat(96), undefined, undefined],
    ['x'.repeat(97), 'password_too_long', 'password_too_long'],
    ['😀'.repeat(96), undefined, undefined],
    ['😀'.repeat(7), 'password_too_short', undefined],
  ])('checks password %j: %s when new, %s at login (A15, A113)', (text, asNew, atLogin) => {
    expect([issueOf(passwordSchema, text), issueOf(loginPasswordSchema, text)]).toEqual([asNew, atLogin]);
  });

  test('normalizes a password to NFC before counting and does not trim it (A113)', () => {
    expect(passwordSchema.parse('  pass o\u0301 ')).toBe('  pass \u00f3 ');
    expect(issueOf(passwordSchema, 'o\u0301'.repeat(7))).toBe('password_too_short');
  });

  test('quotes the specification’s messages for unexpected statuses (8.2.1 to 8.2.3, ERR-018)', () => {
    expect(MESSAGES).toEqual({
      forgotStatus: 'Invalid forgot pw status',
      credentialsStatus: 'Bad status for PUT /credentials',
      resetStatus: 'Invalid resetpw status',
    });
  });
});
