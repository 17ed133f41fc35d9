import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { childNameSchema } from '#app/domain/child';
import { MESSAGES } from '#app/domain/child-messages';
import { findBirthdayFault, lastBirthday } from '#app/domain/child-profile';

/** Returns the `error_strings` code for an invalid name, or null for a valid one. */
export function findNameFault(name: string): string | null {
  const [issue] = childNameSchema.safeParse(name).error?.issues ?? [];
  if (issue === undefined) return null;
  return issue.message === MESSAGES.missingChildParam ? 'missing_name' : issue.message;
}

/** Language tags such as «de», «pt-BR», «zh-Hant-TW». */
const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/**
 * Schema of the child form. Birthday, gender and language are optional. Only the server resolves the time zone, because it has all zone
 * names.
 */
const childSchema = z
  .object({
    name: z
      .string({ error: 'missing_name' })
      .superRefine((name, context) => {
        const fault = findNameFault(name);
        if (fault !== null) context.addIssue({ code: 'custom', message: fault });
      })
      .transform((name) => name.trim()),
    birthday: z.string().optional(),
    gender: z.string().max(32).optional(),
    time_zone: z.string({ error: 'missing_time_zone' }).min(1, 'missing_time_zone').max(200, 'unknown_time_zone'),
    // Another client may have stored a language that this form does not offer.
    locale: z.string().max(16).regex(LANGUAGE_TAG, 'unknown').optional(),
  })
  .refine((facts) => birthdayFault(facts) === null, {
    path: ['birthday'],
    error: ({ input }) => birthdayFault(input as { birthday?: string }),
    // Runs even if other fields are invalid, so that all errors appear together.
    when: () => true,
  });

function birthdayFault({ birthday }: { birthday?: string | undefined }) {
  return birthday === undefined ? null : findBirthdayFault(birthday, lastBirthday(Date.now()));
}

export function validateChild(fields: FormData) {
  return parseWithZod(fields, { schema: childSchema });
}

/** Schema for the color and the optional icon of a profile picture. */
const faceSchema = z.object({
  slot: z.coerce.number().int().min(0).max(19),
  avatar_idx: z.coerce.number().int().min(0).max(11).optional(),
});

export function validateAvatar(fields: FormData) {
  return parseWithZod(fields, { schema: faceSchema });
}
