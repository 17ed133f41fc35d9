import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { emailSchema } from '~/domain/credentials';

const signUpSchema = z.object({
  email: emailSchema,
  user_name: z.string().trim().max(64, 'name_too_long').optional(),
  time_zone: z.string().max(64).optional(),
});

/** The check of a sign-up without a password, in the browser and on the server. */
export function validateSsoSignUp(fields: FormData) {
  return parseWithZod(fields, { schema: signUpSchema });
}
