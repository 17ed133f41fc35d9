import type { ChildId } from '#app/domain/ids';
import { findNewApp, type Notification } from '#app/domain/notification';
import type { Parent } from '#app/server/guards.server';
import { fromWireNotification, listNotifications } from '#app/wire/notification';

/** A notification about a new app, and whether the plan allows a decision on it. */
export type NewApp = { notification: Notification; canDecide: boolean };

/** Returns the newest unread new app of a child. Null if there is none or the API fails, so the page still loads. */
export async function loadNewApp({ account, api }: Parent, childId: ChildId, locale: string): Promise<NewApp | null> {
  // Skips the API call in the usual case that nothing is unread.
  if (account.unreadNewApps === 0) return null;
  try {
    const wire = await api.call(listNotifications, { query: { locale, state: 'active' }, body: undefined });
    const notification = findNewApp(wire.map(fromWireNotification), childId);
    return notification && { notification, canDecide: account.entitlements.limits.granularity === 'on' };
  } catch (error) {
    if (error instanceof Response && error.status >= 400) return null;
    throw error;
  }
}
