import { disambiguateAppNames } from '#app/domain/app-names';
import {
  type AppAccess,
  type BundleId,
  type Directive,
  directiveOf,
  type Granularity,
  NO_GRANULARITY,
  ownValue,
  resolveAppAccess,
} from '#app/domain/app-rules';
import { cleanName } from '#app/domain/child';
import { supportOf } from '#app/domain/feature-versions';
import type { DeviceId, RuleId } from '#app/domain/ids';
import type { Schedule } from '#app/domain/rule';
import { type DeviceStatus, followsOtherChild } from '#app/features/children/status/child-status';
import { type Api, type Read, toRead } from '#app/server/api.server';
import { type AppInfo, findAppInfo, listAppInfos, nameOfApp } from '#app/server/app-info.server';
import { readCookie, setCookie, YEAR_SECONDS } from '#app/server/cookies.server';
import { readGranularity, toGranularityRead } from '#app/server/granularity.server';
import { languageOf } from '#app/server/i18n.server';
import { type InstalledAppWire, listInstalledApps } from '#app/wire/apps';
import type { PanelContext, PanelPage, PanelStatus } from '../panel-form';
import { type DeviceProblem, listSyncProblems, toDeviceProblems } from '../restrictions/restrictions.server';
import { isLastChangeProblem } from '../sync-status';
import { type AppRow, DEFAULT_SORT_TYPE, isNewApp, type SortType, sortApps, toSortType } from './app-list';

/** Cookie that stores the sort order of the list (3.15.3). */
const SORT_COOKIE = 'appRulesSortType';

/** Details of one app, for its dialog. */
export type AppDetails = {
  row: AppRow;
  name: string;
  version: string;
  info: AppInfo | null;
  deviceNames: Array<string>;
  /** The same app under the IDs of other systems, if a device has it. */
  onOtherSystems: Array<{ bundleId: BundleId; directive: Directive; deviceNames: Array<string> }>;
  /** The stored limit, whether or not the plan includes it. */
  limitSeconds: number | null;
  isCounted: boolean;
  /** The child's app schedules. `isOwn`: the schedule includes this app. */
  schedules: Array<{ id: RuleId; name: string; isOwn: boolean }>;
};

/** Returns the reads that `loadAppRules` makes. */
export function toAppRulesReads(childId: string): Array<Read> {
  return [toRead(listInstalledApps, { user_id: childId }), toGranularityRead(childId)];
}

/**
 * Loads the list and the opened app. Without app rules in the plan, shows the stored rules but no effect of them (APPS-016 to APPS-031).
 */
export async function loadAppRules({ request, context, parent, child }: PanelContext, status: PanelStatus, loading: Promise<PanelPage>) {
  const { api, account } = parent;
  const language = languageOf(request);
  const { searchParams } = new URL(request.url);
  const [installed, { granularity, updatedAt }, { devices }, page] = await Promise.all([
    listApps(api, child.id),
    readGranularity(api, child.id),
    status,
    loading,
  ]);
  const infos = await listAppInfos(
    context,
    installed.map(({ bundle_id }) => bundle_id),
    language,
  );
  const schedules = page.rules.filter((rule): rule is Schedule => rule.kind !== 'override' && rule.scope === 'apps');
  const { limits } = account.entitlements;
  const isLocked = limits.granularity === 'off';
  const inForce = isLocked ? NO_GRANULARITY : limits.scheduleGranularity === 'off' ? { ...granularity, appSchedules: {} } : granularity;
  const unable = devices.flatMap((device) => toDeviceProblems(device, supportOf('app_rules', device)));
  const able = devices.filter(({ id }) => !unable.some((device) => device.id === id));
  const behind = [...unable, ...listSyncProblems(able, isLocked ? 0 : updatedAt)];
  const settings = { granularity, inForce, page, schedules, behind };
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const namesOf = ({ device_ids }: InstalledAppWire) => devices.filter(({ id }) => device_ids.includes(id)).map(({ name }) => name);
  const devicesWith = (bundleId: BundleId) => {
    const app = installed.find(({ bundle_id }) => bundle_id === bundleId);
    return app === undefined ? '' : list.format(namesOf(app));
  };
  const shown = installed.map((app) => toRow(app, infos.get(app.bundle_id) ?? null, settings)).map((row) => ({ ...row, name: row.title }));
  const rows = disambiguateAppNames(shown, ({ bundleId }) => devicesWith(bundleId)).map(({ name, ...row }) => ({ ...row, title: name }));
  const sort = readSort(request, context, searchParams.get('sort'));
  const opened = searchParams.get('app') ?? searchParams.get('limit');
  const found = installed.find(({ bundle_id }) => bundle_id === opened);
  return {
    rows: sortApps(rows, sort, language),
    sort,
    search: searchParams.get('q') ?? '',
    /** The dialog that shows `opened`. */
    view: searchParams.has('app') ? ('details' as const) : ('limit' as const),
    opened: found === undefined ? null : await toDetails(found),
    isLocked,
    isKept: isAnythingSet(granularity),
    isScheduleLocked: limits.scheduleGranularity === 'off',
    behind: behind.filter((device) => !isLastChangeProblem(device)),
    hasDevice: devices.length > 0,
  };

  async function toDetails(app: InstalledAppWire): Promise<AppDetails> {
    const info = await findAppInfo(context, app.bundle_id, language);
    const own = ownValue(granularity.appSchedules, app.bundle_id) ?? [];
    return {
      row: toRow(app, info, settings),
      name: cleanName(app.name),
      version: app.version,
      info,
      deviceNames: namesOf(app),
      onOtherSystems: installed
        .filter(({ bundle_id }) => info?.otherIds.includes(bundle_id))
        .map((other) => ({
          bundleId: other.bundle_id,
          directive: directiveOf(granularity, other.bundle_id),
          deviceNames: namesOf(other),
        })),
      limitSeconds: ownValue(granularity.appLimits, app.bundle_id) ?? null,
      isCounted: !granularity.uncountedApps.includes(app.bundle_id),
      schedules: schedules.map(({ id, name }) => ({ id, name, isOwn: own.includes(id) })),
    };
  }
}

