import type * as z from 'zod';
import type { AccessState } from '#app/domain/block-status.ts';
import { commandKindSchema } from '#app/wire/command.ts';
import { ackCommands, type DeviceCommandWire, getPolicy, listCommands, type PolicyAnswer, sendReport } from '#app/wire/device.ts';
import type { Refusal } from '#app/wire/errors.ts';
import { type CallResult, callServer, type Device, deliver } from './call.ts';
import { type Captured, captureNow, findCaptureFault } from './capture.ts';
import { advanceClock } from './clock.ts';
import { type Decision, decide, serverTime } from './decide.ts';
import { isCutOff } from './habits.ts';
import { type Locating, locateNow } from './locate.ts';
import { isAskedToWait, isReportDue, queueReport, takePace, waitAsAsked } from './reports.ts';
import { type Ack, type DeviceState, forgetEnrolment, isSame } from './state.ts';
import * as next from './transitions.ts';
import { type Uploaded, uploadSamples } from './upload.ts';

/** An event caused by a step or the socket. Times are the server’s, in epoch ms. */
export type DeviceEvent =
  | { kind: 'applied'; before: AccessState | null; decision: Decision; at: number }
  | { kind: 'received'; command: DeviceCommandWire; dueAt: number }
  | { kind: 'acknowledged'; ack: Ack }
  | { kind: 'reported'; seq: number; state: AccessState }
  | { kind: 'unreachable'; because: string }
  | { kind: 'reachable'; since: number }
  | { kind: 'refused'; call: string; refusal: Refusal }
  | Locating
  | Captured
  | Uploaded
  | { kind: 'connected' }
  | { kind: 'disconnected'; because: string }
  /** The server offered a key other than the pinned one. It is not used (A128). */
  | { kind: 'key_refused'; keyId: string }
  | { kind: 'gone' };

/** Returns a store in memory, for tests and for devices inside another program. */
export function memoryStore(initial: DeviceState): Device['store'] {
  let state = initial;
  return {
    read: () => state,
    update: (change) => {
      state = change(state);
      return state;
    },
  };
}

/**
 * Runs one round: fetches commands, applies rules, answers and reports. Offline, it uses the last known policy and queues what it has to
 * send. Call it every few seconds. `wantsReport` sends a report even if nothing changed.
 */
export function step(device: Device, wantsReport = false): Promise<Array<DeviceEvent>> {
  return round(device, { hears: true, wantsReport });
}

/** Runs one round without fetching commands, for a device whose socket delivers them. Sends no request while nothing is due. */
export function act(device: Device): Promise<Array<DeviceEvent>> {
  return round(device, { hears: false, wantsReport: false });
}

async function round(device: Device, { hears, wantsReport }: { hears: boolean; wantsReport: boolean }): Promise<Array<DeviceEvent>> {
  const before = device.store.update((state) => advanceClock(state, device.now(), device.uptime?.() ?? null));
  if (before.enrolment.kind !== 'enrolled' || before.poweredOffAt !== null) return [];
  const happenings: Array<DeviceEvent> = [];
  if (hears) await fetchCommands(device, happenings);
  await applyRules(device, happenings);
  const isAsked = await answerCommands(device, happenings);
  if (isEnrolled(device)) happenings.push(...locateNow(device));
  if (isEnrolled(device)) {
    device.store.update((state) => {
      const now = serverTime(state, device.now());
      return wantsReport || isAsked || isReportDue(state, now) ? queueReport(state, now) : state;
    });
    happenings.push(...(await captureNow(device)));
    await sendQueued(device, happenings);
    if (isEnrolled(device)) happenings.push(...(await uploadSamples(device)));
  }
  return [...reachability(before, device.store.read(), happenings), ...happenings.filter(({ kind }) => kind !== 'unreachable')];
}

/** Sends these acks in this order. Tests send late and repeated ones, which must be harmless. */
export function sendAcks(device: Device, acks: Array<Ack>): Promise<CallResult<{ accepted: Array<string> }>> {
  return deliver(device, 'ack', ackCommands, acks);
}

function isEnrolled(device: Device): boolean {
  return device.store.read().enrolment.kind === 'enrolled';
}

