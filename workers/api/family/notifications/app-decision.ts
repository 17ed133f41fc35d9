import type { CallContext } from '../core/call-context';
import { findChild, granularityOf } from '../store/child.queries';

/** True if a parent has set anything for the app, so the notification needs no action. Also true for a removed child. */
export function isAppDecided(call: CallContext, childId: string, bundleId: string): boolean {
  const child = findChild(call.sql, childId);
  if (child === null) return true;
  const { app_directives, app_limits, app_schedules, uncounted_apps } = granularityOf(child);
  return [app_directives, app_limits, app_schedules].some((table) => Object.hasOwn(table, bundleId)) || uncounted_apps.includes(bundleId);
}
