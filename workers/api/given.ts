import { emailSchema } from '../../app/domain/credentials';
import { ERROR_CODES, Refusal } from '../../app/wire/errors';

/** An address as it names an account, from the field that it was given in. @throws Refusal 301 when it is none */
export function readEmail(text: string, field: 'email' | 'new_email' = 'email'): string {
  const email = emailSchema.safeParse(text);
  if (email.success) return email.data;
  throw new Refusal(ERROR_CODES.invalidEmail, 400, 'Invalid email address', { fields: { [field]: 'invalid' } });
}

/** 64 lower-case hex (A80). */
export function isAuthKey(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
