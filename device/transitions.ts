import { isBatteryLow, toBatteryPercent } from '../app/domain/device.ts';
import { addDays, localDate } from '../app/domain/time.ts';
import { type DeviceCommandWire, type DeviceFrameDown, type PolicyAnswer, type ReportBody, USAGE_EVERY_S } from '../app/wire/device.ts';
import { hearOfKey, keyStanding } from './account-key.ts';
import { CHILD_APP, installApp, isUncounted, listUsedUp, resolveApp, resolveLimits } from './apps.ts';
import { clockStanding } from './clock.ts';
import { deciding, isGranted, type PolicyChild, serverTime, stateAt, takeServerTime } from './decide.ts';
import { isCutOff } from './habits.ts';
import { type Ack, type Applied, type DeviceState, forgetEnrolment } from './state.ts';

/** Longer than that no server makes a device wait. */
const LONGEST_WAIT_MS = 60 * 60_000;
/** A device that has nothing new to say says that it is alive this often. */
const HEARTBEAT_MS = 60_000;
/** The same while its socket is open, whose pings say so already; and where its battery stands at another level than was told. */
const LIVE_HEARTBEAT_MS = 3 * 60 * 60_000;
const BATTERY_NEWS_MS = 60 * 60_000;
const BATTERY_STEP_PERCENT = 10;
/** How often growing use is told where it is only shown; where it counts against an allowance or a limit, as often as the server asks. */
const FREE_USE_MS = 15 * 60_000;
/** That use has begun is told as soon as that after the word before. */
const FIRST_USE_MS = USAGE_EVERY_S * 1000;
/** A child that has not used it for so long has put it down. */
const PUT_DOWN_MS = 90_000;
/** Numbers remembered of commands that came by socket. */
const MOST_HEARD = 200;
/** Reports kept while nobody takes them; then the oldest goes. */
const MOST_UNSENT = 200;
/** Totals of use kept for each child, and of all of them: with today's one report takes no more. */
const USAGE_KEPT = 14;
const MOST_USAGE = 48;
/** Days for which the use of apps is kept: longer than the list above, or a report after a long silence would bring less. */
const APP_DAYS_KEPT = 14;
/** What one report takes. */
const MOST_APPS = 2000;

type DeviceEvent = NonNullable<ReportBody['events']>[number];

/**
 * What was fetched, put down before it is carried out, so that a crash loses nothing. Numbers seen before are left out; of `policy`
 * commands only the newest is kept, since it brings the whole policy. `how`: a fetch brings all that waits above `commandSeq`, a socket
 * may have left some out before, so only a fetch moves that number.
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
  const heard = [...state.heard, ...pushed].filter((seq) => seq > commandSeq).slice(-MOST_HEARD);
  const all = [...state.inbox, ...fresh].sort((a, b) => a.command.seq - b.command.seq);
  const newest = all.findLast(({ command }) => command.kind === 'policy');
  const inbox = all.filter((entry) => entry.command.kind !== 'policy' || entry === newest);
  return { ...state, inbox, commandSeq, heard };
}

/**
 * What the server says unasked, by socket: into the same places as what was fetched. Answers to the device's own frames are not meant here.
 * `now` is the server's time as far as the device knows it.
 */
export function receiveFrame(state: DeviceState, frame: DeviceFrameDown, now: number): DeviceState {
  if (state.enrolment.kind !== 'enrolled') return state;
  switch (frame.type) {
    case 'command':
      return receiveCommands(state, [frame.command], now, 'pushed');
    case 'policy':
      return hearOfPolicy(hearOfTime(state, frame.server_time ?? now, now), frame.schedule_ts);
    case 'gone':
      return forgetEnrolment(state, now);
    case 'accepted':
    case 'refused':
      return state;
  }
}

/**
 * A frame may have waited for a device that slept, so that it tells a time long past: it never sets time back. What is told next brings an
 * answer with the right one, which may.
 */
function hearOfTime(state: DeviceState, serverNow: number, now: number): DeviceState {
  const corrected = takeServerTime(state, serverNow, now - state.serverOffsetMs);
  if (corrected === state) return state;
  return { ...(serverNow < Math.max(now, state.lived?.at ?? 0) ? state : corrected), told: null };
}

/** Word of a policy: a newer one is to be fetched; of the one it has, that the clock moved on; of an older one, nothing. */
function hearOfPolicy(state: DeviceState, scheduleTs: number): DeviceState {
  const own = state.policy?.scheduleTs ?? 0;
  if (scheduleTs < own) return state;
  if (scheduleTs > own) return { ...state, policySaid: Math.max(scheduleTs, state.policySaid ?? 0) };
  // Where use is limited the answer to a report brings what other devices used, and that may be what changed.
  return isLimited(state) ? { ...state, told: null } : state;
}

