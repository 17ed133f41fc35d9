import { Hono } from 'hono';
import { CHILD_APP_ID } from '#app/domain/app-rules';
import { localDate } from '#app/domain/time';
import { type InstalledAppWire, listInstalledApps } from '#app/wire/apps';
import { outsideAccount } from '#app/wire/errors';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { listAppsUsedOn } from '../status/used-seconds';
import { type AppReport, type AppUsage, findAppReport, type StoredApp } from '../store/app.queries';
import { findChild } from '../store/child.queries';
import { listDevicesOfChild } from '../store/device.queries';
import { sumOf } from '../usage/app-usage';
import { sinceOf } from './store-app-list';

// Shared, because `localeCompare` creates a collator for each comparison.
const NAMES = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

type Found = { app: StoredApp; report: AppReport };

/** Lists what is installed on a child's devices. Each app is listed once (S23). */
export const apps = new Hono<FamilyApp>().get(
  '/',
  handleEndpoint(listInstalledApps, (call, { query }) => {
    const child = findChild(call.sql, query.user_id);
    if (child === null) throw outsideAccount();
    const reports = listDevicesOfChild(call.sql, child.id)
      .map((device) => findAppReport(call.sql, device.id))
      .filter((report) => report !== null);
    const usage = listAppsUsedOn(call.sql, child, localDate(call.now, child.time_zone));
    // Older rows may still contain the child app.
    const isThere = ({ goneAt, bundle_id }: StoredApp) => goneAt === null && bundle_id !== CHILD_APP_ID;
    const found = reports.flatMap((report) => report.apps.filter(isThere).map((app): Found => ({ app, report })));
    return [...Map.groupBy(found, ({ app }) => app.bundle_id).values()].map((same) => toWire(same, usage)).sort(byName);
  }),
);

/** Returns one app in wire format. `same` has the app's entry from each device that has it. */
function toWire(same: Array<Found>, usage: ReadonlyArray<Pick<AppUsage, 'deviceId' | 'seconds'>>): InstalledAppWire {
  const [newest] = same.toSorted((a, b) => b.report.at - a.report.at).map(({ app }) => app);
  const device_ids = same.map(({ report }) => report.deviceId);
  const installed_ts = Math.min(...same.map(({ app, report }) => sinceOf(app, report)));
  const bundle_id = newest?.bundle_id ?? '';
  // A device that has since removed the app may still have seconds for it.
  const isCounted = usage.some(({ deviceId, seconds }) => device_ids.includes(deviceId) || seconds.has(bundle_id));
  return {
    bundle_id,
    name: newest?.name || bundle_id,
    version: newest?.version ?? '',
    device_ids,
    installed_ts,
    came_with_device: same.some(({ app, report }) => sinceOf(app, report) === installed_ts && app.isFirst === true),
    used_today: isCounted ? sumOf(usage, bundle_id) : null,
  };
}

function byName(a: InstalledAppWire, b: InstalledAppWire): number {
  return NAMES.compare(a.name, b.name) || (a.bundle_id < b.bundle_id ? -1 : 1);
}
