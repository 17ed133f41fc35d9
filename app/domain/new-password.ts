import * as z from 'zod';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { normaliseEmail, passwordSchema } from './credentials.ts';

/**
 * A password that is being chosen, in NFC. Issues: those of `passwordSchema`, and `password_common` for one that is tried first by whoever
 * guesses (ASVS 6.2.4, 6.2.11). One that is in use already is never asked this.
 */
export const newPasswordSchema = passwordSchema.pipe(z.string().refine((text) => !isGuessedFirst(text), { error: 'password_common' }));

/** The same for the account of an address. Issues: also `password_own_email`, for the address itself or what stands before its @. */
export function newPasswordFor(email: string): z.ZodType<string, string> {
  return newPasswordSchema.pipe(z.string().refine((text) => !isOwnEmail(text, email), { error: 'password_own_email' }));
}

/** Is it the address itself, however written, or what stands before its @? The first thing that is tried for an account. */
export function isOwnEmail(password: string, email: string): boolean {
  const [own, given] = [normaliseEmail(email), normaliseEmail(password)];
  return given === own || given === own.slice(0, own.lastIndexOf('@'));
}

// Of these one character is chosen among thousands, so two of them are as good as a word of letters.
const OF_A_LARGE_SET = /[\p{Ideographic}\p{Script=Hangul}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const SHORT_UNIT = 4;
const SHORTEST_RUN = 3;

/** The product's own name is on every list made for it; what follows a word is mostly a number. */
function isGuessedFirst(password: string): boolean {
  const bare = password.toLowerCase();
  return COMMON_PASSWORDS.has(bare) || /^porch[\s_-]?light[\d\W_]*$/.test(bare) || hasPlainPattern([...bare]);
}

/** One or two characters over and over, one unit repeated that is short or guessed itself, or a plain run such as `abcdefgh` and `98765432`. */
function hasPlainPattern(characters: ReadonlyArray<string>): boolean {
  const kinds = new Set(characters).size;
  if (kinds === 1 || isRun(characters)) return true;
  const unit = unitOf(characters);
  if (unit !== null && (isRun(unit) || COMMON_PASSWORDS.has(unit.join('')))) return true;
  if (OF_A_LARGE_SET.test(characters.join(''))) return false;
  return kinds === 2 || (unit !== null && unit.length <= SHORT_UNIT);
}

/** What comes at least twice and fills the whole, its last time perhaps cut off; null where nothing does. */
function unitOf(characters: ReadonlyArray<string>): ReadonlyArray<string> | null {
  for (let length = 1; length * 2 <= characters.length; length++) {
    if (characters.every((character, at) => at < length || character === characters[at - length])) return characters.slice(0, length);
  }
  return null;
}

/** Each character the next of the one before, or each the previous; after 9 comes 0. */
function isRun(characters: ReadonlyArray<string>): boolean {
  const steps = characters.slice(1).map((character, at) => stepBetween(characters[at] ?? '', character));
  return characters.length >= SHORTEST_RUN && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
}

function stepBetween(before: string, after: string): number {
  if (before === '9' && after === '0') return 1;
  if (before === '0' && after === '9') return -1;
  return (after.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0);
}