/** The answer to a report names the newest policy: one that cannot be fetched now is to be fetched still. */
export function hearOfAnswer(state: DeviceState, policyTs: number): DeviceState {
  if (state.mode !== 'prompt' || policyTs <= (state.policy?.scheduleTs ?? 0)) return state;
  return { ...state, policySaid: Math.max(policyTs, state.policySaid ?? 0) };
}

/** Was it told of a policy that it should have and has not? A slow or failing one waits for the command. */
export function isBehind(state: DeviceState): boolean {
  const { policySaid, policy, inbox, mode, delayMs, managementRemoved } = state;
  if (policySaid === null || policySaid <= (policy?.scheduleTs ?? 0)) return false;
  return mode !== 'failing' && delayMs === 0 && !managementRemoved && !inbox.some(({ command }) => command.kind === 'policy');
}

/**
 * Commands to carry out by now. Those that ran out while they waited are nobody's any more (S24). None waits longer than the device is
 * slow: one that came while its clock was days ahead would.
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

/** Takes over a newer policy; an older one, arriving late, changes nothing. */
export function takePolicy(before: DeviceState, answer: PolicyAnswer, ownNow: number): DeviceState {
  const state: DeviceState = { ...takeServerTime(before, answer.server_time, ownNow), policySaid: null };
  if (state.policy !== null && answer.schedule_ts < state.policy.scheduleTs) return state;
  return {
    ...state,
    policy: { rules: answer.policy, scheduleTs: answer.schedule_ts, fetchedAt: answer.server_time },
    accountKey: hearOfKey(state.accountKey, answer.policy.account_key),
  };
}

/** Does the device hold the policy that a command speaks of? Other commands speak of none. */
export function isCovered(state: DeviceState, command: DeviceCommandWire): boolean {
  return command.kind !== 'policy' || (state.policy?.scheduleTs ?? 0) >= (command.args.schedule_ts ?? 0);
}

/** Puts into effect what the device decides now. `at` stays the moment of the last change. */
export function apply(state: DeviceState, now: number): DeviceState {
  const applied: Applied = { state: stateAt(state, now), scheduleTs: state.policy?.scheduleTs ?? 0, at: now };
  return isSame(state.applied, applied) ? state : { ...state, applied };
}

/** The same state by the same policy, whenever it was put into effect. */
export function isSame(before: Applied | null, after: Applied): boolean {
  return before?.state === after.state && before.scheduleTs === after.scheduleTs;
}

/** Ticks the command off and puts its answer on the way. `error: null` = done. */
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

/** What a command does besides being answered. */
function carryOut(state: DeviceState, { kind }: DeviceCommandWire): DeviceState {
  if (kind === 'app_list') return { ...state, isAppListOwed: true };
  return kind === 'install_childapp' ? installApp(state, CHILD_APP) : state;
}

/**
 * Is there something to say: a state that was not said yet, or, with nothing waiting, use that grew, a battery that turned low or was
 * charged, or a sign of life that is due?
 */
export function owesReport(state: DeviceState, now: number): boolean {
  const { applied, told, usageTold } = state;
  if (applied === null) return false;
  if (told === null || !isSame(told, applied) || state.isAppListOwed) return true;
  const isQuiet = state.unsentReports.length === 0 && state.unsentAcks.length === 0;
  // A question by HTTP that got no answer says nothing of an open socket.
  const isUnheard = state.unreachableSince !== null && state.socketSince === null;
  if (!isQuiet || isUnheard || isCutOff(state, now)) return false;
  if (hasPassed(told.at, heartbeatOf(state), now)) return true;
  if (isBatteryLow(state.batteryLevel) !== isBatteryLow(state.batteryTold)) return true;
  const isCounted = isLimited(state);
  if (isCounted && usageTold !== null && owesWordOfUse(state, usageTold, now)) return true;
  const toldSeconds = usageTold?.seconds ?? 0;
  return totalUsage(state) !== toldSeconds && hasPassed(usageTold?.at ?? 0, paceOfUse(state, isCounted), now);
}

function heartbeatOf(state: DeviceState): number {
  if (state.socketSince === null) return HEARTBEAT_MS;
  return isBatteryNews(state) ? BATTERY_NEWS_MS : LIVE_HEARTBEAT_MS;
}

