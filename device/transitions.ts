import type { DeviceCommandWire, DeviceFrameDown, PolicyAnswer } from '#app/wire/device.ts';
import { receiveAccountKey } from './account-key.ts';
import { CHILD_APP, installApp } from './apps.ts';
import { serverTime, stateAt, takeServerTime } from './decide.ts';
import { startBurst, stopBurst, switchLocation } from './location.ts';
import { isLimited, queueAllPositions, queueReport } from './reports.ts';
import { addRequest } from './samples.ts';
import { type Ack, type Applied, type DeviceState, forgetEnrolment, isSame } from './state.ts';

/** Maximum number of sequence numbers kept from the socket. */
const MAX_PUSHED_SEQS = 200;

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

/** Removes the command from the inbox, carries it out if `error` is null, and queues its ack. */
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
  const done = error === null ? carryOut(state, command, now) : state;
  return { ...done, inbox, errorCount, unsentAcks: [...state.unsentAcks, ack], told: { ...applied, at: now } };
}

/** Applies the effects of a command. */
function carryOut(state: DeviceState, { kind, id, user_id }: DeviceCommandWire, now: number): DeviceState {
  if (kind === 'on_demand' && user_id !== null) return { ...state, samples: addRequest(state.samples, id, user_id) };
  if (kind === 'location_burst') return { ...state, location: startBurst(state.location, now) };
  if (kind === 'location_stop') return { ...state, location: stopBurst(state.location) };
  if (kind === 'app_list') return { ...state, isAppListOwed: true };
  return kind === 'install_childapp' ? installApp(state, CHILD_APP) : state;
}

/** Removes or restores management and queues a report with that event (D09). */
export function setManagement(state: DeviceState, isRemoved: boolean, ownNow: number): DeviceState {
  const now = serverTime(state, ownNow);
  const changed = apply({ ...state, managementRemoved: isRemoved }, now);
  return queueReport(changed, now, [{ type: isRemoved ? 'management_removed' : 'management_restored', at: now }]);
}

/**
 * Turns the device off or on. A device that is off does nothing. Turning it on queues a report with both events (A182), because a device
 * that is about to go off cannot rely on a network.
 */
export function setPower(state: DeviceState, isOn: boolean, ownNow: number): DeviceState {
  const { poweredOffAt } = state;
  if (isOn === (poweredOffAt === null)) return state;
  const now = serverTime(state, ownNow);
  if (poweredOffAt === null) return { ...state, poweredOffAt: now };
  const events = [
    { type: 'powered_off' as const, at: poweredOffAt },
    { type: 'powered_on' as const, at: now },
  ];
  return queueReport(apply({ ...state, poweredOffAt: null }, now), now, events);
}

/** Turns location on or off and queues a report with that event (D07). Positions measured before are sent first. */
export function setLocation(state: DeviceState, isOn: boolean, ownNow: number): DeviceState {
  if (state.location.isOn === isOn) return state;
  const now = serverTime(state, ownNow);
  const changed = { ...state, location: switchLocation(state.location, isOn) };
  return queueAllPositions(changed, now, [{ type: isOn ? 'location_on' : 'location_off', at: now }]);
}
