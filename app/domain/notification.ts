import type { BundleId } from './app-rules.ts';
import type { ChildId, DeviceId, NotificationId } from './ids.ts';
import type { Instant, LocalDate } from './time.ts';

/** A notification for the parent, with texts from the server (3.8.1, A71). Unknown types are possible (3.8.2). */
export type Notification = {
  id: NotificationId;
  type: string;
  at: Instant;
  /** Children it is about; several if the device does not know which of them uses it. */
  childIds: Array<ChildId>;
  deviceId: DeviceId | null;
  /** The app, for a notification of a new one. */
  bundleId: BundleId | null;
  /** Null = unread. */
  readAt: Instant | null;
  shownAt: Instant | null;
  /** Style for unknown types. */
  tone: 'info' | 'alert';
  /** 0 to 2; higher values come first. */
  priority: number;
  isActionable: boolean;
  /** `to`: a path of the web application. */
  actions: Array<{ id: string; label: string; to: string }>;
  list: { title: string; subtitle: string };
  /** `when`: formatted in the child's zone. */
  detail: { title: string; subtitle: string; body: string; when: string };
};

/** Notifications under one heading: urgent ones, those of one day, and low-priority ones. */
export type NotificationGroup =
  | { kind: 'first' | 'last'; notices: Array<Notification> }
  | { kind: 'day'; date: LocalDate; notices: Array<Notification> };

const FIRST_PRIORITY = 2;
const LAST_PRIORITY = 0;
const MOST_SHOWN = 99;

// Numeric order: «App 9» before «App 10». One collator serves all languages of the product.
const NAMES = new Intl.Collator('en', { numeric: true });

/**
 * Compares by priority, then newest first, whether or not actions are pending (NOTI-038). Notifications of one report are ordered by text, so that
 * the order is stable. For `sort`.
 */
export function compareNotifications(a: Notification, b: Notification): number {
  return b.priority - a.priority || b.at - a.at || NAMES.compare(a.list.title, b.list.title) || (a.id < b.id ? -1 : 1);
}

/** Groups a sorted list: urgent ones, then by day (`dayOf`), newest first, then low-priority ones. */
export function groupNotifications(notices: Array<Notification>, dayOf: (at: Instant) => LocalDate): Array<NotificationGroup> {
  const ordered = notices.toSorted(compareNotifications);
  const first = ordered.filter(({ priority }) => priority >= FIRST_PRIORITY);
  const last = ordered.filter(({ priority }) => priority <= LAST_PRIORITY);
  const days = new Map<LocalDate, Array<Notification>>();
  for (const notice of ordered.filter(({ priority }) => priority > LAST_PRIORITY && priority < FIRST_PRIORITY)) {
    const date = dayOf(notice.at);
    days.set(date, [...(days.get(date) ?? []), notice]);
  }
  return [
    ...(first.length === 0 ? [] : [{ kind: 'first' as const, notices: first }]),
    ...[...days].sort(([a], [b]) => (a < b ? 1 : -1)).map(([date, ofDay]) => ({ kind: 'day' as const, date, notices: ofDay })),
    ...(last.length === 0 ? [] : [{ kind: 'last' as const, notices: last }]),
  ];
}

/** Returns the number of unread notifications. */
export function countUnread(notices: Array<Notification>): number {
  return notices.filter(({ readAt }) => readAt === null).length;
}

/** Returns the number on the bell: «3», or «99+» from a hundred; null if there is none. */
export function toBellCount(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
}

/** Returns the newest unread notification of a new app of this child, if any. The parent can decide it with one tap. */
export function findNewApp(notices: Array<Notification>, childId: ChildId): Notification | null {
  const [newest] = notices
    .filter((notice) => notice.childIds.includes(childId) && notice.bundleId !== null && notice.isActionable && notice.readAt === null)
    .sort((a, b) => b.at - a.at);
  return newest ?? null;
}
