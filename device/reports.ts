import { isBatteryLow, toBatteryPercent } from '#app/domain/device.ts';
import { localDate } from '#app/domain/time.ts';
import { type ReportBody, USAGE_EVERY_S, USAGE_TOTALS_MAX } from '#app/wire/device.ts';
import { accountKeyStatus } from './account-key.ts';
import { listUsedUp, resolveLimits } from './apps.ts';
import { clockStatus } from './clock.ts';
import { isCutOff } from './habits.ts';
import { arePositionsDue, BATCH_MAX, type LocationPoint, takeBatch } from './location.ts';
import { type Applied, type DeviceState, isSame } from './state.ts';

/** Longest wait that a server can impose. */
const LONGEST_WAIT_MS = 60 * 60_000;
/** Interval of reports while nothing changes, without a socket. */
const HEARTBEAT_MS = 60_000;
/**
 * Interval of reports while nothing changes, with an open socket. Its pings already show that the device is alive. If the battery level
 * changed, `BATTERY_NEWS_MS` applies.
 */
const LIVE_HEARTBEAT_MS = 3 * 60 * 60_000;
const BATTERY_NEWS_MS = 60 * 60_000;
const BATTERY_STEP_PERCENT = 10;
/** How often growing use is reported if no limit applies. With a limit, the server sets the interval. */
const FREE_USE_MS = 15 * 60_000;
/** When use begins, the device reports it no sooner than this after its last usage report. */
const FIRST_USE_MS = USAGE_EVERY_S * 1000;
/** After this time without use, the device no longer counts as in use. */
const PUT_DOWN_MS = 90_000;
/** Maximum number of unsent reports; beyond it, the oldest report without events and positions is discarded. */
const MAX_UNSENT = 200;
/** Maximum number of apps in one report. */
const MAX_APPS = 2000;

type ReportEvent = NonNullable<ReportBody['events']>[number];

/**
 * True if a report is due. An unreported state or app list is always due. With nothing queued and with a network, growing use, positions, a
 * battery change and a heartbeat can also be due.
 */
export function isReportDue(state: DeviceState, now: number): boolean {
  const { applied, told, usageTold } = state;
  if (applied === null) return false;
  if (told === null || !isSame(told, applied) || state.isAppListOwed) return true;
  const isQuiet = state.unsentReports.length === 0 && state.unsentAcks.length === 0;
  // A failed HTTP poll does not mean that an open socket is down.
  const isUnheard = state.unreachableSince !== null && state.socketSince === null;
  if (!isQuiet || isUnheard || isCutOff(state, now)) return false;
  if (hasElapsed(told.at, heartbeatOf(state), now)) return true;
  if (isBatteryLow(state.batteryLevel) !== isBatteryLow(state.batteryTold)) return true;
  if (arePositionsDue(state.location, now)) return true;
  const isCounted = isLimited(state);
  if (isCounted && usageTold !== null && isUsageReportDue(state, usageTold, now)) return true;
  const toldSeconds = usageTold?.seconds ?? 0;
  return totalUsage(state) !== toldSeconds && hasElapsed(usageTold?.at ?? 0, paceOfUse(state, isCounted), now);
}

function heartbeatOf(state: DeviceState): number {
  if (state.socketSince === null) return HEARTBEAT_MS;
  return isBatteryNews(state) ? BATTERY_NEWS_MS : LIVE_HEARTBEAT_MS;
}

/** True if the reported battery level is outdated. Crossing the low-battery mark is checked separately and reported immediately. */
function isBatteryNews({ batteryLevel, batteryTold }: DeviceState): boolean {
  if (batteryLevel === null || batteryTold === null) return batteryLevel !== batteryTold;
  return Math.abs(toBatteryPercent(batteryLevel) - toBatteryPercent(batteryTold)) >= BATTERY_STEP_PERCENT;
}

/** True if the end of use or a used-up app limit must be reported now. Growing use can wait. */
function isUsageReportDue(state: DeviceState, told: NonNullable<DeviceState['usageTold']>, now: number): boolean {
  return (told.inUse && !isInUseNow(state, now)) || listUsedUp(state, now).some((limit) => !told.usedUp.includes(limit));
}

