import { isBatteryLow, toBatteryPercent } from '#app/domain/device.ts';
import { addDays, localDate } from '#app/domain/time.ts';
import { type DeviceCommandWire, type DeviceFrameDown, type PolicyAnswer, type ReportBody, USAGE_EVERY_S } from '#app/wire/device.ts';
import { accountKeyStatus, receiveAccountKey } from './account-key.ts';
import { CHILD_APP, installApp, isUncounted, listUsedUp, resolveApp, resolveLimits } from './apps.ts';
import { clockStatus } from './clock.ts';
import { isGranted, listDecidingChildren, type PolicyChild, serverTime, stateAt, takeServerTime } from './decide.ts';
import { isCutOff } from './habits.ts';
import { type Ack, type Applied, type DeviceState, forgetEnrolment } from './state.ts';

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
/** Minimum time between the last usage report and the report that use has begun. */
const FIRST_USE_MS = USAGE_EVERY_S * 1000;
/** After this time without use, the device no longer counts as in use. */
const PUT_DOWN_MS = 90_000;
/** Maximum number of sequence numbers kept from the socket. */
const MAX_PUSHED_SEQS = 200;
/** Maximum number of unsent reports; beyond it, the oldest report without events is discarded. */
const MAX_UNSENT = 200;
/**
 * Daily totals kept: `USAGE_KEPT` times the number of children, at most `MAX_USAGE_TOTALS`. The rest of a report’s 64 totals is for
 * children without use today.
 */
const USAGE_KEPT = 14;
const MAX_USAGE_TOTALS = 48;
/** Days for which app usage is kept, so that a report after a long silence is complete. */
const APP_DAYS_KEPT = 14;
/** Maximum number of apps in one report. */
const MAX_APPS = 2000;

type ReportEvent = NonNullable<ReportBody['events']>[number];

/**
 * Stores received commands before they are carried out, so that a crash loses none. Skips known sequence numbers. Keeps only the newest
 * `policy` command, because it brings the whole policy. `how`: only a fetch moves `commandSeq`, because a socket may have skipped commands.
 */
export function receiveCommands(
  state: DeviceState,
  commands: Array<DeviceCommandWire>,
  now: number,
  how: 'fetched' | 'pushed' = 'fetched',
): DeviceState {
  const above = commands.filter(({ seq }) => seq > state.commandSeq);
  if (above.length === 0) return state;
  const fresh = above.filter(({ seq }) => !state.heard.includes(seq)).map((command) => ({ command, dueAt: now + state.delayMs }));
  if (how === 'pushed' && fresh.length === 0) return state;
  const commandSeq = how === 'fetched' ? Math.max(...above.map(({ seq }) => seq)) : state.commandSeq;
  const pushed = how === 'pushed' ? fresh.map(({ command }) => command.seq) : [];
  const heard = [...state.heard, ...pushed].filter((seq) => seq > commandSeq).slice(-MAX_PUSHED_SEQS);
  const all = [...state.inbox, ...fresh].sort((a, b) => a.command.seq - b.command.seq);
  const newest = all.findLast(({ command }) => command.kind === 'policy');
  const inbox = all.filter((entry) => entry.command.kind !== 'policy' || entry === newest);
  return { ...state, inbox, commandSeq, heard };
}

/**
 * Stores what the server pushes by socket, in the same way as fetched data. Ignores answers to the device’s own frames. `now`: server time
 * as far as known.
 */
export function receiveFrame(state: DeviceState, frame: DeviceFrameDown, now: number): DeviceState {
  if (state.enrolment.kind !== 'enrolled') return state;
  switch (frame.type) {
    case 'command':
      return receiveCommands(state, [frame.command], now, 'pushed');
    case 'policy':
      return handlePolicyFrame(adoptFrameTime(state, frame.server_time ?? now, now), frame.schedule_ts);
    case 'gone':
      return forgetEnrolment(state, now);
    case 'accepted':
    case 'refused':
      return state;
  }
}

