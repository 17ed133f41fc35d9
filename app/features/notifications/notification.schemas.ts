import * as z from 'zod';

const id = z.string().min(1).max(64);

/** The field with the notification's ID. */
export const notificationFieldsSchema = z.object({ notif_id: id });
/** The app to decide on and the children, one `user_id` field each. */
export const newAppFieldsSchema = notificationFieldsSchema.extend({
  bundle_id: z.string().min(1).max(256),
  user_ids: z.array(id).min(1).max(40),
});
/** Fields of the undo form. `did`: the rule that was set. `before`: each child's previous rule as a query string, `<child>=A`. */
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
