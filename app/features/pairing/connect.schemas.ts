import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';
import { findNameFault } from '#app/features/children/profile/child.schemas';
import { NEW_CHILD } from './new-child';

/** Whose device it is and which type. Name and time zone apply only to a new child. */
const connectSchema = z
  .object({
    child: z.string('child_gone').max(64),
    name: z.string().optional(),
    time_zone: z.string().max(200).optional(),
    os: z.enum(['iOS', 'android', 'other'], 'missing_os'),
  })
  .superRefine(({ child, name = '' }, context) => {
    const fault = child === NEW_CHILD ? findNameFault(name) : null;
    if (fault !== null) context.addIssue({ code: 'custom', path: ['name'], message: fault });
  });

export function validateConnect(fields: FormData) {
  return parseWithZod(fields, { schema: connectSchema });
}