/** Would the parent see another battery than there is? That it turns low, or is low no more, is told at once. */
function isBatteryNews({ batteryLevel, batteryTold }: DeviceState): boolean {
  if (batteryLevel === null || batteryTold === null) return batteryLevel !== batteryTold;
  return Math.abs(toBatteryPercent(batteryLevel) - toBatteryPercent(batteryTold)) >= BATTERY_STEP_PERCENT;
}

/** Growing use may wait, but not that it has ended, nor that an app's limit is used up by it. */
function owesWordOfUse(state: DeviceState, told: NonNullable<DeviceState['usageTold']>, now: number): boolean {
  return (told.inUse && !isInHand(state, now)) || listUsedUp(state, now).some((limit) => !told.usedUp.includes(limit));
}

function paceOfUse({ usageTold, usageEveryMs }: DeviceState, isCounted: boolean): number {
  // The very first use is news, too.
  if (usageTold === null || usageTold.seconds === 0) return FIRST_USE_MS;
  if (!isCounted) return FREE_USE_MS;
  return usageTold.inUse ? usageEveryMs : FIRST_USE_MS;
}

/** Does a child use it, whether the seconds count or not? */
function isInHand({ lastUsedAt }: DeviceState, now: number): boolean {
  return lastUsedAt !== null && !hasPassed(lastUsedAt, PUT_DOWN_MS, now);
}

/** How often the server wants to hear of growing use from now on; one that does not say takes it as often as devices told it before. */
export function takePace(state: DeviceState, everySeconds = USAGE_EVERY_S): DeviceState {
  return { ...state, usageEveryMs: everySeconds * 1000 };
}

/** What was said while the clock was days ahead is long ago once it is right, or the device would be silent until then. */
function hasPassed(since: number, ms: number, now: number): boolean {
  return now - since >= ms || since > now;
}

/** Does any second count, of the device or of an app? */
function isLimited(state: DeviceState): boolean {
  const children = state.policy?.rules.users ?? [];
  return children.some(({ allowance_enabled, granularity }) => allowance_enabled || Object.keys(granularity?.app_limits ?? {}).length > 0);
}

