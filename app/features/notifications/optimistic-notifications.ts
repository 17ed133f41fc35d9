import type { NotificationId } from '#app/domain/ids';
import { countUnread, type NotificationGroup } from '#app/domain/notification';
import type { Instant } from '#app/domain/time';

/** The fields of a submitted form that the server has not answered yet. */
export type Tap = Pick<FormData, 'get'>;

/**
 * The list as if all pending changes had succeeded. `gone`: dismissed notifications, which stay in their groups so that a refused change
 * restores them in place.
 */
export type OptimisticNotifications = {
  groups: Array<NotificationGroup>;
  gone: ReadonlySet<NotificationId>;
  unread: number;
  isEmpty: boolean;
};

const TAKES_AWAY = ['dismiss', 'app-allow', 'app-never'];

/** Returns the notifications as if all taps were already saved (4.8.1). */
export function optimisticNotifications(groups: Array<NotificationGroup>, taps: Array<Tap>, now: Instant): OptimisticNotifications {
  const gone = new Set(taps.filter((tap) => TAKES_AWAY.includes(String(tap.get('intent')))).map((tap) => String(tap.get('notif_id'))));
  const isAllRead = taps.some((tap) => tap.get('intent') === 'read-all');
  const expected = !isAllRead
    ? groups
    : groups.map((group) => ({
        ...group,
        notifications: group.notifications.map((notification) => ({ ...notification, readAt: notification.readAt ?? now })),
      }));
  const left = expected.flatMap(({ notifications }) => notifications).filter(({ id }) => !gone.has(id));
  return { groups: expected, gone, unread: countUnread(left), isEmpty: left.length === 0 };
}
