import { type AppAccess, type BundleId, CHILD_APP_ID, NO_GRANULARITY, resolveAppAccess, type WebFilter } from '#app/domain/app-rules.ts';
import { resolveBlockStatus } from '#app/domain/block-status.ts';
import { toDeviceOs } from '#app/domain/device.ts';
import { supportOf } from '#app/domain/feature-versions.ts';
import { RESTRICTIONS, type RestrictionValue, restrictionSupport, WEB_FILTER_KEY } from '#app/domain/restrictions.ts';
import { localDate } from '#app/domain/time.ts';
import { policyToStatusInput } from '#app/wire/device.ts';
import { fromWireGranularity } from '#app/wire/granularity.ts';
import { listDecidingChildren, type PolicyChild, usedSeconds } from './decide.ts';
import { findUseInterval, isInUse } from './habits.ts';
import type { DeviceState, InstalledApp } from './state.ts';

/** The app that the command `install_childapp` installs (S52). */
export const CHILD_APP: InstalledApp = { bundleId: CHILD_APP_ID, name: 'Porchlight', version: '9.0.0' };

/** Restrictions and web filter in effect on a device. `unsupported`: keys that this device cannot enforce (D10). */
export type Limits = { restrictions: Record<string, RestrictionValue>; webFilter: WebFilter | null; unsupported: Array<string> };

/** Restrictions that forbid installing and removing apps by hand. iOS and Android use the same keys. */
const FORBIDS = { install: 'allowAppInstallation', remove: 'allowAppRemoval' } as const;

/**
 * Returns whether an app can be used on this device at `now` (the server’s time, epoch ms). Uses the same resolution as pages and API
 * (A119). If several children share the device and none is active, the strictest result applies. If the child app is too old for app rules,
 * only the device’s state applies (5.6).
 */
export function resolveApp(state: DeviceState, bundleId: BundleId, now: number): AppAccess {
  const free: AppAccess = { isUsable: true, why: null, ruleId: null, until: null };
  if (state.managementRemoved) return free;
  const accesses = listDecidingChildren(state).map((child) => accessFor(state, child, bundleId, now));
  return accesses.find(({ isUsable }) => !isUsable) ?? accesses[0] ?? free;
}

function accessFor(state: DeviceState, child: PolicyChild, bundleId: BundleId, now: number): AppAccess {
  const input = policyToStatusInput(child, usedSeconds(state, child, now), now);
  const granularity = granularityOf(state, child);
  const usedOfApp = appSeconds(state, child, bundleId, now);
  const device = resolveBlockStatus(input, now);
  const { rules, timeZone } = input;
  return resolveAppAccess({ bundleId, granularity, rules, timeZone, device, usedSeconds: usedOfApp }, now);
}

/** True if time in this app does not count against the child’s daily limit (A122). */
export function isUncounted(state: DeviceState, child: PolicyChild, bundleId: BundleId): boolean {
  return granularityOf(state, child).uncountedApps.includes(bundleId);
}

