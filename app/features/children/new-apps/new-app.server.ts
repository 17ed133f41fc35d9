import type { ChildId } from '#app/domain/ids';
import { findNewApp, type Notification } from '#app/domain/notification';
import type { Parent } from '#app/server/guards.server';
import { fromWireNotice, listNotices } from '#app/wire/notice';

/** A notification about a new app, and whether the plan allows a decision on it. */
export type NewApp = { notice: Notification; canDecide: boolean };

/** Returns the newest unread new app of a child. Null if there is none or the API fails, so the page still loads. */
export async function loadNewApp({ account, api }: Parent, childId: ChildId, locale: string): Promise<NewApp | null> {
  // Skips the API call in the usual case that nothing is unread.
  if (account.unreadNewApps === 0) return null;
  try {
    const wire = await api.call(listNotices, { query: { locale, state: 'active' }, body: undefined });
    const notice = findNewApp(wire.map(fromWireNotice), childId);
    return notice && { notice, canDecide: account.entitlements.limits.granularity === 'on' };
  } catch (error) {
    if (error instanceof Response && error.status >= 400) return null;
    throw error;
  }
}
