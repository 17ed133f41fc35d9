import * as z from 'zod';

/** Length limits in code points of the NFC form. Passwords are never trimmed (5.1.2, 9.4.7, A113). */
export const PASSWORD_MIN = 8;
/** Minimum at login, before it is known whether the account is a legacy account (A15). */
export const PASSWORD_MIN_LEGACY = 6;
export const PASSWORD_MAX = 96;

/** Error message for an operation that the account's type of login does not support (4.4.4, 8.2.4). */
export const SSO_INVALID = 'This operation is invalid for SSO accounts';
export const PASSWORD_INVALID = 'This operation is invalid for password accounts';

/** Texts quoted from the specification for a response with an unexpected status (8.2.1 to 8.2.3). */
export const MESSAGES = {
  forgotStatus: 'Invalid forgot pw status',
  credentialsStatus: 'Bad status for PUT /credentials',
  resetStatus: 'Invalid resetpw status',
} as const;

const EMAIL_MAX = 254;
// One @ and a domain with a dot. Rejects spaces, control characters, quotes, brackets and separators, which could inject headers.
const EMAIL =
  /^[^\s\p{C}"<>(),:;@\\[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u;

/** Returns an email address for comparison, hashing and salting: trimmed, lowercase, NFC (A80, A113). */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase().normalize('NFC');
}

/** A normalized email address. Issues: `empty_email`, `invalid_email` (8.1.4, 5.1.5). */
export const emailSchema = z
  .string({ error: 'empty_email' })
  .transform(normalizeEmail)
  .pipe(
    z
      .string()
      .min(1, { error: 'empty_email', abort: true })
      .max(EMAIL_MAX, { error: 'invalid_email', abort: true })
      .regex(EMAIL, 'invalid_email'),
  );

/** A new password, in NFC. Issues: `empty_password`, `password_too_short`, `password_too_long` (5.1.1, 5.1.2, A15). */
export const passwordSchema = passwordOf(PASSWORD_MIN, 'password_too_short');

/**
 * A password at login, or the current password of a legacy account, in NFC. Issues: `empty_password`, `password_too_short_legacy`,
 * `password_too_long` (A15).
 */
export const loginPasswordSchema = passwordOf(PASSWORD_MIN_LEGACY, 'password_too_short_legacy');

function passwordOf(least: number, tooShort: string) {
  return z
    .string({ error: 'empty_password' })
    .transform((text) => text.normalize('NFC'))
    .pipe(
      z
        .string()
        .refine((text) => text !== '', { error: 'empty_password', abort: true })
        .refine((text) => countCodePoints(text) >= least, { error: tooShort })
        .refine((text) => countCodePoints(text) <= PASSWORD_MAX, { error: 'password_too_long' }),
    );
}

function countCodePoints(text: string): number {
  return [...text].length;
}
