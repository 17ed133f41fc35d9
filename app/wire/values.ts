import * as z from 'zod';

/** Epoch milliseconds (A135: every `*_ts` and `server_time`), up to where calendars end. */
export const instantSchema = z.number().int().nonnegative().max(8_640_000_000_000_000);
/** Ids made by the family are lower-case ULIDs; nothing longer is looked up. */
export const idSchema = z.string().min(1).max(64);
export const nothingSchema = z.undefined();
/** A query parameter that counts as present with any value, `dev_info=` included (A31). */
export const flagSchema = z
  .string()
  .transform((text) => text !== 'false' && text !== '0')
  .optional();
export const deletedSchema = z.object({ objects_deleted: z.number().int().nonnegative() });
/** `undone`: where `undo` was asked, does what was replaced stand again, as far as it would still last? No: it was only ended (A122). Ours. */
export const undoneSchema = deletedSchema.extend({ undone: z.boolean().optional() });