async function fetchCommands(device: Device, happenings: Array<DeviceEvent>): Promise<void> {
  const { commandSeq } = device.store.read();
  const outcome = await callServer(device, listCommands, { query: { after: String(commandSeq) } });
  if (outcome.kind !== 'value') return note(device, outcome, listCommands.path, happenings);
  const state = device.store.update((known) => next.receiveCommands(known, outcome.value, serverTime(known, device.now())));
  for (const { command, dueAt } of state.inbox) if (command.seq > commandSeq) happenings.push({ kind: 'received', command, dueAt });
}

/**
 * Fetches the policy if a command requires it, then applies the rules that are active now. This includes schedules that begin without a
 * command.
 */
async function applyRules(device: Device, happenings: Array<DeviceEvent>): Promise<void> {
  const state = device.store.read();
  const due = next.dueCommands(state, serverTime(state, device.now()));
  const isAllowedTo = state.mode !== 'failing' && !state.managementRemoved;
  if ((isAllowedTo && due.some(({ kind }) => kind === 'policy')) || next.isBehind(state)) await refreshPolicy(device, happenings);
  applyNow(device, happenings);
}

async function refreshPolicy(device: Device, happenings: Array<DeviceEvent>): Promise<void> {
  const { policy } = device.store.read();
  const outcome = await callServer(device, getPolicy, { query: policy === null ? {} : { since: String(policy.scheduleTs) } });
  if (outcome.kind === 'value') takePolicy(device, outcome.value, happenings);
  else note(device, outcome, getPolicy.path, happenings);
  if (outcome.kind === 'unchanged') device.store.update((state) => ({ ...state, policySaid: null }));
}

function takePolicy(device: Device, answerCommands: PolicyAnswer, happenings: Array<DeviceEvent>): void {
  const before = device.store.read().accountKey?.refused;
  const { accountKey } = device.store.update((state) => next.takePolicy(state, answerCommands, device.now()));
  const refused = accountKey?.refused;
  if (refused === undefined || refused === null || refused.pin === before?.pin) return;
  happenings.push({ kind: 'key_refused', keyId: refused.keyId });
  // The parent must learn about the refused key now, not with the next heartbeat.
  device.store.update((state) => queueReport(state, serverTime(state, device.now())));
}

function applyNow(device: Device, happenings: Array<DeviceEvent>): void {
  if (!isEnrolled(device)) return;
  const before = device.store.read().applied;
  const state = device.store.update((known) => next.apply(known, serverTime(known, device.now())));
  if (state.applied === null || isSame(before, state.applied)) return;
  const { at } = state.applied;
  happenings.push({ kind: 'applied', before: before?.state ?? null, decision: decide(state, at), at });
}

/** Answers due commands. Returns true if the parent asked for a report. */
async function answerCommands(device: Device, happenings: Array<DeviceEvent>): Promise<boolean> {
  if (!isEnrolled(device)) return false;
  let isAsked = false;
  let isUnmanaged = false;
  device.store.update((known) => {
    const now = serverTime(known, device.now());
    let state = next.dropExpired(known, now);
    for (const command of next.dueCommands(state, now)) {
      const error = findFault(state, command, device.objects !== undefined);
      // A command is not confirmed and stays due until the device has the policy that the command refers to.
      if (error === null && !next.isCovered(state, command)) continue;
      if (command.kind === 'location_stop' && state.location.burstUntil !== null) happenings.push({ kind: 'burst_ended' });
      state = next.answerCommand(state, command, error, now);
      isAsked ||= (command.kind === 'device_info' || command.kind === 'app_list') && error === null;
      isUnmanaged ||= command.kind === 'unmanage' && error === null;
      const until = command.kind === 'location_burst' && error === null ? state.location.burstUntil : null;
      if (until !== null) happenings.push({ kind: 'locating', reason: 'burst', until });
    }
    return state;
  });
  if (isUnmanaged) {
    await sendQueued(device, happenings);
    becomeGone(device, happenings);
  }
  return isAsked;
}

function findFault(state: DeviceState, { kind, user_id }: DeviceCommandWire, canCapture: boolean): string | null {
  const { managementRemoved, mode, location } = state;
  if (!commandKindSchema.options.some((known) => known === kind)) return 'Unknown command';
  if (managementRemoved) return 'Device management was removed';
  if (kind === 'location_burst' && !location.isOn) return 'Location is off on the device';
  if (mode === 'failing') return 'The command failed (simulated failure)';
  if (kind !== 'on_demand') return null;
  return canCapture ? findCaptureFault(state, user_id) : 'This device makes no screenshots';
}