function totalUsage({ usage, appUsage }: DeviceState): number {
  return [...usage, ...appUsage].reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Puts the next report on the way; its number is used up with that, whether it arrives or not. */
export function queueReport(state: DeviceState, now: number, events: Array<DeviceEvent> = []): DeviceState {
  const applied: Applied = state.applied ?? { state: 'allowed', scheduleTs: 0, at: now };
  const report: ReportBody = {
    seq: state.reportSeq + 1,
    at: now,
    // Null says that there is none any more; a device that never had one says nothing.
    ...(state.batteryLevel === null && state.batteryTold === null ? {} : { battery: state.batteryLevel }),
    versions: { os_version: state.about.osVersion, app_version: state.about.appVersion },
    components: {
      agent: 'simulated',
      managed: !state.managementRemoved,
      account_key: keyStanding(state.accountKey),
      clock: clockStanding(state),
    },
    error_count: state.errorCount,
    applied: { state: applied.state, schedule_ts: applied.scheduleTs },
    ...(state.activeChildId === null ? {} : { active_user_id: state.activeChildId }),
    ...(state.lastUsedAt === null ? {} : { last_activity: state.lastUsedAt }),
    // Where nothing counts the end of use is not told, so no more than the time of it is said.
    ...(isLimited(state) ? { in_use: isInHand(state, now) } : {}),
    usage: usageOf(state, now),
    ...(state.isAppListOwed ? { apps: state.apps.slice(0, MOST_APPS).map(toWireApp) } : {}),
    ...(state.appUsage.length === 0 ? {} : { app_usage: appUsageOf(state, now) }),
    unsupported: resolveLimits(state).unsupported,
    events,
  };
  const all = [...state.unsentReports, report];
  // What goes unsaid for want of room is said with the next one.
  const isLost = all.length > MOST_UNSENT;
  return {
    ...state,
    reportSeq: report.seq,
    unsentReports: all.slice(-MOST_UNSENT),
    told: { ...applied, at: now },
    usageTold: isLost ? null : { seconds: totalUsage(state), at: now, inUse: isInHand(state, now), usedUp: listUsedUp(state, now) },
    batteryTold: state.batteryLevel,
    isAppListOwed: isLost,
  };
}

function toWireApp({ bundleId, name, version }: DeviceState['apps'][number]): NonNullable<ReportBody['apps']>[number] {
  return { bundle_id: bundleId, name, version };
}

/** Running totals of the days that may have grown since the last report; all of them where that was said by a clock that was days ahead. */
function appUsageOf({ appUsage, usageTold, policy }: DeviceState, now: number): NonNullable<ReportBody['app_usage']> {
  const toldAt = usageTold === null || usageTold.at > now ? null : usageTold.at;
  const toldOn = ({ childId }: { childId: string }): string => {
    const zone = policy?.rules.users.find(({ user_id }) => user_id === childId)?.time_zone;
    return toldAt === null || zone === undefined ? '' : localDate(toldAt, zone);
  };
  return appUsage
    .filter((usage) => usage.date >= toldOn(usage))
    .slice(-MOST_APPS)
    .map(({ childId, date, bundleId, seconds }) => ({ user_id: childId, date, bundle_id: bundleId, seconds }));
}

/** Today is named even without use: the answer tells what the child's other devices used on the days that are named. */
function usageOf(state: DeviceState, now: number): NonNullable<ReportBody['usage']> {
  const named = state.usage.map(({ childId, date, seconds }) => ({ user_id: childId, date, seconds }));
  for (const { user_id, time_zone } of state.policy?.rules.users ?? []) {
    const date = localDate(now, time_zone);
    if (!named.some((usage) => usage.user_id === user_id && usage.date === date)) named.push({ user_id, date, seconds: 0 });
  }
  return named;
}

/** No report leaves before the server wants one again; undefined: it said nothing of that. */
export function waitAsAsked(state: DeviceState, retryAfterMs: number | undefined, now: number): DeviceState {
  return retryAfterMs === undefined ? state : { ...state, reportsRestUntil: now + retryAfterMs };
}

/** None waits longer than an hour, wherever its clock was meanwhile. */
export function isAskedToWait({ reportsRestUntil }: DeviceState, now: number): boolean {
  return reportsRestUntil !== null && reportsRestUntil > now && reportsRestUntil - now <= LONGEST_WAIT_MS;
}

/** Management taken away or given back by hand; an event of the next report (D09). */
export function setManagement(state: DeviceState, isRemoved: boolean, ownNow: number): DeviceState {
  const now = serverTime(state, ownNow);
  const changed = apply({ ...state, managementRemoved: isRemoved }, now);
  return queueReport(changed, now, [{ type: isRemoved ? 'management_removed' : 'management_restored', at: now }]);
}

/**
 * Counts use of the device, if it is allowed, and of the app before the child, if that is: to the child that uses the device, and while
 * nobody says which one does, to each of its children, since the strictest of all then holds (D05, D12). Time in an app for learning is the
 * app's alone (A122); so is time that a parent granted (A08), and that in an app which is allowed while the device is not.
 */
export function addUsage(state: DeviceState, seconds: number, now: number): DeviceState {
  const children = deciding(state);
  if (children.length === 0 || seconds <= 0) return state;
  const { openApp } = state;
  const isAllowed = state.applied?.state === 'allowed';
  const access = openApp === null ? null : resolveApp(state, openApp, now);
  if (access === null ? !isAllowed : !access.isUsable || !(isAllowed || access.why === 'always')) return state;
  const used = children.reduce((known, child) => addUsageOf(known, child, seconds, isAllowed, now), state);
  return { ...used, lastUsedAt: now };
}

/** So many seconds more of the device, as far as they count against an allowance, and of the app before the child. */
function addUsageOf(state: DeviceState, child: PolicyChild, seconds: number, isAllowed: boolean, now: number): DeviceState {
  const { openApp } = state;
  const key = { childId: child.user_id, date: localDate(now, child.time_zone) };
  const isCounted = isAllowed && (openApp === null || !isUncounted(state, child, openApp)) && !isGranted(state, child, now);
  const most = Math.min(MOST_USAGE, USAGE_KEPT * (state.policy?.rules.users.length ?? 1));
  const usage = isCounted ? addTo(state.usage, key, seconds).slice(-most) : state.usage;
  const oldest = addDays(key.date, -APP_DAYS_KEPT);
  const appUsage =
    openApp === null ? state.appUsage : addTo(state.appUsage, { ...key, bundleId: openApp }, seconds).filter(({ date }) => date > oldest);
  return { ...state, usage, appUsage };
}

type Key = { childId: string; date: string; bundleId?: string };

/** The totals with so many seconds more under one key, which goes to the end. */
function addTo<Total extends Key>(
  totals: ReadonlyArray<Total & { seconds: number }>,
  key: Total,
  seconds: number,
): Array<Total & { seconds: number }> {
  const isIt = (total: Key): boolean => total.childId === key.childId && total.date === key.date && total.bundleId === key.bundleId;
  const before = totals.find(isIt)?.seconds ?? 0;
  return [...totals.filter((total) => !isIt(total)), { ...key, seconds: before + Math.round(seconds) }];
}
