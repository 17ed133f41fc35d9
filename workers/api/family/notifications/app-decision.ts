import type { Call } from '../core/call';
import { findChild, granularityOf } from '../store/child.queries';

/** Whether a parent has set anything for the app, wherever: then nobody is asked about it any more. A child that is gone asks nothing. */
export function isAppDecided(call: Call, childId: string, bundleId: string): boolean {
  const child = findChild(call.sql, childId);
  if (child === null) return true;
  const { app_directives, app_limits, app_schedules, uncounted_apps } = granularityOf(child);
  return [app_directives, app_limits, app_schedules].some((table) => Object.hasOwn(table, bundleId)) || uncounted_apps.includes(bundleId);
}
