import { emailSchema } from '../../../app/domain/credentials';
import { ERROR_CODES, Refusal } from '../../../app/wire/errors';

/** An address as it names an account. @throws Refusal 301 when it is none */
export function readEmail(text: string): string {
  const email = emailSchema.safeParse(text);
  if (!email.success) throw new Refusal(ERROR_CODES.invalidEmail, 400, 'This is not an e-mail address', { fields: { email: 'invalid' } });
  return email.data;
}

/** authKey as clients send it, 64 lower-case hex (A80). @throws Refusal 300 for anything else */
export function readAuthKey(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Refusal(ERROR_CODES.invalidPassword, 400, 'Wrong e-mail address or password');
  return text;
}
