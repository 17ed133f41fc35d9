import * as z from 'zod';

const id = z.string().min(1).max(64);

/** What a form says of the notice it is about. */
export const notificationFieldsSchema = z.object({ notif_id: id });
/** The app that is decided on, and for whom; that is in as many fields `user_id`. */
export const newAppFieldsSchema = notificationFieldsSchema.extend({
  bundle_id: z.string().min(1).max(256),
  user_ids: z.array(id).min(1).max(40),
});
/** Where it is taken back: `did` is what was said of it, `before` what had been said to each child, as a query: `<child>=A`. */
export const undoAppFieldsSchema = notificationFieldsSchema.extend({
  bundle_id: z.string().min(1).max(256),
  did: z.enum(['A', 'N']),
  before: z
    .string()
    .transform((text) => [...new URLSearchParams(text)])
    .pipe(
      z
        .array(z.tuple([id, z.enum(['A', 'N', 'S'])]))
        .min(1)
        .max(40),
    ),
});
