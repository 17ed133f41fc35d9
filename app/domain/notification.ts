import type { BundleId } from './app-rules.ts';
import type { ChildId, DeviceId, NotificationId } from './ids.ts';
import type { Instant, LocalDate } from './time.ts';

/** What the parent should hear of, in the words of the server (3.8.1, A71). The list of types is not closed (3.8.2). */
export type Notification = {
  id: NotificationId;
  type: string;
  at: Instant;
  /** Whom it is about; several where a device does not know which of them uses it. */
  childIds: Array<ChildId>;
  deviceId: DeviceId | null;
  /** The app that a notice of a new one is about. */
  bundleId: BundleId | null;
  /** Null = not yet. */
  readAt: Instant | null;
  shownAt: Instant | null;
  /** How one of an unknown type is shown. */
  tone: 'info' | 'alert';
  /** 0 to 2; higher ones come first. */
  priority: number;
  isActionable: boolean;
  /** `to`: a path of the web application. */
  actions: Array<{ id: string; label: string; to: string }>;
  list: { title: string; subtitle: string };
  /** `when` in words, in the child's zone. */
  detail: { title: string; subtitle: string; body: string; when: string };
};

/** Notices under one heading: what is most urgent, those of one day, what can wait. */
export type NotificationGroup =
  | { kind: 'first' | 'last'; notices: Array<Notification> }
  | { kind: 'day'; date: LocalDate; notices: Array<Notification> };

const FIRST_PRIORITY = 2;
const LAST_PRIORITY = 0;
const MOST_SHOWN = 99;

// Numbers as numbers: «App 9» stands before «App 10». Of the reader's languages none orders what is written the same way otherwise.
const NAMES = new Intl.Collator('en', { numeric: true });

/**
 * The order of the list: the higher priority, then the newest, whether or not it can be acted on (NOTI-038); what one report told at once by
 * its words, so that it stays where it is. For `sort`.
 */
export function compareNotifications(a: Notification, b: Notification): number {
  return b.priority - a.priority || b.at - a.at || NAMES.compare(a.list.title, b.list.title) || (a.id < b.id ? -1 : 1);
}

/** The list in its order: what is most urgent, then by days as `dayOf` names them, the latest first, then what can wait. */
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

/** How many were not read. */
export function countUnread(notices: Array<Notification>): number {
  return notices.filter(({ readAt }) => readAt === null).length;
}

/** The number on the bell: «3», from a hundred on «99+»; null where there is nothing to read. */
export function toBellCount(unread: number): string | null {
  if (unread <= 0) return null;
  return unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
}

/** The newest notice of a new app of the child that nobody has read, if any: what a parent may decide with one tap. */
export function findNewApp(notices: Array<Notification>, childId: ChildId): Notification | null {
  const [newest] = notices
    .filter((notice) => notice.childIds.includes(childId) && notice.bundleId !== null && notice.isActionable && notice.readAt === null)
    .sort((a, b) => b.at - a.at);
  return newest ?? null;
}
