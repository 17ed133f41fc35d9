import type { Resolution } from './block-status.ts';
import type { RuleId } from './ids.ts';
import type { RestrictionValue } from './restrictions.ts';
import { listOccurrences, type Rule, type Schedule } from './rule.ts';
import { addDays, type Instant, localDate, startOfDay, type TimeZone } from './time.ts';

/** Platform id of an app: 'com.example.game' (3.9.1). */
export type BundleId = string;

/** The app that manages a child's device. No app rule applies to it. */
export const CHILD_APP_ID: BundleId = 'app.porchlight.child';

/** Allowed, by schedule, never (3.9.3). «S» is the default and is never stored (3.9.2). */
export type Directive = 'A' | 'S' | 'N';

/** Allowed hosts, denied hosts, and the site categories that a platform filters itself (A66). */
export type WebFilter = { allow: Array<string>; deny: Array<string>; categories: Array<string> };

/** App and device rules of a child (3.9.1). Defaults are absent. */
export type Granularity = {
  directives: Record<BundleId, Exclude<Directive, 'S'>>;
  restrictions: Record<string, RestrictionValue>;
  /** Schedules of single apps (`scope: 'apps'`), in addition to those of the whole device. */
  appSchedules: Record<BundleId, Array<RuleId>>;
  /** Daily limit of one app in seconds, summed over the child's devices. Our extension, like A122. */
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

/** Why an app may or may not be used: its directive, the device's state, its own schedule or its own limit. Null: no rule applies. */
export type AppReason = 'always' | 'never' | 'device' | 'schedule' | 'limit' | null;

/** `until`: end of that reason, null if it has none or it is unknown. */
export type AppAccess = { isUsable: boolean; why: AppReason; ruleId: RuleId | null; until: Instant | null };

export type AppAccessInput = {
  bundleId: BundleId;
  granularity: Granularity;
  rules: Array<Rule>;
  timeZone: TimeZone;
  /** Device state by the rules at that instant. */
  device: Pick<Resolution, 'state' | 'why' | 'until'>;
  /** Seconds of this app on the child's local date, all devices together. */
  usedSeconds: number;
};

/**
 * Decides whether an app may be used at `now`, and why. Page and device share this function (A119). Precedence: «Never» first; a pause locks the
 * whole screen; «Allowed» is usable under any other rule; a grant overrides schedules and limits, as for the device (A121); then the device's
 * state, the app's schedules and its daily limit.
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
  // The longest one wins. Ties are broken by id, so that page and device agree whatever order they store rules in.
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

/** Returns the directive of an app, «S» if none is set (3.9.2). */
export function directiveOf(granularity: Pick<Granularity, 'directives'>, bundleId: BundleId): Directive {
  return ownValue(granularity.directives, bundleId) ?? 'S';
}

/** Reads an own property only: a device may report an app named «constructor». */
export function ownValue<Value>(table: Record<BundleId, Value>, bundleId: BundleId): Value | undefined {
  return Object.hasOwn(table, bundleId) ? table[bundleId] : undefined;
}

function ownSchedules({ bundleId, granularity, rules }: AppAccessInput): Array<Schedule> {
  const ids = ownValue(granularity.appSchedules, bundleId) ?? [];
  return rules.filter((rule): rule is Schedule => rule.kind !== 'override' && rule.scope === 'apps' && ids.includes(rule.id));
}
