import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { emailSchema, loginPasswordSchema } from '#app/domain/credentials';
import { isOwnEmail, newPasswordSchema } from '#app/domain/new-password';

/** Login form. A legacy password may have 6 characters (A15). */
export const loginSchema = z.object({ email: emailSchema, password: loginPasswordSchema });

const signUpFields = z.object({ email: emailSchema, password: newPasswordSchema, time_zone: z.string().max(64).optional() });
/** Sign-up form. The password has 8 to 96 characters. `time_zone` is the browser's time zone; '' if it is unknown. */
export const signUpSchema = signUpFields.refine(({ email, password }) => !isOwnEmail(password, email), {
  error: 'password_own_email',
  path: ['password'],
});

const derived = z.string().regex(/^[0-9a-f]{64}$/);
/** Login form with a derived password. The browser checked the length of the typed one (A80). */
const derivedLoginSchema = z.object({ email: emailSchema, password_derived: derived });
const derivedSignUpSchema = signUpFields.omit({ password: true }).extend({ password_derived: derived });

/** Validates the login form, in the browser and on the server. */
export function validateLogin(fields: FormData) {
  return parseWithZod(fields, { schema: loginSchema });
}

export function validateSignUp(fields: FormData) {
  return parseWithZod(fields, { schema: signUpSchema });
}

/** Validates a form whose password the browser has checked and derived. Server only. */
export function validateDerived(fields: FormData, view: 'login' | 'signup') {
  return parseWithZod(fields, { schema: view === 'signup' ? derivedSignUpSchema : derivedLoginSchema });
}