/**
 * Adopts the time of a frame, but never sets time back: a frame may be delayed while the device sleeps. The next report’s answer brings the
 * right time.
 */
function adoptFrameTime(state: DeviceState, serverNow: number, now: number): DeviceState {
  const corrected = takeServerTime(state, serverNow, now - state.serverOffsetMs);
  if (corrected === state) return state;
  return { ...(serverNow < Math.max(now, state.lived?.at ?? 0) ? state : corrected), told: null };
}

/**
 * Processes the announcement of a policy. Marks a newer policy to be fetched. The current one means that a time boundary passed. Ignores an
 * older one.
 */
function handlePolicyFrame(state: DeviceState, scheduleTs: number): DeviceState {
  const own = state.policy?.scheduleTs ?? 0;
  if (scheduleTs < own) return state;
  if (scheduleTs > own) return { ...state, policySaid: Math.max(scheduleTs, state.policySaid ?? 0) };
  // With a limit, the report’s answer brings the usage of other devices, which may have changed.
  return isLimited(state) ? { ...state, told: null } : state;
}

/** Remembers a newer policy version in a report’s answer until the policy is fetched. */
export function notePolicyVersion(state: DeviceState, policyTs: number): DeviceState {
  if (state.mode !== 'prompt' || policyTs <= (state.policy?.scheduleTs ?? 0)) return state;
  return { ...state, policySaid: Math.max(policyTs, state.policySaid ?? 0) };
}

/** True if the server announced a newer policy that no command in the inbox brings. A slow or failing device waits for the command. */
export function isBehind(state: DeviceState): boolean {
  const { policySaid, policy, inbox, mode, delayMs, managementRemoved } = state;
  if (policySaid === null || policySaid <= (policy?.scheduleTs ?? 0)) return false;
  return mode !== 'failing' && delayMs === 0 && !managementRemoved && !inbox.some(({ command }) => command.kind === 'policy');
}

/**
 * Returns the commands to carry out now, without expired ones (S24). A wait longer than `delayMs` means that the clock was ahead on
 * arrival, so such a command is due.
 */
export function dueCommands(state: DeviceState, now: number): Array<DeviceCommandWire> {
  const isDue = (dueAt: number): boolean => dueAt <= now || dueAt > now + state.delayMs;
  return state.inbox.filter(({ command, dueAt }) => isDue(dueAt) && !isExpired(command, now)).map(({ command }) => command);
}

export function dropExpired(state: DeviceState, now: number): DeviceState {
  if (!state.inbox.some(({ command }) => isExpired(command, now))) return state;
  return { ...state, inbox: state.inbox.filter(({ command }) => !isExpired(command, now)) };
}

function isExpired(command: DeviceCommandWire, now: number): boolean {
  return command.expires_ts !== null && command.expires_ts <= now;
}

/** Adopts the server’s time, and the policy unless it is older than the stored one. */
export function takePolicy(before: DeviceState, answer: PolicyAnswer, ownNow: number): DeviceState {
  const state: DeviceState = { ...takeServerTime(before, answer.server_time, ownNow), policySaid: null };
  if (state.policy !== null && answer.schedule_ts < state.policy.scheduleTs) return state;
  return {
    ...state,
    policy: { rules: answer.policy, scheduleTs: answer.schedule_ts, fetchedAt: answer.server_time },
    accountKey: receiveAccountKey(state.accountKey, answer.policy.account_key),
  };
}

/** True if the device has the policy that the command refers to. Also true for commands that refer to none. */
export function isCovered(state: DeviceState, command: DeviceCommandWire): boolean {
  return command.kind !== 'policy' || (state.policy?.scheduleTs ?? 0) >= (command.args.schedule_ts ?? 0);
}

