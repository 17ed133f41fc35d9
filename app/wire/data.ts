import * as z from 'zod';
import { AVATAR_MAX_BYTES } from '../domain/avatar.ts';
import type { Endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** The specification's message for an empty profile picture (8.2.7). */
export const EMPTY_AVATAR = 'Invalid empty avatar';

const dataQuery = z.object({ key: z.literal('avatar.png'), user_id: idSchema });

const avatarSchema = z.object({ user_id: idSchema, content_type: z.enum(['image/png', 'image/jpeg']), data: z.string() });
/**
 * GET /data?key=avatar.png&user_id: the profile picture as base64 (S31, A23). If `Accept` begins with `image/`: raw bytes, with `nosniff`
 * and a policy that forbids scripts. 404 if there is none.
 */
export const getData: Endpoint<z.infer<typeof dataQuery>, undefined, z.infer<typeof avatarSchema>> = {
  method: 'GET',
  path: '/data',
  auth: 'session',
  query: dataQuery,
  body: nothingSchema,
  output: avatarSchema,
};

const putDataBody = z.object({
  data: z.string().max(Math.ceil(AVATAR_MAX_BYTES / 3) * 4, 'too_large'),
  /**
   * Version of the profile picture that the client read; null = no picture. If another version is stored, it is kept (S29). Absent = no
   * check. Not in the specification.
   */
  img_modified: instantSchema.nullable().optional(),
});
export const putDataAnswer = z.object({ img_url: z.string(), img_modified: instantSchema });
/**
 * POST /data?key=avatar.png&user_id with base64: PNG or JPEG by its first bytes, at most 2 MB. Removes location, time and camera data (S31,
 * FAM-038 to FAM-042).
 * @throws Refusal 400 'Invalid empty avatar', or with reason `stale`
 */
export const putData: Endpoint<z.infer<typeof dataQuery>, z.infer<typeof putDataBody>, z.infer<typeof putDataAnswer>> = {
  method: 'POST',
  path: '/data',
  auth: 'session',
  query: dataQuery,
  body: putDataBody,
  output: putDataAnswer,
};

/** DELETE /data?key=avatar.png&user_id: removes the photo, so that the color or drawing shows again. Not in the specification. */
export const removeData: Endpoint<z.infer<typeof dataQuery>, undefined, { objects_deleted: number }> = {
  method: 'DELETE',
  path: '/data',
  auth: 'session',
  query: dataQuery,
  body: nothingSchema,
  output: z.object({ objects_deleted: z.number().int().nonnegative() }),
};
