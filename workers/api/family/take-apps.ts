import { type AppReport, findAppReport, putAppReport, type StoredApp } from './apps/app.queries';
import type { Call } from './call';
import type { StoredDevice } from './devices/device.queries';
import { noteAppsBack, noteAppsGone, raiseNewApps } from './new-apps';

type ReportedApp = Pick<StoredApp, 'bundle_id' | 'name' | 'version'>;

/** An app that comes back within this time was never away: some systems remove and install anew to update. */
const REINSTALL_MS = 24 * 60 * 60_000;

/** A row of the family's storage has 2 MB: a report fits into half of that, whatever it says. No honest one comes near. */
const REPORT_BYTES = 1_000_000;
/** So many apps that are gone are remembered, the last ones: more of them within a day nobody takes off. */
const GONE_MAX = 200;

/** Keeps the list of a device's apps and tells of those that are new (APPS-036). The first list of a device is no news. */
export function takeApps(call: Call, device: StoredDevice, reported: ReadonlyArray<ReportedApp>): void {
  const before = findAppReport(call.sql, device.id);
  const known = new Map(before?.apps.map((app) => [app.bundle_id, app]));
  const present = new Map(reported.filter(({ bundle_id }) => bundle_id !== '').map((app) => [app.bundle_id, app]));
  const isBack = ({ goneAt }: StoredApp) => goneAt === null || call.now - goneAt < REINSTALL_MS;
  const isBackAgain = (kept: StoredApp | undefined) => kept !== undefined && kept.goneAt !== null && isBack(kept);
  const apps = [...present.values()].map((app): StoredApp => {
    const kept = known.get(app.bundle_id);
    return { ...app, since: kept !== undefined && isBack(kept) ? sinceOf(kept, before) : call.now, goneAt: null };
  });
  const gone = [...known.values()]
    .filter((app) => !present.has(app.bundle_id) && isBack(app))
    .map((app): StoredApp => ({ ...app, since: sinceOf(app, before), goneAt: app.goneAt ?? call.now }));
  const kept = cutToSize([...apps, ...gone.sort((a, b) => (b.goneAt ?? 0) - (a.goneAt ?? 0)).slice(0, GONE_MAX)]);
  putAppReport(call.sql, { deviceId: device.id, apps: kept, at: call.now });
  if (listOf(apps) !== listOf(before?.apps.filter(({ goneAt }) => goneAt === null) ?? [])) {
    for (const childId of device.childIds) call.hint('installed_apps', { childId, deviceId: device.id });
  }
  noteAppsGone(call, device, idsOf(gone.filter((app) => known.get(app.bundle_id)?.goneAt === null)));
  noteAppsBack(call, device, idsOf(apps.filter((app) => isBackAgain(known.get(app.bundle_id)))));
  if (before === null || before.apps.length === 0) return;
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

/** When an app was first reported; in old rows, when the report came. */
export function sinceOf(app: StoredApp, report: Pick<AppReport, 'at'> | null): number {
  return app.since ?? report?.at ?? 0;
}

/** What a parent sees of it. */
function listOf(apps: ReadonlyArray<ReportedApp>): string {
  return JSON.stringify(apps.map(({ bundle_id, name, version }) => [bundle_id, name, version]).sort());
}
