import * as z from 'zod';
import type { Notification } from '../domain/notification.ts';
import type { Endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** What a parent did with a notice; null = not yet (3.8.1). */
const detailsSchema = z.object({ read_ts: instantSchema.nullable(), shown_ts: instantSchema.nullable(), hidden: z.boolean() });

/** Texts in the locale that was asked for, times in the child's zone (A71). `href` is a path of the web application. */
const contentSchema = z.object({
  actionable: z.boolean(),
  actions: z.array(z.object({ id: z.string(), label: z.string(), href: z.string() })),
  detail_body: z.string(),
  detail_subtitle: z.string(),
  detail_title: z.string(),
  fallback_type: z.enum(['info', 'alert']),
  list_datetime: z.string(),
  list_subtitle: z.string(),
  list_title: z.string(),
  /** 0 to 2; higher ones come first. */
  priority: z.number().int().min(0).max(2),
});

/** One notice. The list of types is not closed: an unknown one is shown by its content and `fallback_type` (3.8.2). */
export const noticeSchema = z.object({
  notif_id: idSchema,
  type: z.string(),
  notif_ts: instantSchema,
  user_id: idSchema.nullable(),
  /** Whom it is about: `user_id`, or all who use a device that does not know which of them does. Ours. */
  user_ids: z.array(idSchema),
  device_id: idSchema.nullable(),
  /** The app that an `app_installed` is about. Ours. */
  bundle_id: z.string().nullable(),
  details: detailsSchema,
  content: contentSchema,
});
export type NoticeWire = z.infer<typeof noticeSchema>;

const localeSchema = z.string().min(2).max(35);
const listQuery = z.object({ locale: localeSchema, state: z.literal('active') });
/** GET /notifications?locale&state=active: not hidden, of the last 30 days, announcements as read history until their block and its day are over, by priority and then the newest first (S47, A71). */
export const listNotices: Endpoint<z.infer<typeof listQuery>, undefined, Array<NoticeWire>> = {
  method: 'GET',
  path: '/notifications',
  auth: 'session',
  query: listQuery,
  body: nothingSchema,
  output: z.array(noticeSchema),
};

const changeQuery = z.object({ locale: localeSchema.optional() });
const changeBody = z
  .array(z.object({ notif_id: idSchema, details: detailsSchema.partial() }))
  .min(1)
  .max(100);
/**
 * PUT /notifications sets `read_ts`, `shown_ts` and `hidden` and nothing else (S47), and answers the notices with their texts in the
 * query's `locale`, else the account's. An id that is not the account's refuses the whole of it. A time in the future is taken for now.
 */
export const updateNotices: Endpoint<z.infer<typeof changeQuery>, z.infer<typeof changeBody>, Array<NoticeWire>> = {
  method: 'PUT',
  path: '/notifications',
  auth: 'session',
  query: changeQuery,
  body: changeBody,
  output: z.array(noticeSchema),
};

/** Wire → domain. */
export function fromWireNotice({ content, details, ...wire }: NoticeWire): Notification {
  return {
    id: wire.notif_id,
    type: wire.type,
    at: wire.notif_ts,
    childIds: wire.user_ids,
    deviceId: wire.device_id,
    bundleId: wire.bundle_id,
    readAt: details.read_ts,
    shownAt: details.shown_ts,
    tone: content.fallback_type,
    priority: content.priority,
    isActionable: content.actionable,
    actions: content.actions.map(({ id, label, href }) => ({ id, label, to: href })),
    list: { title: content.list_title, subtitle: content.list_subtitle },
    detail: {
      title: content.detail_title,
      subtitle: content.detail_subtitle,
      body: content.detail_body,
      when: content.list_datetime,
    },
  };
}
