import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { childNameSchema, MESSAGES } from '~/domain/child';

/** What is wrong with a child's name, or null. The document's own sentence is for API clients (5.3.1); people are told what to do. */
export function findNameFault(name: string): string | null {
  const [issue] = childNameSchema.safeParse(name).error?.issues ?? [];
  if (issue === undefined) return null;
  return issue.message === MESSAGES.missingChildParam ? 'missing_name' : issue.message;
}

/** A child's name and time zone. The zone is checked by the server: the list of zones is too long for a page. */
const childSchema = z.object({
  name: z
    .string({ error: 'missing_name' })
    .superRefine((name, context) => {
      const fault = findNameFault(name);
      if (fault !== null) context.addIssue({ code: 'custom', message: fault });
    })
    .transform((name) => name.trim()),
  time_zone: z.string({ error: 'missing_time_zone' }).min(1, 'missing_time_zone').max(64),
});

export function validateChild(fields: FormData) {
  return parseWithZod(fields, { schema: childSchema });
}
