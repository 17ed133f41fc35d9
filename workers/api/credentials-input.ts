import { emailSchema } from '#app/domain/credentials';
import { ERROR_CODES, Refusal } from '#app/wire/errors';

/**
 * Returns the normalized email address. `field` is the field named in the error.
 * @throws Refusal code 301 for an invalid address
 */
export function parseEmail(text: string, field: 'email' | 'new_email' = 'email'): string {
  const email = emailSchema.safeParse(text);
  if (email.success) return email.data;
  throw new Refusal(ERROR_CODES.invalidEmail, 400, 'Invalid email address', { fields: { [field]: 'invalid' } });
}

/** True for 64 lowercase hex digits (A80). */
export function isAuthKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
