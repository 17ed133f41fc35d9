import type { ChildId } from '~/domain/ids';
import { findNewApp, type Notification } from '~/domain/notification';
import type { Parent } from '~/server/guards.server';
import { fromWireNotice, listNotices } from '~/wire/notice';

/** A child's new app, and whether the plan lets a parent decide on it. */
export type NewApp = { notice: Notification; canDecide: boolean };

/** The newest new app of a child that nobody has read of. Null where there is none, or where nobody can say now: the page goes without. */
export async function loadNewApp({ account, api }: Parent, childId: ChildId, locale: string): Promise<NewApp | null> {
  // Most pages are asked for when there is nothing to read: then this costs no call.
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
