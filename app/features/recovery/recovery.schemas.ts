import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { emailSchema } from '~/domain/credentials';
import { isOwnEmail, newPasswordSchema } from '~/domain/new-password';

const forgotSchema = z.object({ email: emailSchema });

/** Asking for the mail. */
export function validateForgot(fields: FormData) {
  return parseWithZod(fields, { schema: forgotSchema });
}

const linkSchema = z.object({ email: emailSchema, token: z.string().min(1).max(128) });
/** What the link of the mail says, and the new password: 8 to 96 (A15). */
const resetSchema = linkSchema
  .extend({ new_password: newPasswordSchema })
  .refine(({ email, new_password }) => !isOwnEmail(new_password, email), { error: 'password_own_email', path: ['new_password'] });

/** Where the password was derived in the browser, and checked there. */
export function validateResetLink(fields: FormData) {
  return parseWithZod(fields, { schema: linkSchema });
}

export function validateReset(fields: FormData) {
  return parseWithZod(fields, { schema: resetSchema });
}
