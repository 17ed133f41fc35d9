import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { emailSchema, loginPasswordSchema } from '~/domain/credentials';
import { isOwnEmail, newPasswordSchema } from '~/domain/new-password';

/** Signing in: the password may be a legacy one of 6 (A15). */
export const loginSchema = z.object({ email: emailSchema, password: loginPasswordSchema });

const signUpFields = z.object({ email: emailSchema, password: newPasswordSchema, time_zone: z.string().max(64).optional() });
/** Signing up: 8 to 96. Time zone as the browser says it; '' where it cannot. */
export const signUpSchema = signUpFields.refine(({ email, password }) => !isOwnEmail(password, email), {
  error: 'password_own_email',
  path: ['password'],
});

const derived = z.string().regex(/^[0-9a-f]{64}$/);
/** The same where the browser derived: the password's length was checked there (A80). */
const derivedLoginSchema = z.object({ email: emailSchema, password_derived: derived });
const derivedSignUpSchema = signUpFields.omit({ password: true }).extend({ password_derived: derived });

/** The check of both views, in the browser and on the server. */
export function validateLogin(fields: FormData) {
  return parseWithZod(fields, { schema: loginSchema });
}

export function validateSignUp(fields: FormData) {
  return parseWithZod(fields, { schema: signUpSchema });
}

/** The server's check of what a browser has checked and derived. */
export function validateDerived(fields: FormData, view: 'login' | 'signup') {
  return parseWithZod(fields, { schema: view === 'signup' ? derivedSignUpSchema : derivedLoginSchema });
}