/** Sends queued acks, then queued reports in order. A silent or offline device keeps them. */
async function sendQueued(device: Device, happenings: Array<DeviceEvent>): Promise<void> {
  const state = device.store.read();
  const { mode, unsentAcks, unsentReports } = state;
  if (mode === 'silent' || isCutOff(state, serverTime(state, device.now()))) return;
  const acks = unsentAcks.slice(0, 100);
  if (acks.length > 0) {
    const outcome = await sendAcks(device, acks);
    if (!isSettled(device, outcome, ackCommands.path, happenings)) return;
    device.store.update((known) => ({ ...known, unsentAcks: known.unsentAcks.filter(({ id }) => !acks.some((ack) => ack.id === id)) }));
    if (outcome.kind === 'value') for (const ack of acks) happenings.push({ kind: 'acknowledged', ack });
  }
  for (const report of isAskedToWait(state, serverTime(state, device.now())) ? [] : unsentReports) {
    const outcome = await deliver(device, 'report', sendReport, sendReport.body.parse(report));
    if (outcome.kind === 'unavailable')
      device.store.update((known) => waitAsAsked(known, outcome.retryAfterMs, serverTime(known, device.now())));
    if (!isSettled(device, outcome, sendReport.path, happenings)) return;
    device.store.update((known) => ({ ...known, unsentReports: known.unsentReports.filter(({ seq }) => seq !== report.seq) }));
    if (outcome.kind !== 'value') continue;
    happenings.push({ kind: 'reported', seq: report.seq, state: report.applied.state });
    await handleReportAnswer(device, outcome.value, happenings);
  }
}

/** Processes the answer to a report: usage on other devices, and the newest policy version. */
async function handleReportAnswer(
  device: Device,
  { policy_ts, usage, app_usage, usage_every }: z.infer<typeof sendReport.output>,
  happenings: Array<DeviceEvent>,
): Promise<void> {
  const usageElsewhere = usage.map(({ user_id, date, seconds }) => ({ childId: user_id, date, seconds: Math.round(seconds) }));
  const appUsageElsewhere = (app_usage ?? []).map(({ user_id, date, bundle_id, seconds }) => ({
    childId: user_id,
    date,
    bundleId: bundle_id,
    seconds: Math.round(seconds),
  }));
  const state = device.store.update((known) => {
    const updated: DeviceState = { ...known, usageElsewhere, appUsageElsewhere };
    return takePace(next.notePolicyVersion(updated, policy_ts), usage_every);
  });
  if (state.mode === 'prompt' && next.isBehind(state)) await refreshPolicy(device, happenings);
  // Use on other devices may have used up the daily limit.
  applyNow(device, happenings);
}

/** True if the server accepted or permanently refused the request. After no answer or a 401, the request must be sent again. */
function isSettled(device: Device, outcome: CallResult<unknown>, call: string, happenings: Array<DeviceEvent>): boolean {
  if (outcome.kind === 'value' || outcome.kind === 'unchanged') return true;
  note(device, outcome, call, happenings);
  return outcome.kind === 'refused' && outcome.refusal.status !== 401 && isEnrolled(device);
}

function note(device: Device, outcome: CallResult<unknown>, call: string, happenings: Array<DeviceEvent>): void {
  // A server that asks to wait is reachable.
  if (outcome.kind === 'unavailable' && outcome.retryAfterMs !== undefined) return;
  if (outcome.kind === 'unavailable') happenings.push({ kind: 'unreachable', because: outcome.because });
  if (outcome.kind !== 'refused') return;
  if (outcome.refusal.status === 410) becomeGone(device, happenings);
  else happenings.push({ kind: 'refused', call, refusal: outcome.refusal });
}

function becomeGone(device: Device, happenings: Array<DeviceEvent>): void {
  if (!isEnrolled(device)) return;
  device.store.update((state) => forgetEnrolment(state, serverTime(state, device.now())));
  happenings.push({ kind: 'gone' });
}

/** Returns one event when the server becomes unreachable, and one when it is reachable again; else none. */
function reachability(before: DeviceState, after: DeviceState, happenings: Array<DeviceEvent>): Array<DeviceEvent> {
  const lost = happenings.find(({ kind }) => kind === 'unreachable');
  if (before.unreachableSince === null && lost !== undefined) return [lost];
  if (before.unreachableSince !== null && after.unreachableSince === null && lost === undefined) {
    return [{ kind: 'reachable', since: before.unreachableSince }];
  }
  return [];
}
