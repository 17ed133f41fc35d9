import { type AppAccess, type BundleId, CHILD_APP_ID, NO_GRANULARITY, resolveAppAccess, type WebFilter } from '../app/domain/app-rules.ts';
import { resolveBlockStatus } from '../app/domain/block-status.ts';
import { toDeviceOs } from '../app/domain/device.ts';
import { supportOf } from '../app/domain/feature-versions.ts';
import { RESTRICTIONS, type RestrictionValue, restrictionSupport, WEB_FILTER_KEY } from '../app/domain/restrictions.ts';
import { localDate } from '../app/domain/time.ts';
import { toQuestion } from '../app/wire/device.ts';
import { fromWireGranularity } from '../app/wire/granularity.ts';
import { deciding, type PolicyChild, usedSeconds } from './decide.ts';
import { isInUse, spellAt } from './habits.ts';
import type { DeviceState, InstalledApp } from './state.ts';

/** The app that `install_childapp` brings (S52). */
export const CHILD_APP: InstalledApp = { bundleId: CHILD_APP_ID, name: 'Porchlight', version: '9.0.0' };

/** What a device makes of restrictions and web filter: those in effect, and the keys of those that it cannot put into effect (D10). */
export type Limits = { restrictions: Record<string, RestrictionValue>; webFilter: WebFilter | null; unsupported: Array<string> };

/** Restrictions that forbid installing and removing apps by hand; both systems know them by these names. */
const FORBIDS = { install: 'allowAppInstallation', remove: 'allowAppRemoval' } as const;

/**
 * May this app be used on this device at `now` (the server's time), by the same resolution as page and API (A119)? Of two children with
 * nobody known to be using the device, the strictest holds. A device whose app is too old for rules of apps knows only its own state (5.6).
 */
export function resolveApp(state: DeviceState, bundleId: BundleId, now: number): AppAccess {
  const free: AppAccess = { isUsable: true, why: null, ruleId: null, until: null };
  if (state.managementRemoved) return free;
  const accesses = deciding(state).map((child) => accessFor(state, child, bundleId, now));
  return accesses.find(({ isUsable }) => !isUsable) ?? accesses[0] ?? free;
}

function accessFor(state: DeviceState, child: PolicyChild, bundleId: BundleId, now: number): AppAccess {
  const question = toQuestion(child, usedSeconds(state, child, now), now);
  const granularity = granularityOf(state, child);
  const usedOfApp = appSeconds(state, child, bundleId, now);
  const device = resolveBlockStatus(question, now);
  const { rules, timeZone } = question;
  return resolveAppAccess({ bundleId, granularity, rules, timeZone, device, usedSeconds: usedOfApp }, now);
}

/** Does the time of this app leave the child's allowance alone (A122)? */
export function isUncounted(state: DeviceState, child: PolicyChild, bundleId: BundleId): boolean {
  return granularityOf(state, child).uncountedApps.includes(bundleId);
}

/** Seconds of one app on the child's local today, on this device and, as last heard, on its others. */
export function appSeconds(state: DeviceState, child: PolicyChild, bundleId: BundleId, now: number): number {
  const today = localDate(now, child.time_zone);
  return [...state.appUsage, ...state.appUsageElsewhere]
    .filter((usage) => usage.childId === child.user_id && usage.date === today && usage.bundleId === bundleId)
    .reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Limits of apps that are used up today, each by its child, the date and its app. */
export function listUsedUp(state: DeviceState, now: number): Array<string> {
  return deciding(state).flatMap((child) => {
    const limits = Object.entries(granularityOf(state, child).appLimits);
    const usedUp = limits.filter(([bundleId, seconds]) => appSeconds(state, child, bundleId, now) >= seconds);
    return usedUp.map(([bundleId]) => `${child.user_id} ${localDate(now, child.time_zone)} ${bundleId}`);
  });
}

/** What of the restrictions and the web filter holds on this device. Of two children's the stricter value. */
export function resolveLimits(state: DeviceState): Limits {
  const about = versionsOf(state);
  const children = state.managementRemoved ? [] : deciding(state);
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

/** What one child may not see, none of them may; what passes must pass for all. */
function joinFilters(filters: ReadonlyArray<WebFilter | undefined>): WebFilter {
  const all = filters.map((filter) => filter ?? NO_GRANULARITY.webFilter);
  const union = (lists: Array<Array<string>>): Array<string> => [...new Set(lists.flat())];
  const deny = union(all.map((filter) => filter.deny));
  const allow = union(all.map((filter) => filter.allow)).filter((host) => all.every((filter) => filter.allow.includes(host)));
  return { allow, deny, categories: union(all.map(({ categories }) => categories)) };
}

/** May a child install or remove apps by hand? */
export function isForbidden(state: DeviceState, deed: keyof typeof FORBIDS): boolean {
  return resolveLimits(state).restrictions[FORBIDS[deed]] === 'N';
}

/** Puts an app on the device, or its newer version; the next report tells. */
export function installApp(state: DeviceState, app: InstalledApp): DeviceState {
  const known = state.apps.find(({ bundleId }) => bundleId === app.bundleId);
  if (known?.name === app.name && known.version === app.version) return state;
  return { ...state, apps: [...state.apps.filter((other) => other !== known), app], isAppListOwed: true };
}

/** Takes an app off the device; the next report tells. */
export function uninstallApp(state: DeviceState, bundleId: BundleId): DeviceState {
  if (!state.apps.some((app) => app.bundleId === bundleId)) return state;
  const openApp = state.openApp === bundleId ? null : state.openApp;
  return { ...state, openApp, apps: state.apps.filter((app) => app.bundleId !== bundleId), isAppListOwed: true };
}

/** What habits make a child do while it uses the device: each spell it takes up another app that it likes, if that is there and may be used. */
export function takeUpApp(state: DeviceState, now: number): DeviceState {
  const opens = (state.habits?.opens ?? []).filter((id) => state.apps.some(({ bundleId }) => bundleId === id));
  if (opens.length === 0 || !isInUse(state, now)) return state;
  const turn = spellAt(now) % opens.length;
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
