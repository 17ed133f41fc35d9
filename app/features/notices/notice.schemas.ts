import * as z from 'zod';

const id = z.string().min(1).max(64);

/** What a form says of the notice it is about; the app where one is decided on; what was said of it before, where that is taken back. */
export const noticeFieldsSchema = z.object({ notif_id: id });
export const newAppFieldsSchema = noticeFieldsSchema.extend({ user_id: id, bundle_id: z.string().min(1).max(256) });
export const undoAppFieldsSchema = newAppFieldsSchema.extend({ directive: z.enum(['A', 'N', 'S']) });
