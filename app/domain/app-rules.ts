import type { Resolution } from './block-status.ts';
import type { RuleId } from './ids.ts';
import type { RestrictionValue } from './restrictions.ts';
import { listOccurrences, type Rule, type Schedule } from './rule.ts';
import { addDays, type Instant, localDate, startOfDay, type TimeZone } from './time.ts';

/** The id under which a system knows an app: 'com.example.game' (3.9.1). */
export type BundleId = string;

/** The app that manages a child's device: it guards, and no rule of apps is for it. */
export const CHILD_APP_ID: BundleId = 'app.porchlight.child';

/** Allowed, by schedule, never (3.9.3). «S» is what an app is that nobody spoke of, and is never stored (3.9.2). */
export type Directive = 'A' | 'S' | 'N';

/** Hosts that pass and hosts that do not, and the kinds of sites that a platform filters by itself (A66). */
export type WebFilter = { allow: Array<string>; deny: Array<string>; categories: Array<string> };

/** What a parent set for a child's apps and devices (3.9.1). What stands at its default is absent. */
export type Granularity = {
  directives: Record<BundleId, Exclude<Directive, 'S'>>;
  restrictions: Record<string, RestrictionValue>;
  /** Schedules of an app's own (`scope: 'apps'`), besides those of the whole device. */
  appSchedules: Record<BundleId, Array<RuleId>>;
  /** Seconds a day for one app, summed over the child's devices. Ours (A122's kind). */
  appLimits: Record<BundleId, number>;
  /** Apps whose time the allowance does not count: for learning (A122). */
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

/** Hosts of a web filter's list at most (A66). */
export const WEB_FILTER_HOSTS_MAX = 200;

/** Why an app may or may not be used: its directive, the device's state, its own schedule, its own seconds. Null: nothing speaks of it. */
export type AppReason = 'always' | 'never' | 'device' | 'schedule' | 'limit' | null;

/** `until`: when that reason ends, null where it has no end or nobody knows. */
export type AppAccess = { isUsable: boolean; why: AppReason; ruleId: RuleId | null; until: Instant | null };

export type AppAccessInput = {
  bundleId: BundleId;
  granularity: Granularity;
  rules: Array<Rule>;
  timeZone: TimeZone;
  /** What the rules ask of the whole device at that instant. */
  device: Pick<Resolution, 'state' | 'why' | 'until'>;
  /** Seconds of this app on the child's local today, all devices together. */
  usedSeconds: number;
};

/**
 * May this app be used at `now`, and why? The one resolution that page and device share (A119). In this order: «Never» beats all; a pause
 * locks the whole screen; «Allowed» is usable whatever else holds; a grant lifts schedules and limits, as it does for the device (A121); then
 * the device's own state, the app's schedules, its seconds of the day. Throws RangeError for an unknown zone.
 */
export function resolveAppAccess(question: AppAccessInput, now: Instant): AppAccess {
  const { bundleId, granularity, device, usedSeconds, timeZone } = question;
  const directive = directiveOf(granularity, bundleId);
  if (directive === 'N') return { isUsable: false, why: 'never', ruleId: null, until: null };
  // The whole screen, and with it every app (S54).
  if (device.state === 'paused') return { isUsable: false, why: 'device', ruleId: device.why?.ruleId ?? null, until: device.until };
  if (directive === 'A') return { isUsable: true, why: 'always', ruleId: null, until: null };
  if (device.state === 'blocked') return { isUsable: false, why: 'device', ruleId: device.why?.ruleId ?? null, until: device.until };
  if (device.why?.effect === 'grant') return { isUsable: true, why: 'device', ruleId: device.why.ruleId, until: device.why.until };
  // Of several the one that lasts longest, of equal ones always the same, in whatever order page and device keep their rules.
  const running = listOccurrences(ownSchedules(question), timeZone, now, now)
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

/** What a parent set for an app: «S» where nobody spoke of it (3.9.2). */
export function directiveOf(granularity: Pick<Granularity, 'directives'>, bundleId: BundleId): Directive {
  return ownValue(granularity.directives, bundleId) ?? 'S';
}

/** A device may report an app under any name, «constructor» too: only what somebody put into the table counts. */
export function ownValue<Value>(table: Record<BundleId, Value>, bundleId: BundleId): Value | undefined {
  return Object.hasOwn(table, bundleId) ? table[bundleId] : undefined;
}

function ownSchedules({ bundleId, granularity, rules }: AppAccessInput): Array<Schedule> {
  const ids = ownValue(granularity.appSchedules, bundleId) ?? [];
  return rules.filter((rule): rule is Schedule => rule.kind !== 'override' && rule.scope === 'apps' && ids.includes(rule.id));
}
