import { CHILD_APP_ID } from '../../../../app/domain/app-rules';
import type { Call } from '../core/call';
import { noteAppsBack, noteAppsGone, REINSTALL_MS, raiseNewApps, settleTogether } from '../notifications/new-apps';
import { type AppReport, findAppReport, putAppReport, type StoredApp } from '../store/app.queries';
import type { StoredDevice } from '../store/device.queries';

type ReportedApp = Pick<StoredApp, 'bundle_id' | 'name' | 'version'>;

/** A row of the family's storage has 2 MB: a report fits into half of that, whatever it says. No honest one comes near. */
const REPORT_BYTES = 1_000_000;
/** After it came back an app's going is not told for so long: a list that alternates must not take hundreds of notices back with each report. */
const BACK_HELD_MS = 60 * 60_000;
/** So many apps that are gone are remembered, the last ones: more of them within a day nobody takes off. */
const GONE_MAX = 200;

/**
 * Keeps the list of a device's apps and tells of those that are new (APPS-036). The first list of a device, an empty one too, is no news; nor is
 * the child's app, which is no app for a child.
 */
export function takeApps(call: Call, device: StoredDevice, reported: ReadonlyArray<ReportedApp>): void {
  const before = findAppReport(call.sql, device.id);
  const known = new Map(before?.apps.map((app) => [app.bundle_id, app]));
  const isTold = ({ bundle_id }: ReportedApp) => bundle_id !== '' && bundle_id !== CHILD_APP_ID;
  const present = new Map(reported.filter(isTold).map((app) => [app.bundle_id, app]));
  const isBack = ({ goneAt }: StoredApp) => goneAt === null || call.now - goneAt < REINSTALL_MS;
  const isBackAgain = (kept: StoredApp | undefined) => kept !== undefined && kept.goneAt !== null && isBack(kept);
  const isHeld = (app: StoredApp) => app.backAt !== undefined && call.now - app.backAt < BACK_HELD_MS;
  const heldOf = (app: StoredApp) => (isHeld(app) && app.backAt !== undefined ? { backAt: app.backAt } : {});
  const isFirstList = before === null;
  const apps = [...present.values()].map(({ bundle_id, name, version }): StoredApp => {
    const kept = known.get(bundle_id);
    const stayed = kept !== undefined && isBack(kept) ? kept : null;
    const isFirst = isFirstList || stayed?.isFirst === true;
    const since = stayed === null ? call.now : sinceOf(stayed, before);
    const held = isBackAgain(kept) ? { backAt: call.now } : stayed === null ? {} : heldOf(stayed);
    return { bundle_id, name, version, since, goneAt: null, ...(isFirst ? { isFirst } : {}), ...held };
  });
  const gone = [...known.values()]
    .filter((app) => !present.has(app.bundle_id) && isBack(app))
    .map((app): StoredApp => {
      const { backAt: _, ...rest } = app;
      return { ...rest, since: sinceOf(app, before), goneAt: app.goneAt ?? call.now, ...heldOf(app) };
    });
  const kept = cutToSize([...apps, ...gone.sort((a, b) => (b.goneAt ?? 0) - (a.goneAt ?? 0)).slice(0, GONE_MAX)]);
  putAppReport(call.sql, { deviceId: device.id, apps: kept, at: call.now });
  if (listOf(apps) !== listOf(before?.apps.filter(({ goneAt }) => goneAt === null) ?? [])) {
    for (const childId of device.childIds) call.hint('installed_apps', { childId, deviceId: device.id });
  }
  const goneNow = idsOf(gone.filter((app) => known.get(app.bundle_id)?.goneAt === null));
  const back = idsOf(apps.filter((app) => isBackAgain(known.get(app.bundle_id))));
  // With them those whose going was held back.
  const isToTell = (app: StoredApp) => !present.has(app.bundle_id) && !isHeld(app) && (app.goneAt === null || app.backAt !== undefined);
  noteAppsGone(call, device, idsOf([...known.values()].filter(isToTell)));
  noteAppsBack(call, device, back);
  if (goneNow.length + back.length > 0) settleTogether(call, device, present);
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

/** When an app was first reported; in old rows, when the report came. */
export function sinceOf(app: StoredApp, report: Pick<AppReport, 'at'> | null): number {
  return app.since ?? report?.at ?? 0;
}

/** What a parent sees of it. */
function listOf(apps: ReadonlyArray<ReportedApp>): string {
  return JSON.stringify(apps.map(({ bundle_id, name, version }) => [bundle_id, name, version]).sort());
}
