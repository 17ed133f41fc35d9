import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { emailSchema, loginPasswordSchema, passwordSchema } from '~/domain/credentials';

/** Signing in: the password may be a legacy one of 6 (A15). */
export const loginSchema = z.object({ email: emailSchema, password: loginPasswordSchema });

/** Signing up: 8 to 96. Time zone as the browser says it; '' where it cannot. */
export const signUpSchema = z.object({ email: emailSchema, password: passwordSchema, time_zone: z.string().max(64).optional() });

/** The check of both views, in the browser and on the server. */
export function validateLogin(fields: FormData) {
  return parseWithZod(fields, { schema: loginSchema });
}

export function validateSignUp(fields: FormData) {
  return parseWithZod(fields, { schema: signUpSchema });
}
