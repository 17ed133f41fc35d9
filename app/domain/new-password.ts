import * as z from 'zod';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { normalizeEmail, passwordSchema } from './credentials.ts';

/**
 * A new password, in NFC. Reports the issues of `passwordSchema`. Adds `password_common` for a password that attackers try first
 * (ASVS 6.2.4, 6.2.11). Does not apply to existing passwords.
 */
export const newPasswordSchema = passwordSchema.pipe(z.string().refine((text) => !isGuessedFirst(text), { error: 'password_common' }));

/**
 * Returns `newPasswordSchema` for the account with this email address. Adds the issue `password_own_email` for the address or its local
 * part.
 */
export function newPasswordFor(email: string): z.ZodType<string, string> {
  return newPasswordSchema.pipe(z.string().refine((text) => !isOwnEmail(text, email), { error: 'password_own_email' }));
}

/** Returns true if the password is the email address in any spelling, or its local part. Attackers try these first. */
export function isOwnEmail(password: string, email: string): boolean {
  const [own, given] = [normalizeEmail(email), normalizeEmail(password)];
  return given === own || given === own.slice(0, own.lastIndexOf('@'));
}

// These scripts have thousands of characters, so two of them can be as strong as a word of letters.
const OF_A_LARGE_SET = /[\p{Ideographic}\p{Script=Hangul}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const SHORT_UNIT = 4;
const SHORTEST_RUN = 3;

/** Returns true for common passwords, the product's name, and simple patterns. */
function isGuessedFirst(password: string): boolean {
  const bare = password.toLowerCase();
  return COMMON_PASSWORDS.has(bare) || /^porch[\s_-]?light[\d\W_]*$/.test(bare) || hasPlainPattern([...bare]);
}

/**
 * Returns true for simple patterns: one or two repeated characters, a short or common repeated unit, or a sequence (`abcdefgh`,
 * `98765432`).
 */
function hasPlainPattern(characters: ReadonlyArray<string>): boolean {
  const kinds = new Set(characters).size;
  if (kinds === 1 || isRun(characters)) return true;
  const unit = unitOf(characters);
  if (unit !== null && (isRun(unit) || COMMON_PASSWORDS.has(unit.join('')))) return true;
  if (OF_A_LARGE_SET.test(characters.join(''))) return false;
  return kinds === 2 || (unit !== null && unit.length <= SHORT_UNIT);
}

/** Returns the unit that forms the whole text if repeated; null if there is none. The last repetition may be truncated. */
function unitOf(characters: ReadonlyArray<string>): ReadonlyArray<string> | null {
  for (let length = 1; length * 2 <= characters.length; length++) {
    if (characters.every((character, at) => at < length || character === characters[at - length])) return characters.slice(0, length);
  }
  return null;
}

/** Returns true if each character follows the previous one, or if each precedes it. 0 follows 9. */
function isRun(characters: ReadonlyArray<string>): boolean {
  const steps = characters.slice(1).map((character, at) => stepBetween(characters[at] ?? '', character));
  return characters.length >= SHORTEST_RUN && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
}

function stepBetween(before: string, after: string): number {
  if (before === '9' && after === '0') return 1;
  if (before === '0' && after === '9') return -1;
  return (after.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
}
