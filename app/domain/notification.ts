import type { BundleId } from './app-rules.ts';
import type { ChildId, DeviceId, NotificationId } from './ids.ts';
import type { Instant, LocalDate } from './time.ts';

/** A notification for the parent, with texts from the server (3.8.1, A71). The type may be unknown (3.8.2). */
export type Notification = {
  id: NotificationId;
  type: string;
  at: Instant;
  /** The children that the notification is about; several if the device does not know who is using it. */
  childIds: Array<ChildId>;
  deviceId: DeviceId | null;
  /** The app, if the notification is about a new app; otherwise null. */
  bundleId: BundleId | null;
  /** When the parent read it; null = unread. */
  readAt: Instant | null;
  shownAt: Instant | null;
  /** The style if the type is unknown. */
  tone: 'info' | 'alert';
  /** 0 to 2. Higher values are shown first. */
  priority: number;
  isActionable: boolean;
  /** `to`: a path of the web app. */
  actions: Array<{ id: string; label: string; to: string }>;
  list: { title: string; subtitle: string };
  /** `when`: the time in the child's zone, formatted. */
  detail: { title: string; subtitle: string; body: string; when: string };
};

/** Notifications under one heading: urgent, of one day, or low-priority. */
export type NotificationGroup =
  | { kind: 'first' | 'last'; notifications: Array<Notification> }
  | { kind: 'day'; date: LocalDate; notifications: Array<Notification> };

const FIRST_PRIORITY = 2;
const LAST_PRIORITY = 0;
const MOST_SHOWN = 99;

// Sorts «App 9» before «App 10». One collator serves all languages of the product.
const NAMES = new Intl.Collator('en', { numeric: true });

/**
 * Compares for `sort`: by priority, then newest first, regardless of pending actions (NOTI-038). Compares notifications of one report by
 * title, so that their order is stable.
 */
export function compareNotifications(a: Notification, b: Notification): number {
  return b.priority - a.priority || b.at - a.at || NAMES.compare(a.list.title, b.list.title) || (a.id < b.id ? -1 : 1);
}

/**
 * Returns groups of notifications: urgent ones, then one group per day (`dayOf`), newest first, then low-priority ones. Sorts each group.
 */
export function groupNotifications(notifications: Array<Notification>, dayOf: (at: Instant) => LocalDate): Array<NotificationGroup> {
  const ordered = notifications.toSorted(compareNotifications);
  const first = ordered.filter(({ priority }) => priority >= FIRST_PRIORITY);
  const last = ordered.filter(({ priority }) => priority <= LAST_PRIORITY);
  const days = new Map<LocalDate, Array<Notification>>();
  for (const notification of ordered.filter(({ priority }) => priority > LAST_PRIORITY && priority < FIRST_PRIORITY)) {
    const date = dayOf(notification.at);
    days.set(date, [...(days.get(date) ?? []), notification]);
  }
  return [
    ...(first.length === 0 ? [] : [{ kind: 'first' as const, notifications: first }]),
    ...[...days].sort(([a], [b]) => (a < b ? 1 : -1)).map(([date, ofDay]) => ({ kind: 'day' as const, date, notifications: ofDay })),
    ...(last.length === 0 ? [] : [{ kind: 'last' as const, notifications: last }]),
  ];
}

export function countUnread(notifications: Array<Notification>): number {
  return notifications.filter(({ readAt }) => readAt === null).length;
}

/** Returns the number on the bell, such as «3»; «99+» for a hundred or more, null for zero. */
export function toBellCount(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
}

/** Returns the child's newest unread notification of a new app without a decision; null if there is none. */
export function findNewApp(notifications: Array<Notification>, childId: ChildId): Notification | null {
  const [newest] = notifications
    .filter(
      (notification) =>
        notification.childIds.includes(childId) &&
        notification.bundleId !== null &&
        notification.isActionable &&
        notification.readAt === null,
    )
    .sort((a, b) => b.at - a.at);
  return newest ?? null;
}
