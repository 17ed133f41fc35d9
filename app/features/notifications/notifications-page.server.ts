import type { AppLoadContext } from '@remix-run/cloudflare';
import { countUnread, groupNotifications, type Notification } from '~/domain/notification';
import { addDays, type Instant, localDate } from '~/domain/time';
import { formatTime } from '~/features/shell/time/times';
import { type Account, toAccountState } from '~/server/account.server';
import { newFormToken } from '~/server/form.server';
import type { Parent } from '~/server/guards.server';
import { localeOf } from '~/server/i18n.server';
import { redirectToNext } from '~/server/redirect.server';
import { listNotifications, type NotificationChange, updateNotifications } from './notifications.server';

export const NOTIFICATIONS = '/notifications';

/** The list, and the notice of the address; an unknown one leads to the list (NOTI-003). What is shown counts as shown, what is opened as read. */
export async function loadNotificationsPage(request: Request, context: AppLoadContext, parent: Parent, selectedId: string | undefined) {
  const { account, api } = parent;
  const now = Date.now();
  const found = await listNotifications(api, localeOf(request));
  const selected = found.find(({ id }) => id === selectedId) ?? null;
  if (selected === null && selectedId !== undefined) throw redirectToNext(context, NOTIFICATIONS);
  const notices = await markSeen(parent, found, selected, now);
  const dayOf = (at: Instant) => localDate(at, account.timeZone);
  return {
    groups: groupNotifications(notices, dayOf),
    today: dayOf(now),
    yesterday: addDays(dayOf(now), -1),
    /** Those whose time is told by the child's clock, which shows another than the parent's: their own words name its zone (A71). */
    elsewhere: notices.filter((one) => isElsewhere(one, account)).map(({ id }) => id),
    selectedNotifId: selected?.id ?? null,
    canDecide: account.entitlements.limits.granularity === 'on',
    zone: account.timeZone,
    now,
    // The account was read before: what was opened just now is no longer unread.
    standing: { ...toAccountState(account, now), unreadNotices: countUnread(notices) },
    isFull: account.isFull,
    seq: account.seq,
    formToken: newFormToken(),
  };
}

/** Did the clock of whom it is about show another time than the parent's when it was raised? */
export function isElsewhere(
  { at, childIds: [childId] }: Notification,
  { children, timeZone }: Pick<Account, 'children' | 'timeZone'>,
): boolean {
  const zone = children.find(({ id }) => id === childId)?.timeZone ?? timeZone;
  return formatTime(at, zone) !== formatTime(at, timeZone) || localDate(at, zone) !== localDate(at, timeZone);
}

/** The notices as they stand once these are noted (NOTI-030, NOTI-031). Where that cannot be, they are shown all the same. */
async function markSeen(
  { api }: Parent,
  notices: Array<Notification>,
  selected: Notification | null,
  now: number,
): Promise<Array<Notification>> {
  const changes = notices.flatMap(({ id, readAt, shownAt }): Array<NotificationChange> => {
    const isOpened = id === selected?.id && readAt === null;
    if (shownAt !== null && !isOpened) return [];
    return [{ id, ...(shownAt === null ? { shownAt: now } : {}), ...(isOpened ? { readAt: now } : {}) }];
  });
  if (changes.length === 0) return notices;
  try {
    await updateNotifications(api, changes);
  } catch (error) {
    // A loader's call that failed; what leads to the login goes on.
    if (error instanceof Response && error.status >= 400) return notices;
    throw error;
  }
  return notices.map((notice) => ({ ...notice, ...changes.find(({ id }) => id === notice.id) }));
}
