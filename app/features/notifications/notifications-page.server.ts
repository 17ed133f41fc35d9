import type { AppLoadContext } from '@remix-run/cloudflare';
import { countUnread, groupNotifications, type Notification } from '#app/domain/notification';
import { addDays, type Instant, localDate } from '#app/domain/time';
import { formatTime } from '#app/features/shell/time/times';
import { type Account, toAccountState } from '#app/server/account.server';
import { newFormToken } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { localeOf } from '#app/server/i18n.server';
import { redirectToNext } from '#app/server/redirect.server';
import { listNotifications, type NotificationChange, updateNotifications } from './notifications.server';

export const NOTIFICATIONS = '/notifications';

/**
 * Loads the list and the selected notification. Marks the listed ones as shown and the selected one as read.
 * @throws Response redirect to the list if the selected one is unknown (NOTI-003)
 */
export async function loadNotificationsPage(request: Request, context: AppLoadContext, parent: Parent, selectedId: string | undefined) {
  const { account, api } = parent;
  const now = Date.now();
  const found = await listNotifications(api, localeOf(request));
  const selected = found.find(({ id }) => id === selectedId) ?? null;
  if (selected === null && selectedId !== undefined) throw redirectToNext(context, NOTIFICATIONS);
  const notifications = await markSeen(parent, found, selected, now);
  const dayOf = (at: Instant) => localDate(at, account.timeZone);
  return {
    groups: groupNotifications(notifications, dayOf),
    today: dayOf(now),
    yesterday: addDays(dayOf(now), -1),
    /** Notifications about a child whose clock differs from the parent's. Their own text names the time zone (A71). */
    elsewhere: notifications.filter((one) => isElsewhere(one, account)).map(({ id }) => id),
    selectedNotifId: selected?.id ?? null,
    canDecide: account.entitlements.limits.granularity === 'on',
    zone: account.timeZone,
    now,
    // The account was loaded before the selected notification was marked as read, so its unread number is outdated.
    accountState: { ...toAccountState(account, now), unreadNotifications: countUnread(notifications) },
    isFull: account.isFull,
    seq: account.seq,
    formToken: newFormToken(),
  };
}

/** True if the child's clock showed another time or date than the parent's when the notification was created. */
export function isElsewhere(
  { at, childIds: [childId] }: Notification,
  { children, timeZone }: Pick<Account, 'children' | 'timeZone'>,
): boolean {
  const zone = children.find(({ id }) => id === childId)?.timeZone ?? timeZone;
  return formatTime(at, zone) !== formatTime(at, timeZone) || localDate(at, zone) !== localDate(at, timeZone);
}

/** Marks notifications as shown or read (NOTI-030, NOTI-031) and returns the updated ones. If that fails, returns them unchanged. */
async function markSeen(
  { api }: Parent,
  notifications: Array<Notification>,
  selected: Notification | null,
  now: number,
): Promise<Array<Notification>> {
  const changes = notifications.flatMap(({ id, readAt, shownAt }): Array<NotificationChange> => {
    const isOpened = id === selected?.id && readAt === null;
    if (shownAt !== null && !isOpened) return [];
    return [{ id, ...(shownAt === null ? { shownAt: now } : {}), ...(isOpened ? { readAt: now } : {}) }];
  });
  if (changes.length === 0) return notifications;
  try {
    await updateNotifications(api, changes);
  } catch (error) {
    // A failed call is ignored. Redirects, such as to the login, are rethrown.
    if (error instanceof Response && error.status >= 400) return notifications;
    throw error;
  }
  return notifications.map((notification) => ({ ...notification, ...changes.find(({ id }) => id === notification.id) }));
}
