import * as z from 'zod';

/** Epoch milliseconds (A135: every `*_ts` and `server_time`). */
export const instantSchema = z.number().int().nonnegative();
/** Ids made by the family are lower-case ULIDs; nothing longer is looked up. */
export const idSchema = z.string().min(1).max(64);
export const nothingSchema = z.undefined();
/** A query parameter that counts as present with any value, `dev_info=` included (A31). */
export const flagSchema = z
  .string()
  .transform((text) => text !== 'false' && text !== '0')
  .optional();
export const deletedSchema = z.object({ objects_deleted: z.number().int().nonnegative() });