/** Returns the seconds of one app on the child’s local date. Includes the last known use on the child’s other devices. */
export function appSeconds(state: DeviceState, child: PolicyChild, bundleId: BundleId, now: number): number {
  const today = localDate(now, child.time_zone);
  return [...state.appUsage, ...state.appUsageElsewhere]
    .filter((usage) => usage.childId === child.user_id && usage.date === today && usage.bundleId === bundleId)
    .reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Lists the app limits that are used up today, each as `<child id> <date> <bundle id>`. */
export function listUsedUp(state: DeviceState, now: number): Array<string> {
  return listDecidingChildren(state).flatMap((child) => {
    const limits = Object.entries(granularityOf(state, child).appLimits);
    const usedUp = limits.filter(([bundleId, seconds]) => appSeconds(state, child, bundleId, now) >= seconds);
    return usedUp.map(([bundleId]) => `${child.user_id} ${localDate(now, child.time_zone)} ${bundleId}`);
  });
}

/** Returns the restrictions and web filter in effect on this device. If several children share it, the stricter value applies. */
export function resolveLimits(state: DeviceState): Limits {
  const about = versionsOf(state);
  const children = state.managementRemoved ? [] : listDecidingChildren(state);
  const asked = children.map(({ granularity }) => granularity?.omnibus_directives ?? {});
  const restrictions: Record<string, RestrictionValue> = {};
  const unsupported: Array<string> = [];
  for (const restriction of RESTRICTIONS.filter(({ os }) => os === about.os)) {
    const { key } = restriction;
    const value = asked.map((values) => values[key]).find((candidate) => candidate !== undefined && candidate !== restriction.default);
    if (value === undefined) continue;
    if (supportOf('restrictions', about).kind === 'ok' && restrictionSupport(restriction, about).kind === 'ok') restrictions[key] = value;
    else unsupported.push(key);
  }
  const filters = children.filter((_, index) => asked[index]?.[WEB_FILTER_KEY] === true).map(({ granularity }) => granularity?.web_filter);
  if (filters.length === 0) return { restrictions, webFilter: null, unsupported };
  if (supportOf('restrictions', about).kind !== 'ok')
    return { restrictions, webFilter: null, unsupported: [...unsupported, WEB_FILTER_KEY] };
  return { restrictions: { ...restrictions, [WEB_FILTER_KEY]: true }, webFilter: joinFilters(filters), unsupported };
}

/** Returns a filter that blocks what any child’s filter blocks, and allows only what every filter allows. */
function joinFilters(filters: ReadonlyArray<WebFilter | undefined>): WebFilter {
  const all = filters.map((filter) => filter ?? NO_GRANULARITY.webFilter);
  const union = (lists: Array<Array<string>>): Array<string> => [...new Set(lists.flat())];
  const deny = union(all.map((filter) => filter.deny));
  const allow = union(all.map((filter) => filter.allow)).filter((host) => all.every((filter) => filter.allow.includes(host)));
  return { allow, deny, categories: union(all.map(({ categories }) => categories)) };
}

/** True if a restriction forbids installing or removing apps by hand. */
export function isForbidden(state: DeviceState, action: keyof typeof FORBIDS): boolean {
  return resolveLimits(state).restrictions[FORBIDS[action]] === 'N';
}

/** Installs or updates an app. After a change, the next report includes the app list. */
export function installApp(state: DeviceState, app: InstalledApp): DeviceState {
  const known = state.apps.find(({ bundleId }) => bundleId === app.bundleId);
  if (known?.name === app.name && known.version === app.version) return state;
  return { ...state, apps: [...state.apps.filter((other) => other !== known), app], isAppListOwed: true };
}

/** Removes an app. If it was installed, the next report includes the app list. */
export function uninstallApp(state: DeviceState, bundleId: BundleId): DeviceState {
  if (!state.apps.some((app) => app.bundleId === bundleId)) return state;
  const openApp = state.openApp === bundleId ? null : state.openApp;
  return { ...state, openApp, apps: state.apps.filter((app) => app.bundleId !== bundleId), isAppListOwed: true };
}

/**
 * Opens one of the child’s favorite apps while the device is in use, the next one in each use interval. Skips apps that are missing or
 * blocked.
 */
export function takeUpApp(state: DeviceState, now: number): DeviceState {
  const opens = (state.habits?.opens ?? []).filter((id) => state.apps.some(({ bundleId }) => bundleId === id));
  if (opens.length === 0 || !isInUse(state, now)) return state;
  const turn = findUseInterval(now) % opens.length;
  const inTurn = [...opens.slice(turn), ...opens.slice(0, turn)];
  const openApp = inTurn.find((bundleId) => resolveApp(state, bundleId, now).isUsable) ?? null;
  return openApp === state.openApp ? state : { ...state, openApp };
}

function granularityOf(state: DeviceState, child: PolicyChild): typeof NO_GRANULARITY {
  if (child.granularity === null || supportOf('app_rules', versionsOf(state)).kind !== 'ok') return NO_GRANULARITY;
  return fromWireGranularity(child.granularity);
}

function versionsOf({ about }: DeviceState): { os: ReturnType<typeof toDeviceOs>; osVersion: string; appVersion: string } {
  return { os: toDeviceOs(about.os), osVersion: about.osVersion, appVersion: about.appVersion };
}
