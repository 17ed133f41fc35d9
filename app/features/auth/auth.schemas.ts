import * as z from 'zod';
import { emailSchema, loginPasswordSchema, passwordSchema } from '~/domain/credentials';

/** Signing in: the password may be a legacy one of 6 (A15). */
export const loginSchema = z.object({ email: emailSchema, password: loginPasswordSchema });

/** Signing up: 8 to 96. Time zone as the browser says it; '' where it cannot. */
export const signUpSchema = z.object({ email: emailSchema, password: passwordSchema, time_zone: z.string().max(64).optional() });
