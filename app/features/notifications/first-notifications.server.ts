import { countUnread, type Notification } from '#app/domain/notification';
import type { Parent } from '#app/server/guards.server';
import { listNotifications, updateNotifications } from './notifications.server';

/**
 * Returns the open notifications of an account without a device, and the number of unread ones (A149). Marks them as shown and, if
 * `isOpened` (after a tap on the bell), as read. Empty for an account with a device, which has a notifications page.
 */
export async function loadFirstNotifications({ api, account }: Parent, locale: string, isOpened: boolean) {
  if (account.deviceCount > 0) return { notifications: [], unread: account.unreadNotifications };
  const found = await listNotifications(api, locale);
  const now = Date.now();
  const due = found.filter(({ shownAt, readAt }) => shownAt === null || (isOpened && readAt === null));
  const changes = due.map(({ id, shownAt, readAt }) => ({
    id,
    ...(shownAt === null ? { shownAt: now } : {}),
    ...(isOpened && readAt === null ? { readAt: now } : {}),
  }));
  if (changes.length > 0) {
    try {
      await updateNotifications(api, changes);
    } catch (error) {
      // A failed update does not prevent showing the notifications. Redirects, such as to the login, are rethrown.
      if (error instanceof Response && error.status >= 400) return { notifications: found, unread: countUnread(found) };
      throw error;
    }
  }
  const notifications = found.map(
    (notification): Notification => ({ ...notification, ...changes.find(({ id }) => id === notification.id) }),
  );
  return { notifications, unread: countUnread(notifications) };
}
