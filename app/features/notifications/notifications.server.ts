import { compareNotifications, type Notification } from '~/domain/notification';
import { type Api, type Read, toRead } from '~/server/api.server';
import { ERROR_CODES, Refusal } from '~/wire/errors';
import { fromWireNotice, listNotices as listNoticesEndpoint, updateNotices as updateNoticesEndpoint } from '~/wire/notice';

/** The call takes no more at once. */
const MOST_CHANGES = 100;

/** What a parent does with a notice. Instants in epoch ms. */
export type NotificationChange = { id: string } & Partial<{ readAt: number; shownAt: number; hidden: boolean }>;

/** `locale` names language and region, as the API writes its texts and their times. */
function activeIn(locale: string) {
  return { locale, state: 'active' } as const;
}

/** What `listNotifications` reads. */
export function toNotificationsRead(locale: string): Read {
  return toRead(listNoticesEndpoint, activeIn(locale));
}

/** The account's notices that are not hidden, of 30 days, in the reader's language and in their order (S47). */
export async function listNotifications(api: Api, locale: string): Promise<Array<Notification>> {
  const wire = await api.call(listNoticesEndpoint, { query: activeIn(locale), body: undefined });
  return wire.map(fromWireNotice).sort(compareNotifications);
}

/** Whom and which app a notice of the account is about, one that is not listed any more included; null where it is none of the account's. */
export async function findNotification(api: Api, id: string): Promise<Pick<Notification, 'childIds' | 'bundleId'> | null> {
  try {
    // A change of nothing: the list has only what is active.
    const body = [{ notif_id: id, details: {} }];
    const [wire] = await api.call(updateNoticesEndpoint, { query: {}, body }, { idempotencyKey: crypto.randomUUID() });
    return wire === undefined ? null : fromWireNotice(wire);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** Is it that a notice is none of the account's: it has gone with its child, or by its age? */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && error.code === ERROR_CODES.insufficientPrivileges;
}

/**
 * Notes what was read, shown or hidden (S47). Doing it twice is doing it once, so every call may have a key of its own.
 * @throws Refusal where one of them is not the account's
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
    await api.call(updateNoticesEndpoint, { query: {}, body }, { idempotencyKey: crypto.randomUUID() });
  }
}
