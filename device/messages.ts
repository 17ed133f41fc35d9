import type { AppAccess } from '#app/domain/app-rules.ts';
import type { AccessState, Reason } from '#app/domain/block-status.ts';
import { localDate } from '#app/domain/time.ts';
import type { Refusal } from '#app/wire/errors.ts';
import type { AccountKeyState } from './account-key.ts';
import { type Limits, resolveApp, resolveLimits } from './apps.ts';
import { sealingKeyOf } from './capture.ts';
import { clockStatus } from './clock.ts';
import { type Decision, listDecidingChildren } from './decide.ts';
import type { DeviceEvent } from './device.ts';
import { isCutOff } from './habits.ts';
import { describeLocating, describeLocation } from './location-messages.ts';
import { formatMoment, formatSeconds } from './moments.ts';
import type { DeviceState, InstalledApp } from './state.ts';

/** A running device writes its state every few seconds. Without a write for this long, it is not running. */
const LONGEST_QUIET_MS = 3 * 60_000;
const STATE_WORDS = { allowed: 'Allowed', blocked: 'Blocked', paused: 'Paused' } as const satisfies Record<AccessState, string>;

/** Returns the time zone for messages: that of the deciding child, else of this machine. */
export function zoneOf(decision: Decision): string {
  return decision.child?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Describes the current state, its reason and its end in one or two sentences. */
export function describeDecision(decision: Decision, now: number): string {
  const zone = zoneOf(decision);
  const { nextChange, child } = decision;
  const until = nextChange === null ? '' : ` until ${formatMoment(nextChange.at, zone, now)}`;
  const then = nextChange === null || nextChange.state === 'allowed' ? '' : `, then ${nextChange.state}`;
  const whose = child === null ? '' : ` (${child.name}, ${zone})`;
  const ownWord =
    decision.isOfflineDecision && decision.policyFrom !== null
      ? ` Decided offline, using rules from ${formatMoment(decision.policyFrom, zone, now)}.`
      : '';
  return `${STATE_WORDS[decision.state]}${until}${then}${whose}: ${describeReason(decision.why)}.${ownWord}`;
}

function describeReason(why: Reason | null): string {
  if (why === null) return 'no rule blocks it';
  const lasting =
    why.until === null
      ? `, until a parent ${why.effect === 'grant' ? 'blocks it again' : why.effect === 'pause' ? 'resumes it' : 'unblocks it'}`
      : '';
  switch (why.kind) {
    case 'override':
      return why.effect === 'grant' ? `allowed by a parent${lasting}` : `blocked by a parent${lasting}`;
    case 'allowance':
      return 'today’s screen time is used up';
    case 'pause':
      return `paused by a parent${lasting}`;
    case 'schedule':
    case 'default-schedule':
      return why.name ?? 'a schedule';
  }
}

/** Describes an event in one line. Times are in `zone`. */
export function describeHappening(happening: DeviceEvent, now: number, zone: string): string {
  switch (happening.kind) {
    case 'applied':
      return describeDecision(happening.decision, now);
    case 'received': {
      const wait = Math.max(0, Math.round((happening.dueAt - now) / 1000));
      return `Received ${happening.command.kind} ${happening.command.id}${wait > 0 ? `, applies in ${wait} s` : ''}.`;
    }
    case 'acknowledged': {
      const { ack } = happening;
      return ack.status === 'ok'
        ? `Confirmed ${ack.id}. The device is ${ack.applied}.`
        : `Answered ${ack.id} with an error: ${ack.error ?? 'unknown'}.`;
    }
    case 'reported':
      return `Sent report ${happening.seq}: ${happening.state}.`;
    case 'unreachable':
      return `Offline: ${happening.because}. Using the last known rules.`;
    case 'reachable':
      return `Back online after ${Math.max(1, Math.round((now - happening.since) / 1000))} s.`;
    case 'refused':
      return `${happening.call} was refused: ${describeRefusal(happening.refusal)}`;
    case 'locating':
    case 'burst_ended':
      return describeLocating(happening, zone, now);
    case 'captured':
      return happening.cause === 'on_demand'
        ? 'Your parents took a screenshot. Only they can open it.'
        : 'A screenshot was taken for your parents. Only they can open it.';
    case 'uploaded':
      return `Uploaded screenshot ${happening.sampleId}, encrypted.`;
    case 'unwanted':
      return `Discarded screenshot ${happening.sampleId}: ${happening.because}.`;
    case 'connected':
      return 'Connected. Changes arrive immediately.';
    case 'disconnected':
      return `Connection lost: ${happening.because}. Polling until it reconnects.`;
    case 'key_refused':
      return `The server’s account key (${happening.keyId}) differs from the pinned key and is not used. Run confirm-key to compare.`;
    case 'gone':
      return 'A parent removed this device. It’s no longer managed; its credentials were deleted.';
  }
}

/** Describes why the server refused, and the remedy. */
export function describeRefusal({ status, message, details }: Refusal): string {
  switch (details.reason) {
    case 'already_paired':
      return 'This pairing already has a device. Start a new one on the “Add a device” page.';
    case 'code':
      return 'Unknown or expired code. Codes are valid for 15 minutes. Get a new one on the pairing page.';
    case 'limit':
      return `The plan’s device limit${details.limit === undefined ? '' : ` (${details.limit})`} has been reached. Remove a device or choose another plan.`;
    case 'signature':
    case 'session':
      return 'The server doesn’t recognize this device. If its data was reset, run forget and pair the device again.';
    case 'skew':
      return 'The device and server clocks differ by more than five minutes. Set this machine’s clock.';
    default:
      return `${message} (${status}).`;
  }
}

function describeLine(state: DeviceState, now: number, moment: (at: number | null) => string): string {
  if (state.poweredOffAt !== null) return `Off since ${moment(state.poweredOffAt)}`;
  if (state.offline) return 'Offline (manual)';
  if (isCutOff(state, now)) return 'Offline (scheduled)';
  if (state.unreachableSince !== null) return `No response since ${moment(state.unreachableSince)}`;
  // A killed process cannot record that its socket closed.
  const isLive = state.socketSince !== null && now - Math.max(state.lastContactAt ?? 0, state.lived?.at ?? 0) < LONGEST_QUIET_MS;
  return isLive ? `Connected since ${moment(state.socketSince)}` : 'Online (polling)';
}

const MODE_WORDS = {
  prompt: 'normal',
  silent: 'silent (applies commands without confirming them)',
  failing: 'failing (answers every command with an error)',
} as const satisfies Record<DeviceState['mode'], string>;

/** Describes how far the device’s clock is off. */
function describeClock({ serverOffsetMs }: DeviceState): string {
  const minutes = Math.round(Math.abs(serverOffsetMs) / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const parts = [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : ''];
  const off = parts.filter((part) => part !== '').join(' ');
  return `Device clock is ${off} ${serverOffsetMs > 0 ? 'behind' : 'ahead'}. Using the last known time; clock reported as wrong.`;
}

/** Describes which account key the device trusts, and why (A128). */
export function describeKey(state: AccountKeyState | null): string {
  if (state === null) return 'Account key: none yet. The first key received will be pinned.';
  if (state.refused !== null)
    return 'Account key: the server’s key differs from the pinned key and is not used. Run confirm-key to compare.';
  switch (state.from) {
    case 'invitation':
      return state.trusted === null ? 'Account key: pinned by the invitation, not received yet.' : 'Account key: pinned by the invitation.';
    case 'person':
      return 'Account key: pinned and confirmed by comparison.';
    case 'server':
      return 'Account key: pinned, not compared yet. Run confirm-key to compare.';
  }
}

/** Describes whether an app is usable, why, and until when: `Minecraft (com.mojang.minecraftpe): blocked, app schedule, until 16:00.` */
export function describeApp({ name, bundleId }: InstalledApp, { isUsable, why, until }: AppAccess, zone: string, now: number): string {
  const end = until === null ? '' : `, until ${formatMoment(until, zone, now)}`;
  const whole = isUsable ? 'allowed by a parent' : 'the device is blocked or paused';
  const reasons = {
    always: 'always allowed',
    never: 'never allowed',
    device: whole,
    schedule: 'app schedule',
    limit: 'today’s app limit is used up',
  } as const satisfies Record<NonNullable<AppAccess['why']>, string>;
  const reason = why === null ? 'no rule blocks it' : reasons[why];
  return `${name} (${bundleId}): ${isUsable ? 'usable' : 'blocked'}, ${reason}${end}.`;
}

/** Describes active restrictions, the web filter and unsupported settings, one line each; empty if there are none. */
export function describeLimits({ restrictions, webFilter, unsupported }: Limits): Array<string> {
  const inEffect = Object.entries(restrictions).map(([key, value]) => `${key} = ${value}`);
  const filter =
    webFilter === null
      ? []
      : [[`${webFilter.deny.length} hosts blocked, ${webFilter.allow.length} allowed`, ...webFilter.categories].join(', ')];
  return [
    ...(inEffect.length === 0 ? [] : [`Active restrictions: ${inEffect.join(', ')}.`]),
    ...filter.map((words) => `Web filter: ${words}.`),
    ...(unsupported.length === 0 ? [] : [`Not supported on this device: ${unsupported.join(', ')}.`]),
  ];
}

/** Describes each app of the device in one line. */
export function describeApps(state: DeviceState, decision: Decision, now: number): Array<string> {
  return state.apps.map((app) => {
    const seconds = longestUseToday(state, app.bundleId, now);
    const used = seconds === 0 ? '' : ` Used today: ${Math.round(seconds / 60)} min.`;
    const open = state.openApp === app.bundleId ? ' Open.' : '';
    return `  ${describeApp(app, resolveApp(state, app.bundleId, now), zoneOf(decision), now)}${used}${open}`;
  });
}

/**
 * Returns the seconds that an app was used on this device today, for the child with the most. Without an active child, the same use counts
 * for every child, so a sum would be too high.
 */
function longestUseToday(state: DeviceState, bundleId: string, now: number): number {
  const ofChildren = listDecidingChildren(state).map(({ user_id, time_zone }) =>
    state.appUsage.find((usage) => usage.childId === user_id && usage.bundleId === bundleId && usage.date === localDate(now, time_zone)),
  );
  return Math.max(0, ...ofChildren.map((usage) => usage?.seconds ?? 0));
}

/** Describes whether the device makes screenshots, and when it last did. */
function describeSamples({ samples, policy, accountKey }: DeviceState, moment: (at: number | null) => string): Array<string> {
  if (policy?.rules.sampling == null) return ['Screenshots: off.'];
  if (sealingKeyOf(accountKey) === null) return ['Screenshots: none, because no account key was pinned by the invitation or confirmed.'];
  const { log, unsent } = samples;
  const waiting = unsent.length === 0 ? '' : ` Not uploaded yet: ${unsent.length}.`;
  return [`Screenshots: on, last ${moment(log.at(-1)?.at ?? null)}.${waiting} You’re told about each one.`];
}

/** Describes a device, one line per topic. */
export function describeStatus(name: string, state: DeviceState, decision: Decision, now: number): Array<string> {
  if (state.enrolment.kind === 'none') return [`${name} is not paired.`];
  if (state.enrolment.kind === 'gone') return [`${name} is no longer managed. A parent removed it.`];
  const zone = zoneOf(decision);
  const moment = (at: number | null): string =>
    at === null ? 'never' : `${formatMoment(at, zone, now)}:${formatSeconds(at, zone).slice(-2)}`;
  const waiting = state.inbox.length;
  const unsent = state.unsentAcks.length + state.unsentReports.length;
  return [
    `${name}: ${state.about.modelName} (${state.about.os}), device ${state.enrolment.deviceId} at ${state.apiUrl}`,
    state.managementRemoved ? 'Management removed. No rules are enforced.' : describeDecision(decision, now),
    `Rules from ${moment(state.policy?.fetchedAt ?? null)} (schedule_ts ${decision.scheduleTs}); applied since ${moment(state.applied?.at ?? null)}.`,
    `${describeLine(state, now, moment)}; last contact with the server ${moment(state.lastContactAt)}.`,
    `Mode: ${MODE_WORDS[state.mode]}${state.delayMs > 0 ? `, ${state.delayMs / 1000} s delay` : ''}. Waiting: ${waiting} command${waiting === 1 ? '' : 's'}; unsent: ${unsent}; last report: ${state.reportSeq}.`,
    describeKey(state.accountKey),
    ...(clockStatus(state) === 'right' ? [] : [describeClock(state)]),
    ...describeLocation(state, zone, now),
    ...describeSamples(state, moment),
    ...(state.batteryLevel === null ? [] : [`Battery: ${Math.round(state.batteryLevel * 100)}%.`]),
    ...state.usage.map(({ date, seconds }) => `Used on ${date}: ${Math.round(seconds / 60)} min.`),
    ...describeLimits(resolveLimits(state)),
    ...(state.apps.length === 0 ? [] : ['Apps:', ...describeApps(state, decision, now)]),
  ];
}
