import { CHILD_APP_ID } from '#app/domain/app-rules';
import type { CallContext } from '../core/call-context';
import {
  REINSTALL_MS,
  raiseNewApps,
  restoreAppNotifications,
  updateCombinedNotifications,
  withdrawAppNotifications,
} from '../notifications/new-apps';
import { type AppReport, findAppReport, putAppReport, type StoredApp } from '../store/app.queries';
import type { StoredDevice } from '../store/device.queries';

type ReportedApp = Pick<StoredApp, 'bundle_id' | 'name' | 'version'>;

/** Maximum size of a stored app list, half of the 2 MB that a row may have. Real lists are far smaller. */
const REPORT_BYTES = 1_000_000;
/**
 * Time in ms after an app’s return during which its next removal is not reported. Otherwise, a device that alternates between two lists
 * could withdraw hundreds of notifications with each report.
 */
const REMOVAL_HOLD_MS = 60 * 60_000;
/** Maximum number of removed apps that are stored; the latest removals are kept. */
const GONE_MAX = 200;

/**
 * Stores the app list of a device and announces new apps (APPS-036). A device's first list, even an empty one, announces nothing. The child
 * app is always left out.
 */
export function storeAppList(call: CallContext, device: StoredDevice, reported: ReadonlyArray<ReportedApp>): void {
  const before = findAppReport(call.sql, device.id);
  const known = new Map(before?.apps.map((app) => [app.bundle_id, app]));
  const isListed = ({ bundle_id }: ReportedApp) => bundle_id !== '' && bundle_id !== CHILD_APP_ID;
  const present = new Map(reported.filter(isListed).map((app) => [app.bundle_id, app]));
  const isBack = ({ goneAt }: StoredApp) => goneAt === null || call.now - goneAt < REINSTALL_MS;
  const isBackAgain = (kept: StoredApp | undefined) => kept !== undefined && kept.goneAt !== null && isBack(kept);
  const isRemovalHeldBack = (app: StoredApp) => app.backAt !== undefined && call.now - app.backAt < REMOVAL_HOLD_MS;
  const keptBackAt = (app: StoredApp) => (isRemovalHeldBack(app) && app.backAt !== undefined ? { backAt: app.backAt } : {});
  const isFirstList = before === null;
  const apps = [...present.values()].map(({ bundle_id, name, version }): StoredApp => {
    const kept = known.get(bundle_id);
    const stayed = kept !== undefined && isBack(kept) ? kept : null;
    const isFirst = isFirstList || stayed?.isFirst === true;
    const since = stayed === null ? call.now : sinceOf(stayed, before);
    const held = isBackAgain(kept) ? { backAt: call.now } : stayed === null ? {} : keptBackAt(stayed);
    return { bundle_id, name, version, since, goneAt: null, ...(isFirst ? { isFirst } : {}), ...held };
  });
  const gone = [...known.values()]
    .filter((app) => !present.has(app.bundle_id) && isBack(app))
    .map((app): StoredApp => {
      const { backAt: _, ...rest } = app;
      return { ...rest, since: sinceOf(app, before), goneAt: app.goneAt ?? call.now, ...keptBackAt(app) };
    });
  const kept = cutToSize([...apps, ...gone.sort((a, b) => (b.goneAt ?? 0) - (a.goneAt ?? 0)).slice(0, GONE_MAX)]);
  putAppReport(call.sql, { deviceId: device.id, apps: kept, at: call.now });
  if (listOf(apps) !== listOf(before?.apps.filter(({ goneAt }) => goneAt === null) ?? [])) {
    for (const childId of device.childIds) call.hint('installed_apps', { childId, deviceId: device.id });
  }
  const justRemoved = idsOf(gone.filter((app) => known.get(app.bundle_id)?.goneAt === null));
  const back = idsOf(apps.filter((app) => isBackAgain(known.get(app.bundle_id))));
  // Includes removals that REMOVAL_HOLD_MS has delayed.
  const isRemovalToReport = (app: StoredApp) =>
    !present.has(app.bundle_id) && !isRemovalHeldBack(app) && (app.goneAt === null || app.backAt !== undefined);
  withdrawAppNotifications(call, device, idsOf([...known.values()].filter(isRemovalToReport)));
  restoreAppNotifications(call, device, back);
  if (justRemoved.length + back.length > 0) updateCombinedNotifications(call, device, present);
  if (isFirstList) return;
  const isNew = ({ bundle_id }: StoredApp) => {
    const kept = known.get(bundle_id);
    return kept === undefined || !isBack(kept);
  };
  raiseNewApps(call, device, apps.filter(isNew));
}

function idsOf(apps: Array<StoredApp>): Array<string> {
  return apps.map(({ bundle_id }) => bundle_id);
}

function cutToSize(apps: Array<StoredApp>): Array<StoredApp> {
  let bytes = 0;
  const end = apps.findIndex((app) => {
    bytes += Buffer.byteLength(JSON.stringify(app)) + 1;
    return bytes > REPORT_BYTES;
  });
  return end === -1 ? apps : apps.slice(0, end);
}

/** Returns when an app was first reported. For old rows without that time, returns the time of the report. */
export function sinceOf(app: StoredApp, report: Pick<AppReport, 'at'> | null): number {
  return app.since ?? report?.at ?? 0;
}

/** Serializes the fields that a parent sees, to compare two lists. */
function listOf(apps: ReadonlyArray<ReportedApp>): string {
  return JSON.stringify(apps.map(({ bundle_id, name, version }) => [bundle_id, name, version]).sort());
}
