import { parseWithZod } from '@conform-to/zod/v4';
import * as z from 'zod';

const NAME_MAX = 64;

/** A device's name, trimmed: 1 to 64 code points (S37). */
const deviceNameSchema = z.object({
  name: z
    .string({ error: 'missing_name' })
    .trim()
    .min(1, 'missing_name')
    .refine((text) => [...text].length <= NAME_MAX, 'name_too_long'),
});

export function validateDeviceName(fields: FormData) {
  return parseWithZod(fields, { schema: deviceNameSchema });
}

/** The children who use a device; at least one (S37). */
const deviceUsersSchema = z.object({ users: z.array(z.string(), 'missing_child').min(1, 'missing_child') });

export function validateDeviceUsers(fields: FormData) {
  return parseWithZod(fields, { schema: deviceUsersSchema });
}
