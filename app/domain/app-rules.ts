import type { Resolution } from './block-status.ts';
import type { RuleId } from './ids.ts';
import type { RestrictionValue } from './restrictions.ts';
import { listOccurrences, type Rule, type Schedule } from './rule.ts';
import { addDays, type Instant, localDate, startOfDay, type TimeZone } from './time.ts';

/** The platform's ID of an app, such as 'com.example.game' (3.9.1). */
export type BundleId = string;

/** The bundle ID of the child app. No app rule applies to it. */
export const CHILD_APP_ID: BundleId = 'app.porchlight.child';

/** Allowed (A), by schedule (S), never (N) (3.9.3). «S» is the default and is never stored (3.9.2). */
export type Directive = 'A' | 'S' | 'N';

/** The web filter: allowed hosts, denied hosts, and site categories that the device's platform filters (A66). */
export type WebFilter = { allow: Array<string>; deny: Array<string>; categories: Array<string> };

/** The app and device rules of a child (3.9.1). Default values are not stored. */
export type Granularity = {
  directives: Record<BundleId, Exclude<Directive, 'S'>>;
  restrictions: Record<string, RestrictionValue>;
  /** Schedules of single apps (`scope: 'apps'`), in addition to the schedules of the device. */
  appSchedules: Record<BundleId, Array<RuleId>>;
  /** Daily limit of an app in seconds, for all devices of the child together. Our extension, like A122. */
  appLimits: Record<BundleId, number>;
  /** Learning apps, whose time does not count toward the daily limit (A122). */
  uncountedApps: Array<BundleId>;
  webFilter: WebFilter;
};

export const NO_GRANULARITY: Granularity = {
  directives: {},
  restrictions: {},
  appSchedules: {},
  appLimits: {},
  uncountedApps: [],
  webFilter: { allow: [], deny: [], categories: [] },
};

/** Maximum number of hosts in a web filter list (A66). */
export const WEB_FILTER_HOSTS_MAX = 200;

/** The reason why an app may or may not be used: its directive, the device's state, its schedule or its limit. Null: no rule applies. */
export type AppReason = 'always' | 'never' | 'device' | 'schedule' | 'limit' | null;

/** `until`: when that reason ends; null if there is no end or it is unknown. */
export type AppAccess = { isUsable: boolean; why: AppReason; ruleId: RuleId | null; until: Instant | null };

export type AppAccessInput = {
  bundleId: BundleId;
  granularity: Granularity;
  rules: Array<Rule>;
  timeZone: TimeZone;
  /** The device's state at that instant. */
  device: Pick<Resolution, 'state' | 'why' | 'until'>;
  /** Seconds of use of this app on the child's local date, on all devices. */
  usedSeconds: number;
};

/**
 * Decides whether an app may be used at `now`, and why. Page and device share this function (A119).
 *
 * Precedence (A121): «Never», a pause, «Allowed», a block of the device, a grant, the app's schedules, the app's daily limit.
 * @throws RangeError for an unknown zone
 */
export function resolveAppAccess(input: AppAccessInput, now: Instant): AppAccess {
  const { bundleId, granularity, device, usedSeconds, timeZone } = input;
  const directive = directiveOf(granularity, bundleId);
  if (directive === 'N') return { isUsable: false, why: 'never', ruleId: null, until: null };
  // A pause covers the whole screen and every app (S54).
  if (device.state === 'paused') return { isUsable: false, why: 'device', ruleId: device.why?.ruleId ?? null, until: device.until };
  if (directive === 'A') return { isUsable: true, why: 'always', ruleId: null, until: null };
  if (device.state === 'blocked') return { isUsable: false, why: 'device', ruleId: device.why?.ruleId ?? null, until: device.until };
  if (device.why?.effect === 'grant') return { isUsable: true, why: 'device', ruleId: device.why.ruleId, until: device.why.until };
  // The schedule with the latest end decides. Ties are broken by ID, so that page and device return the same schedule.
  const running = listOccurrences(ownSchedules(input), timeZone, now, now)
    .filter(({ from, until }) => from <= now && now < until)
    .sort((a, b) => b.until - a.until || (a.schedule.id < b.schedule.id ? -1 : 1))[0];
  if (running !== undefined) return { isUsable: false, why: 'schedule', ruleId: running.schedule.id, until: running.until };
  const limit = ownValue(granularity.appLimits, bundleId);
  if (limit !== undefined && usedSeconds >= limit) {
    const midnight = startOfDay(addDays(localDate(now, timeZone), 1), timeZone);
    return { isUsable: false, why: 'limit', ruleId: null, until: midnight };
  }
  return { isUsable: true, why: null, ruleId: null, until: null };
}

/** Returns the directive of an app; «S» if none is set (3.9.2). */
export function directiveOf(granularity: Pick<Granularity, 'directives'>, bundleId: BundleId): Directive {
  return ownValue(granularity.directives, bundleId) ?? 'S';
}

/** Returns the own property of a table. A device may report an app named «constructor». */
export function ownValue<Value>(table: Record<BundleId, Value>, bundleId: BundleId): Value | undefined {
  return Object.hasOwn(table, bundleId) ? table[bundleId] : undefined;
}

function ownSchedules({ bundleId, granularity, rules }: AppAccessInput): Array<Schedule> {
  const ids = ownValue(granularity.appSchedules, bundleId) ?? [];
  return rules.filter((rule): rule is Schedule => rule.kind !== 'override' && rule.scope === 'apps' && ids.includes(rule.id));
}