export type AppRules = Awaited<ReturnType<typeof loadAppRules>>;

export function listApps(api: Api, childId: string): Promise<Array<InstalledAppWire>> {
  return api.call(listInstalledApps, { query: { user_id: childId }, body: undefined });
}

type Settings = {
  granularity: Granularity;
  /** The part of `granularity` that the plan includes. */
  inForce: Granularity;
  page: PanelPage;
  schedules: Array<Schedule>;
  /** The child's devices that do not support app rules, or do not apply them. */
  behind: Array<DeviceProblem>;
};

/**
 * Returns one row of the list. The app's current access depends only on what the plan includes. `isConfirmed`: a device has confirmed this
 * access.
 */
export function toRow(app: InstalledAppWire, info: AppInfo | null, settings: Settings): AppRow {
  const { granularity, inForce, page, schedules } = settings;
  const { bundle_id: bundleId, installed_ts: firstSeenAt, used_today: usedSeconds } = app;
  const { child, rules, status, now } = page;
  const own = ownValue(inForce.appSchedules, bundleId) ?? [];
  const limitSeconds = ownValue(inForce.appLimits, bundleId) ?? null;
  const nameOf = (id: RuleId | null) => schedules.find((schedule) => schedule.id === id)?.name ?? null;
  const access: AppAccess = resolveAppAccess(
    { bundleId, granularity: inForce, rules, timeZone: child.timeZone, device: status, usedSeconds: usedSeconds ?? 0 },
    now,
  );
  const behind = settings.behind.filter(({ id }) => app.device_ids.includes(id));
  const isSet = own.length > 0 || directiveOf(inForce, bundleId) !== 'S' || limitSeconds !== null;
  // A rule for the whole device is confirmed once a device reports the requested state. A usable app is confirmed once a device reports
  // «allowed».
  const isConfirmed = ({ applied, requested, view }: DeviceStatus) => view !== 'pending' && applied?.state === requested;
  const isOpen = ({ applied }: DeviceStatus) => applied?.state === 'allowed';
  const isSaid = (device: DeviceStatus) =>
    !followsOtherChild(device) && (access.why === null || isConfirmed(device)) && (!access.isUsable || isOpen(device));
  const obeys = (id: DeviceId) =>
    !behind.some((device) => device.id === id) &&
    ((access.why !== 'device' && access.why !== null) || status.devices.some((device) => device.id === id && isSaid(device)));
  return {
    bundleId,
    title: nameOfApp({ bundleId, name: app.name }, info),
    logo: info?.logo ?? null,
    directive: directiveOf(granularity, bundleId),
    access: { isUsable: access.isUsable, why: access.why, until: access.until, schedule: nameOf(access.ruleId) },
    usedSeconds,
    limitSeconds,
    schedules: schedules.filter(({ id }) => own.includes(id)).map(({ name }) => name),
    firstSeenAt,
    isNew: isNewApp({ firstSeenAt, cameWithDevice: app.came_with_device }, now),
    // Pending and failed changes are shown only for apps with a rule.
    behind: isSet ? behind : behind.filter((device) => !isLastChangeProblem(device)),
    isConfirmed: app.device_ids.some(obeys),
  };
}

/** Returns the sort order in the URL and stores it in the cookie. Without one, returns the stored order (A67). */
function readSort(request: Request, context: PanelContext['context'], named: string | null): SortType {
  const chosen = toSortType(named);
  const kept = toSortType(readCookie(request, context, SORT_COOKIE));
  if (chosen !== null && chosen !== kept) setCookie(context, SORT_COOKIE, chosen, YEAR_SECONDS);
  return chosen ?? kept ?? DEFAULT_SORT_TYPE;
}

function isAnythingSet({ directives, appLimits, appSchedules, uncountedApps }: Granularity): boolean {
  return [directives, appLimits, appSchedules].some((table) => Object.keys(table).length > 0) || uncountedApps.length > 0;
}
