import { compareNotifications, type Notification } from '#app/domain/notification';
import { type Api, type Read, toRead } from '#app/server/api.server';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import {
  fromWireNotification,
  listNotifications as listNotificationsEndpoint,
  updateNotifications as updateNotificationsEndpoint,
} from '#app/wire/notification';

/** Maximum number of changes in one API call. */
const MOST_CHANGES = 100;

/** A parent's change to a notification. Times in epoch ms. */
export type NotificationChange = { id: string } & Partial<{ readAt: number; shownAt: number; hidden: boolean }>;

/** Returns the query for active notifications. `locale`: language and region in which the API writes texts and times. */
function activeIn(locale: string) {
  return { locale, state: 'active' } as const;
}

/** Returns the read that `listNotifications` makes. */
export function toNotificationsRead(locale: string): Read {
  return toRead(listNotificationsEndpoint, activeIn(locale));
}

/** Returns the account's visible notifications of the last 30 days, sorted, in the parent's language (S47). */
export async function listNotifications(api: Api, locale: string): Promise<Array<Notification>> {
  const wire = await api.call(listNotificationsEndpoint, { query: activeIn(locale), body: undefined });
  return wire.map(fromWireNotification).sort(compareNotifications);
}

/**
 * Returns the children and the app that a notification concerns, even if it is no longer listed. Returns null if the notification is not
 * the account's.
 */
export async function findNotification(api: Api, id: string): Promise<Pick<Notification, 'childIds' | 'bundleId'> | null> {
  try {
    // The texts are not used, so any language will do.
    const [wire] = await api.call(listNotificationsEndpoint, { query: { ...activeIn('en'), notif_id: id }, body: undefined });
    return wire === undefined ? null : fromWireNotification(wire);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** True if the error means that the account has no such notification: it is foreign, expired, or removed with its child. */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && error.code === ERROR_CODES.insufficientPrivileges;
}

/**
 * Marks notifications as read, shown or hidden (S47). A repeated change has no further effect, so every call may use a new idempotency key.
 * @throws Refusal if a notification does not belong to the account
 */
export async function updateNotifications(api: Api, changes: Array<NotificationChange>): Promise<void> {
  for (let at = 0; at < changes.length; at += MOST_CHANGES) {
    const body = changes.slice(at, at + MOST_CHANGES).map(({ id, readAt, shownAt, hidden }) => ({
      notif_id: id,
      details: {
        ...(readAt === undefined ? {} : { read_ts: readAt }),
        ...(shownAt === undefined ? {} : { shown_ts: shownAt }),
        ...(hidden === undefined ? {} : { hidden }),
      },
    }));
    await api.call(updateNotificationsEndpoint, { query: {}, body }, { idempotencyKey: crypto.randomUUID() });
  }
}
