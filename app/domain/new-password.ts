import { COMMON_PASSWORDS } from './common-passwords.ts';
import { passwordSchema } from './credentials.ts';

/**
 * A password that is being chosen, in NFC. Issues: those of `passwordSchema`, and `password_common` for one that is tried first by whoever
 * guesses (ASVS 6.2.4, 6.2.11). One that is in use already is never asked this.
 */
export const newPasswordSchema = passwordSchema.refine((text) => !isGuessedFirst(text), { error: 'password_common' });

/** The product's own name is on every list made for it; what follows a word is mostly a number. */
function isGuessedFirst(password: string): boolean {
  const bare = password.toLowerCase();
  return COMMON_PASSWORDS.has(bare) || /^porch[\s_-]?light[\d\W_]*$/.test(bare);
}