function paceOfUse({ usageTold, usageEveryMs }: DeviceState, isCounted: boolean): number {
  // The first use is reported soon.
  if (usageTold === null || usageTold.seconds === 0) return FIRST_USE_MS;
  if (!isCounted) return FREE_USE_MS;
  return usageTold.inUse ? usageEveryMs : FIRST_USE_MS;
}

/** True if a child uses the device, whether or not the time counts. */
export function isInUseNow({ lastUsedAt }: DeviceState, now: number): boolean {
  return lastUsedAt !== null && !hasElapsed(lastUsedAt, PUT_DOWN_MS, now);
}

/** Sets how often to report growing use. Uses the default if the server sends no interval. */
export function takePace(state: DeviceState, everySeconds = USAGE_EVERY_S): DeviceState {
  return { ...state, usageEveryMs: everySeconds * 1000 };
}

/**
 * True if `ms` have passed since `since`. Also true for a time in the future, recorded while the clock was ahead. Otherwise the device
 * would stay silent.
 */
function hasElapsed(since: number, ms: number, now: number): boolean {
  return now - since >= ms || since > now;
}

/** True if a daily limit or an app limit applies to any child. */
export function isLimited(state: DeviceState): boolean {
  const children = state.policy?.rules.users ?? [];
  return children.some(({ allowance_enabled, granularity }) => allowance_enabled || Object.keys(granularity?.app_limits ?? {}).length > 0);
}

function totalUsage({ usage, appUsage }: DeviceState): number {
  return [...usage, ...appUsage].reduce((sum, { seconds }) => sum + seconds, 0);
}

/**
 * Queues the next report. Its number is not reused, even if the report never arrives. The report includes a batch of waiting positions,
 * unless an unsent report already has positions. The others keep waiting, so that they can be thinned.
 */
export function queueReport(state: DeviceState, now: number, events: Array<ReportEvent> = []): DeviceState {
  return state.unsentReports.some(hasPositions) ? addReport(state, now, events, []) : addReportWithPositions(state, now, events);
}

/** Queues all waiting positions, then the events. The server keeps positions only from before location was turned off. */
export function queueAllPositions(before: DeviceState, now: number, events: Array<ReportEvent>): DeviceState {
  let state = before;
  while (state.location.unsent.length > BATCH_MAX) state = addReportWithPositions(state, now, []);
  return addReportWithPositions(state, now, events);
}

function addReportWithPositions(state: DeviceState, now: number, events: Array<ReportEvent>): DeviceState {
  const { batch, rest } = takeBatch(state.location);
  return addReport({ ...state, location: rest }, now, events, batch);
}

function hasPositions({ locations = [] }: ReportBody): boolean {
  return locations.length > 0;
}

function addReport(state: DeviceState, now: number, events: Array<ReportEvent>, positions: ReadonlyArray<LocationPoint>): DeviceState {
  const applied: Applied = state.applied ?? { state: 'allowed', scheduleTs: 0, at: now };
  const seq = state.reportSeq + 1;
  const report: ReportBody = {
    seq,
    at: now,
    // Null: the battery was removed. A device that never had a battery omits the field.
    ...(state.batteryLevel === null && state.batteryTold === null ? {} : { battery: state.batteryLevel }),
    versions: { os_version: state.about.osVersion, app_version: state.about.appVersion },
    components: {
      agent: 'simulated',
      managed: !state.managementRemoved,
      account_key: accountKeyStatus(state.accountKey),
      clock: clockStatus(state),
    },
    error_count: state.errorCount,
    applied: { state: applied.state, schedule_ts: applied.scheduleTs },
    ...(state.activeChildId === null ? {} : { active_user_id: state.activeChildId }),
    ...(state.lastUsedAt === null ? {} : { last_activity: state.lastUsedAt }),
    // Without a limit the end of use is not reported, so only the time of last use is sent.
    ...(isLimited(state) ? { in_use: isInUseNow(state, now) } : {}),
    usage: usageOf(state, seq, now),
    ...(state.isAppListOwed ? { apps: state.apps.slice(0, MAX_APPS).map(toWireApp) } : {}),
    ...(state.appUsage.length === 0 ? {} : { app_usage: appUsageOf(state, now) }),
    unsupported: resolveLimits(state).unsupported,
    ...(positions.length === 0 ? {} : { locations: positions.map(toWirePosition) }),
    events,
  };
  // When a full queue discards a report, the next report repeats usage totals and the app list.
  const isLost = state.unsentReports.length >= MAX_UNSENT;
  return {
    ...state,
    reportSeq: seq,
    unsentReports: [...(isLost ? discardOldest(state.unsentReports) : state.unsentReports), report],
    told: { ...applied, at: now },
    usageTold: isLost ? null : { seconds: totalUsage(state), at: now, inUse: isInUseNow(state, now), usedUp: listUsedUp(state, now) },
    batteryTold: state.batteryLevel,
    isAppListOwed: isLost,
  };
}