/** Applies the current decision. `at` keeps the time of the last change. */
export function apply(state: DeviceState, now: number): DeviceState {
  const applied: Applied = { state: stateAt(state, now), scheduleTs: state.policy?.scheduleTs ?? 0, at: now };
  return isSame(state.applied, applied) ? state : { ...state, applied };
}

/** True if state and policy are the same, regardless of the time. */
export function isSame(before: Applied | null, after: Applied): boolean {
  return before?.state === after.state && before.scheduleTs === after.scheduleTs;
}

/** Removes the command from the inbox, carries it out and queues its ack. `error: null`: success. */
export function answerCommand(state: DeviceState, command: DeviceCommandWire, error: string | null, now: number): DeviceState {
  const inbox = state.inbox.filter((entry) => entry.command.id !== command.id);
  const applied = state.applied ?? { state: 'allowed', scheduleTs: 0, at: now };
  const ack: Ack = {
    id: command.id,
    status: error === null ? 'ok' : 'error',
    ...(error === null ? {} : { error }),
    schedule_ts: applied.scheduleTs,
    applied: applied.state,
    at: now,
  };
  const errorCount = state.errorCount + (error === null ? 0 : 1);
  const done = error === null ? carryOut(state, command) : state;
  return { ...done, inbox, errorCount, unsentAcks: [...state.unsentAcks, ack], told: { ...applied, at: now } };
}

/** Applies the effects of a command. */
function carryOut(state: DeviceState, { kind }: DeviceCommandWire): DeviceState {
  if (kind === 'app_list') return { ...state, isAppListOwed: true };
  return kind === 'install_childapp' ? installApp(state, CHILD_APP) : state;
}

/**
 * True if a report is due. An unreported state or app list is always due. With nothing queued, so are growing use, a battery change and a
 * heartbeat.
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
function isInUseNow({ lastUsedAt }: DeviceState, now: number): boolean {
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
function isLimited(state: DeviceState): boolean {
  const children = state.policy?.rules.users ?? [];
  return children.some(({ allowance_enabled, granularity }) => allowance_enabled || Object.keys(granularity?.app_limits ?? {}).length > 0);
}

function totalUsage({ usage, appUsage }: DeviceState): number {
  return [...usage, ...appUsage].reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Queues the next report. Its number is not reused, even if the report never arrives. */
export function queueReport(state: DeviceState, now: number, events: Array<ReportEvent> = []): DeviceState {
  const applied: Applied = state.applied ?? { state: 'allowed', scheduleTs: 0, at: now };
  const report: ReportBody = {
    seq: state.reportSeq + 1,
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
    usage: usageOf(state, now),
    ...(state.isAppListOwed ? { apps: state.apps.slice(0, MAX_APPS).map(toWireApp) } : {}),
    ...(state.appUsage.length === 0 ? {} : { app_usage: appUsageOf(state, now) }),
    unsupported: resolveLimits(state).unsupported,
    events,
  };
  // When a full queue discards a report, the next report repeats usage totals and the app list.
  const isLost = state.unsentReports.length >= MAX_UNSENT;
  return {
    ...state,
    reportSeq: report.seq,
    unsentReports: [...(isLost ? discardOldest(state.unsentReports) : state.unsentReports), report],
    told: { ...applied, at: now },
    usageTold: isLost ? null : { seconds: totalUsage(state), at: now, inUse: isInUseNow(state, now), usedUp: listUsedUp(state, now) },
    batteryTold: state.batteryLevel,
    isAppListOwed: isLost,
  };
}

