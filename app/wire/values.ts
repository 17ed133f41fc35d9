import * as z from 'zod';

/** Epoch milliseconds (A135: every `*_ts` and `server_time`), up to the maximum of JavaScript's `Date`. */
export const instantSchema = z.number().int().nonnegative().max(8_640_000_000_000_000);
/** An ID. Families create lowercase ULIDs. IDs of more than 64 characters are invalid. */
export const idSchema = z.string().min(1).max(64);
export const nothingSchema = z.undefined();
/** A query flag: true for any value except `false` and `0`, including an empty one such as `dev_info=` (A31). */
export const flagSchema = z
  .string()
  .transform((text) => text !== 'false' && text !== '0')
  .optional();
export const deletedSchema = z.object({ objects_deleted: z.number().int().nonnegative() });
/**
 * `undone`: with `undo`, whether the replaced state applies again. False if the rule or pause only ended (A122). Not in the specification.
 */
export const undoneSchema = deletedSchema.extend({ undone: z.boolean().optional() });