/** Removes the oldest report that has only what later reports repeat: no events and no positions. If there is none, the oldest one. */
function discardOldest(reports: DeviceState['unsentReports']): DeviceState['unsentReports'] {
  const oldest = Math.max(
    0,
    reports.findIndex((report) => (report.events ?? []).length === 0 && !hasPositions(report)),
  );
  return reports.filter((_, index) => index !== oldest);
}

function toWirePosition({ at, lat, lon, accuracy, speed, reason }: LocationPoint): NonNullable<ReportBody['locations']>[number] {
  return { at, lat, lng: lon, ...(accuracy === null ? {} : { accuracy }), ...(speed === null ? {} : { speed }), reason };
}

function toWireApp({ bundleId, name, version }: DeviceState['apps'][number]): NonNullable<ReportBody['apps']>[number] {
  return { bundle_id: bundleId, name, version };
}

/** Returns the totals of dates that may have grown since the last report. Returns all totals if the clock was ahead at that report. */
function appUsageOf({ appUsage, usageTold, policy }: DeviceState, now: number): NonNullable<ReportBody['app_usage']> {
  const toldAt = usageTold === null || usageTold.at > now ? null : usageTold.at;
  const toldOn = ({ childId }: { childId: string }): string => {
    const zone = policy?.rules.users.find(({ user_id }) => user_id === childId)?.time_zone;
    return toldAt === null || zone === undefined ? '' : localDate(toldAt, zone);
  };
  return appUsage
    .filter((usage) => usage.date >= toldOn(usage))
    .slice(-MAX_APPS)
    .map(({ childId, date, bundleId, seconds }) => ({ user_id: childId, date, bundle_id: bundleId, seconds }));
}

type UsageTotals = NonNullable<ReportBody['usage']>;

/**
 * Returns the daily totals for a report. Includes today even without use, because the answer has other devices’ usage only for reported
 * dates.
 */
function usageOf(state: DeviceState, seq: number, now: number): UsageTotals {
  const today = new Map((state.policy?.rules.users ?? []).map(({ user_id, time_zone }) => [user_id, localDate(now, time_zone)]));
  const isToday = ({ user_id, date }: UsageTotals[number]): boolean => today.get(user_id) === date;
  const named = state.usage.map(({ childId, date, seconds }) => ({ user_id: childId, date, seconds }));
  const used = new Set(named.filter(isToday).map(({ user_id }) => user_id));
  const unused = [...today].filter(([user_id]) => !used.has(user_id)).map(([user_id, date]) => ({ user_id, date, seconds: 0 }));
  return limitTotals([...named, ...unused], isToday, seq);
}

/**
 * Returns all totals of today and as many older ones as fit. The next report continues with the older ones that did not fit. Today’s always
 * fit, because at most 20 children share a device.
 */
function limitTotals(totals: UsageTotals, isToday: (total: UsageTotals[number]) => boolean, seq: number): UsageTotals {
  const older = totals.filter((total) => !isToday(total));
  const room = USAGE_TOTALS_MAX - (totals.length - older.length);
  if (older.length <= room) return totals;
  const start = (seq * room) % older.length;
  const sent = new Set([...older, ...older].slice(start, start + room));
  return totals.filter((total) => isToday(total) || sent.has(total));
}

/** Stops reports until the server’s `Retry-After` has passed. Changes nothing if `retryAfterMs` is undefined. */
export function waitAsAsked(state: DeviceState, retryAfterMs: number | undefined, now: number): DeviceState {
  return retryAfterMs === undefined ? state : { ...state, reportsRestUntil: now + retryAfterMs };
}

/** True while the server wants no reports. Ignores a wait of more than an hour, which only a clock change can cause. */
export function isAskedToWait({ reportsRestUntil }: DeviceState, now: number): boolean {
  return reportsRestUntil !== null && reportsRestUntil > now && reportsRestUntil - now <= LONGEST_WAIT_MS;
}