/** Removes the oldest report without events, because no later report repeats an event. Removes the oldest one if all have events. */
function discardOldest(reports: DeviceState['unsentReports']): DeviceState['unsentReports'] {
  const oldest = Math.max(
    0,
    reports.findIndex(({ events = [] }) => events.length === 0),
  );
  return reports.filter((_, index) => index !== oldest);
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

/**
 * Returns the daily totals for a report. Includes today even without use, because the answer has other devices’ usage only for reported
 * dates.
 */
function usageOf(state: DeviceState, now: number): NonNullable<ReportBody['usage']> {
  const named = state.usage.map(({ childId, date, seconds }) => ({ user_id: childId, date, seconds }));
  for (const { user_id, time_zone } of state.policy?.rules.users ?? []) {
    const date = localDate(now, time_zone);
    if (!named.some((usage) => usage.user_id === user_id && usage.date === date)) named.push({ user_id, date, seconds: 0 });
  }
  return named;
}

/** Stops reports until the server’s `Retry-After` has passed. Changes nothing if `retryAfterMs` is undefined. */
export function waitAsAsked(state: DeviceState, retryAfterMs: number | undefined, now: number): DeviceState {
  return retryAfterMs === undefined ? state : { ...state, reportsRestUntil: now + retryAfterMs };
}

/** True while the server wants no reports. Ignores a wait of more than an hour, which only a clock change can cause. */
export function isAskedToWait({ reportsRestUntil }: DeviceState, now: number): boolean {
  return reportsRestUntil !== null && reportsRestUntil > now && reportsRestUntil - now <= LONGEST_WAIT_MS;
}

/** Removes or restores management and queues a report with that event (D09). */
export function setManagement(state: DeviceState, isRemoved: boolean, ownNow: number): DeviceState {
  const now = serverTime(state, ownNow);
  const changed = apply({ ...state, managementRemoved: isRemoved }, now);
  return queueReport(changed, now, [{ type: isRemoved ? 'management_removed' : 'management_restored', at: now }]);
}

/**
 * Counts use of the device and of the open app, if they are allowed. Counts for the active child, else for every child, because the
 * strictest rules then apply (D05, D12). Learning apps (A122), granted time (A08), and always allowed apps on a blocked device count only
 * as app usage.
 */
export function addUsage(state: DeviceState, seconds: number, now: number): DeviceState {
  const children = listDecidingChildren(state);
  if (children.length === 0 || seconds <= 0) return state;
  const { openApp } = state;
  const isAllowed = state.applied?.state === 'allowed';
  const access = openApp === null ? null : resolveApp(state, openApp, now);
  if (access === null ? !isAllowed : !access.isUsable || !(isAllowed || access.why === 'always')) return state;
  const used = children.reduce((known, child) => addUsageOf(known, child, seconds, isAllowed, now), state);
  return { ...used, lastUsedAt: now };
}

/** Adds seconds for one child: to the device if they count against the daily limit, and to the open app. */
function addUsageOf(state: DeviceState, child: PolicyChild, seconds: number, isAllowed: boolean, now: number): DeviceState {
  const { openApp } = state;
  const key = { childId: child.user_id, date: localDate(now, child.time_zone) };
  const isCounted = isAllowed && (openApp === null || !isUncounted(state, child, openApp)) && !isGranted(state, child, now);
  const most = Math.min(MAX_USAGE_TOTALS, USAGE_KEPT * (state.policy?.rules.users.length ?? 1));
  const usage = isCounted ? addTo(state.usage, key, seconds).slice(-most) : state.usage;
  const oldest = addDays(key.date, -APP_DAYS_KEPT);
  const appUsage =
    openApp === null ? state.appUsage : addTo(state.appUsage, { ...key, bundleId: openApp }, seconds).filter(({ date }) => date > oldest);
  return { ...state, usage, appUsage };
}

type Key = { childId: string; date: string; bundleId?: string };

/** Returns the totals with the seconds added under `key`, which moves to the end. */
function addTo<Total extends Key>(
  totals: ReadonlyArray<Total & { seconds: number }>,
  key: Total,
  seconds: number,
): Array<Total & { seconds: number }> {
  const isIt = (total: Key): boolean => total.childId === key.childId && total.date === key.date && total.bundleId === key.bundleId;
  const before = totals.find(isIt)?.seconds ?? 0;
  return [...totals.filter((total) => !isIt(total)), { ...key, seconds: before + Math.round(seconds) }];
}
