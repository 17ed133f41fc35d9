import * as z from 'zod';
import { AVATAR_MAX_BYTES } from '../domain/avatar.ts';
import type { Endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** The document's text for a picture without content (8.2.7). */
export const EMPTY_AVATAR = 'Invalid empty avatar';

const dataQuery = z.object({ key: z.literal('avatar.png'), user_id: idSchema });

const avatarSchema = z.object({ user_id: idSchema, content_type: z.enum(['image/png', 'image/jpeg']), data: z.string() });
/**
 * GET /data?key=avatar.png&user_id: the picture as base64; its raw bytes, with `nosniff` and a policy that runs nothing, where `Accept`
 * begins with `image/` (S31, A23). 404 where there is none.
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
  /** The picture that was seen, null = none: where there is another by now, it stays (S29). Not said = whichever there is. Ours. */
  img_modified: instantSchema.nullable().optional(),
});
export const putDataAnswer = z.object({ img_url: z.string(), img_modified: instantSchema });
/**
 * POST /data?key=avatar.png&user_id with base64: PNG or JPEG by its first bytes, at most 2 MB, what it says of place, time and camera taken
 * out (S31, FAM-038 to FAM-042). @throws Refusal 400 'Invalid empty avatar', or with reason `stale`
 */
export const putData: Endpoint<z.infer<typeof dataQuery>, z.infer<typeof putDataBody>, z.infer<typeof putDataAnswer>> = {
  method: 'POST',
  path: '/data',
  auth: 'session',
  query: dataQuery,
  body: putDataBody,
  output: putDataAnswer,
};

/** DELETE /data?key=avatar.png&user_id: back to colour or drawing. Ours. */
export const removeData: Endpoint<z.infer<typeof dataQuery>, undefined, { objects_deleted: number }> = {
  method: 'DELETE',
  path: '/data',
  auth: 'session',
  query: dataQuery,
  body: nothingSchema,
  output: z.object({ objects_deleted: z.number().int().nonnegative() }),
};
