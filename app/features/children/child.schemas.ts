import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { childNameSchema } from '~/domain/child';
import { MESSAGES } from '~/domain/child-messages';
import { findBirthdayFault, lastBirthday } from '~/domain/child-profile';

/** What is wrong with a child's name, or null: a code of `error_strings`. */
export function findNameFault(name: string): string | null {
  const [issue] = childNameSchema.safeParse(name).error?.issues ?? [];
  if (issue === undefined) return null;
  return issue.message === MESSAGES.missingChildParam ? 'missing_name' : issue.message;
}

/** «de», «pt-BR», «zh-Hant-TW». */
const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;

/** What is known of a child. Birthday, gender and language may be left out. The server finds the zone: it alone knows all their names. */
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
    // Another client may have stored another language than ours.
    locale: z.string().max(16).regex(LANGUAGE_TAG, 'unknown').optional(),
  })
  .refine((facts) => birthdayFault(facts) === null, {
    path: ['birthday'],
    error: ({ input }) => birthdayFault(input as { birthday?: string }),
    // Whatever else is wrong with the form: everything that is, is said at once.
    when: () => true,
  });

function birthdayFault({ birthday }: { birthday?: string | undefined }) {
  return birthday === undefined ? null : findBirthdayFault(birthday, lastBirthday(Date.now()));
}

export function validateChild(fields: FormData) {
  return parseWithZod(fields, { schema: childSchema });
}

/** The colour of a face, and its drawing or none. */
const faceSchema = z.object({
  slot: z.coerce.number().int().min(0).max(19),
  avatar_idx: z.coerce.number().int().min(0).max(11).optional(),
});

export function validateFace(fields: FormData) {
  return parseWithZod(fields, { schema: faceSchema });
}
