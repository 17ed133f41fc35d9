import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { emailSchema } from '#app/domain/credentials';
import { isOwnEmail, newPasswordSchema } from '#app/domain/new-password';

const forgotSchema = z.object({ email: emailSchema });

export function validateForgot(fields: FormData) {
  return parseWithZod(fields, { schema: forgotSchema });
}

const linkSchema = z.object({ email: emailSchema, token: z.string().min(1).max(128) });
/** Fields of the email's link and the new password of 8 to 96 characters (A15). */
const resetSchema = linkSchema
  .extend({ new_password: newPasswordSchema })
  .refine(({ email, new_password }) => !isOwnEmail(new_password, email), { error: 'password_own_email', path: ['new_password'] });

/** Validates a reset whose password the browser has checked and derived. */
export function validateResetLink(fields: FormData) {
  return parseWithZod(fields, { schema: linkSchema });
}

export function validateReset(fields: FormData) {
  return parseWithZod(fields, { schema: resetSchema });
}
