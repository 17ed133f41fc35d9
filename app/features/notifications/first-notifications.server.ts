import { countUnread, type Notification } from '~/domain/notification';
import type { Parent } from '~/server/guards.server';
import { listNotifications, updateNotifications } from './notifications.server';

/**
 * The open notifications of an account without a device, shown on /connect in full (A149), and how many are unread. They count as shown;
 * `isOpened`, after a tap on the bell, also as read. Empty where the account has a device: then they have their own page.
 */
export async function loadFirstNotifications({ api, account }: Parent, locale: string, isOpened: boolean) {
  if (account.deviceCount > 0) return { notices: [], unread: account.unreadNotices };
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
      // They are shown all the same; what leads to the login goes on.
      if (error instanceof Response && error.status >= 400) return { notices: found, unread: countUnread(found) };
      throw error;
    }
  }
  const notices = found.map((notice): Notification => ({ ...notice, ...changes.find(({ id }) => id === notice.id) }));
  return { notices, unread: countUnread(notices) };
}
