import * as z from 'zod';
import { childNameSchema } from '~/domain/child';

/** The value of `child` that means a new one. */
export const NEW_CHILD = 'new';

/** Whose device, and which kind. Name and zone count for a new child only. */
export const connectSchema = z
  .object({
    child: z.string().max(64).default(NEW_CHILD),
    name: z.string().optional(),
    time_zone: z.string().max(64).optional(),
    os: z.enum(['iOS', 'android', 'other'], 'missing_os'),
  })
  .superRefine(({ child, name }, context) => {
    if (child !== NEW_CHILD) return;
    const [issue] = childNameSchema.safeParse(name).error?.issues ?? [];
    if (issue !== undefined) context.addIssue({ code: 'custom', path: ['name'], message: issue.message });
  });
