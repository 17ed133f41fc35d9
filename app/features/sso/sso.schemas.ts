import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { parentNameSchema } from '#app/domain/child';
import { emailSchema } from '#app/domain/credentials';

/** The name may be empty, but must not consist only of spaces or invisible characters. */
const signUpSchema = z.object({
  email: emailSchema,
  user_name: parentNameSchema.optional(),
  time_zone: z.string().max(64).optional(),
});

/** Validates the form of a sign-up without a password, in the browser and on the server. */
export function validateSsoSignUp(fields: FormData) {
  return parseWithZod(fields, { schema: signUpSchema });
}
