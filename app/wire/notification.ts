import * as z from 'zod';
import type { Notification } from '../domain/notification.ts';
import type { Endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothingSchema } from './values.ts';

/** When the parent read and saw the notification, null if not yet, and whether it is hidden (3.8.1). */
const detailsSchema = z.object({ read_ts: instantSchema.nullable(), shown_ts: instantSchema.nullable(), hidden: z.boolean() });

/** Texts in the requested locale, times in the child's zone (A71). `href`: a path of the web application. */
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
  /** 0 to 2; notifications with a higher priority are listed first. */
  priority: z.number().int().min(0).max(2),
});

/** One notification. New types can appear: show an unknown one by its content and `fallback_type` (3.8.2). */
export const notificationSchema = z.object({
  notif_id: idSchema,
  type: z.string(),
  notif_ts: instantSchema,
  user_id: idSchema.nullable(),
  /**
   * Children that the notification is about: `user_id`, or all children of a device that does not know who uses it. Not in the
   * specification.
   */
  user_ids: z.array(idSchema),
  device_id: idSchema.nullable(),
  /** The app of an `app_installed` notification. Not in the specification. */
  bundle_id: z.string().nullable(),
  details: detailsSchema,
  content: contentSchema,
});
export type NotificationWire = z.infer<typeof notificationSchema>;

const localeSchema = z.string().min(2).max(35);
const listQuery = z.object({ locale: localeSchema, state: z.literal('active'), notif_id: idSchema.optional() });
/**
 * GET /notifications?locale&state=active: visible notifications of the last 30 days, by priority, then newest first (S47, A71). An
 * announcement becomes read when its block starts, and stays listed until the block and its day are over. `notif_id`, which is not in the
 * specification, returns only that notification, even if it is no longer listed. An ID outside the account is refused.
 */
export const listNotifications: Endpoint<z.infer<typeof listQuery>, undefined, Array<NotificationWire>> = {
  method: 'GET',
  path: '/notifications',
  auth: 'session',
  query: listQuery,
  body: nothingSchema,
  output: z.array(notificationSchema),
};

const changeQuery = z.object({ locale: localeSchema.optional() });
const changeBody = z
  .array(z.object({ notif_id: idSchema, details: detailsSchema.partial() }))
  .min(1)
  .max(100);
/**
 * PUT /notifications sets only `read_ts`, `shown_ts` and `hidden` (S47). Returns the notifications, with texts in the query's `locale` or
 * by default the account's. If an ID is outside the account, the whole request is refused. A time in the future is replaced by the current
 * time.
 */
export const updateNotifications: Endpoint<z.infer<typeof changeQuery>, z.infer<typeof changeBody>, Array<NotificationWire>> = {
  method: 'PUT',
  path: '/notifications',
  auth: 'session',
  query: changeQuery,
  body: changeBody,
  output: z.array(notificationSchema),
};

/** Converts a notification from wire to domain. */
export function fromWireNotification({ content, details, ...wire }: NotificationWire): Notification {
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
