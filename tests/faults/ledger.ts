import type { AckBody, ReportBody } from '#app/wire/device.ts';
import type { Observed } from './observe.ts';

/** The reliability invariants that are checked here. */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7';
export type Violation = { invariant: Invariant; what: string };

/** What a parent can ask for. `ask` changes no rule; only its commands are checked. */
export type ParentAction = { kind: 'block' | 'grant' | 'lift' | 'schedule' | 'drop' | 'ask'; ruleId: string | null };

/** One request of a parent. `outcome` null: no answer arrived, so it is unknown whether the change was saved. */
export type Tap = { key: string; childId: string; action: ParentAction; outcome: { status: number; body: unknown } | null };

/** One message of a device. `isAcknowledged`: the answer arrived. */
export type DeviceMessage = { deviceId: string; isAcknowledged: boolean } & (
  | { kind: 'ack'; acks: AckBody }
  | { kind: 'report'; report: ReportBody }
);

/** What the clients of one family have sent, and which answers they received. Acknowledged changes must not be lost. */
export type Ledger = {
  taps: Array<Tap>;
  messages: Array<DeviceMessage>;
  /** Device IDs by child, fixed before the first tap. */
  devices: ReadonlyMap<string, ReadonlyArray<string>>;
  /** Returns the state that a device applies now, from the device itself. */
  stateOf: (deviceId: string) => string | null;
  /** The newest change number of the family that was observed. */
  seq: number;
};

/** `crashed`: the server is running again, but nothing was repeated yet. `settled`: everything was repeated, and every device is done. */
export type Moment = 'crashed' | 'settled';

/**
 * Compares what the clients know with the observed rows.
 * @returns all violations
 */
export function check(ledger: Ledger, observed: Observed, moment: Moment): Array<Violation> {
  const children = [...ledger.devices.keys()];
  return [
    ...children.flatMap((childId) => checkChild(ledger, observed, childId)),
    ...[...ledger.devices.values()].flat().flatMap((deviceId) => checkDevice(ledger, observed, deviceId)),
    ...checkCommands(ledger, observed, moment),
    ...(moment === 'settled' ? checkScreen(ledger, observed) : []),
    ...checkClock(observed),
    ...(observed.seq < ledger.seq ? [broken('I7', `the number went back from ${ledger.seq} to ${observed.seq}`)] : []),
  ];
}

function broken(invariant: Invariant, what: string): Violation {
  return { invariant, what };
}

type Expected = { override: string | null; schedules: Set<string>; changes: number };

/** Returns the rules that a child has after the acknowledged taps, and the number of changes for its devices. */
function expectedOf(taps: ReadonlyArray<Tap>): Expected {
  const expected: Expected = { override: null, schedules: new Set(), changes: 0 };
  for (const { action, outcome } of taps) {
    if (outcome?.status !== 200) continue;
    const id = ruleIdOf(outcome.body);
    if (action.kind === 'ask' || (isRemoval(action) && deletedOf(outcome.body) === 0)) continue;
    expected.changes += 1;
    if (action.kind === 'block' || action.kind === 'grant') expected.override = id;
    if (action.kind === 'lift') expected.override = null;
    if (action.kind === 'schedule' && id !== null) expected.schedules.add(id);
    if (action.kind === 'drop' && action.ruleId !== null) expected.schedules.delete(action.ruleId);
  }
  return expected;
}

/**
 * Checks I1 and I2 for the changes that parents requested: none that was acknowledged is missing, none happened twice, and none is
 * incomplete.
 */
function checkChild(ledger: Ledger, observed: Observed, childId: string): Array<Violation> {
  const taps = ledger.taps.filter((tap) => tap.childId === childId);
  const expected = expectedOf(taps);
  const open = taps.filter(({ outcome, action }) => outcome === null && action.kind !== 'ask');
  const rules = observed.rule.filter((rule) => rule.child_id === childId);
  const override = rules.find(({ kind }) => kind === 'override')?.id ?? null;
  const schedules = new Set(rules.filter(({ kind }) => kind === 'schedule').map(({ id }) => id));
  const violations: Array<Violation> = [];
  for (const deviceId of ledger.devices.get(childId) ?? []) {
    const changes = observed.command.filter((command) => command.device_id === deviceId && command.kind === 'policy').length;
    if (changes < expected.changes)
      violations.push(broken('I1', `${expected.changes} changes were acknowledged, ${changes} are there for ${deviceId}`));
    if (changes > expected.changes + open.length)
      violations.push(broken('I2', `${expected.changes + open.length} changes were asked for, ${changes} happened for ${deviceId}`));
    if (changes > expected.changes || open.length === 0) continue;
    // The unanswered change was not made, so no part of it may exist.
    if (override !== expected.override) violations.push(broken('I1', `half a change: override ${override}, expected ${expected.override}`));
  }
  if (open.length > 0) return violations;
  if (override !== expected.override)
    violations.push(broken('I1', `the override of ${childId} is ${override}, acknowledged was ${expected.override}`));
  for (const id of expected.schedules) if (!schedules.has(id)) violations.push(broken('I1', `the acknowledged schedule ${id} is gone`));
  for (const id of schedules) if (!expected.schedules.has(id)) violations.push(broken('I2', `nobody asked for schedule ${id}`));
  return violations;
}

/**
 * Checks I1 and I4 for one device: acknowledged report numbers and usage totals are kept. The stored applied state is from the latest
 * acknowledged message or from an unanswered one.
 */
function checkDevice(ledger: Ledger, observed: Observed, deviceId: string): Array<Violation> {
  const messages = ledger.messages.filter((message) => message.deviceId === deviceId);
  const device = observed.device.find(({ id }) => id === deviceId);
  if (device === undefined) return [broken('I1', `the enrolled device ${deviceId} is gone`)];
  const violations: Array<Violation> = [];
  const acknowledged = messages.filter(({ isAcknowledged }) => isAcknowledged);
  const seq = Math.max(0, ...acknowledged.map((message) => (message.kind === 'report' ? message.report.seq : 0)));
  if (device.report_seq < seq) violations.push(broken('I1', `report ${seq} of ${deviceId} was taken, ${device.report_seq} is kept`));
  for (const { user_id, date, seconds } of acknowledged.flatMap((message) =>
    message.kind === 'report' ? (message.report.usage ?? []) : [],
  )) {
    const kept = observed.usage.find((row) => row.device_id === deviceId && row.child_id === user_id && row.date === date)?.seconds ?? 0;
    if (kept < seconds) violations.push(broken('I1', `${seconds} s of use of ${deviceId} were taken, ${kept} are kept`));
  }
  const reportedStates = messages
    .map((message) => ({ ...lastReportedState(message), isAcknowledged: message.isAcknowledged }))
    .filter((one) => one.state !== null);
  const newest = Math.max(0, ...reportedStates.filter(({ isAcknowledged }) => isAcknowledged).map(({ scheduleTs }) => scheduleTs));
  const lastAcknowledged = reportedStates.findLast(({ isAcknowledged, scheduleTs }) => isAcknowledged && scheduleTs === newest);
  const candidates = reportedStates.filter((one) => one === lastAcknowledged || (!one.isAcknowledged && one.scheduleTs >= newest));
  const { applied } = device.report_json;
  const isPossible =
    applied === null
      ? lastAcknowledged === undefined
      : candidates.some((one) => one.state === applied.state && one.scheduleTs === applied.scheduleAt);
  if (!isPossible)
    violations.push(
      broken('I4', `${deviceId} is kept as ${JSON.stringify(applied)}, and last said ${JSON.stringify(candidates.slice(-2))}`),
    );
  return violations;
}

function lastReportedState(message: DeviceMessage): { state: string | null; scheduleTs: number } {
  if (message.kind === 'report') return { state: message.report.applied.state, scheduleTs: message.report.applied.schedule_ts };
  const last = message.acks.at(-1);
  return { state: last?.applied ?? null, scheduleTs: last?.schedule_ts ?? 0 };
}

/**
 * Checks I1, I3 and I4 for commands. Every confirmation is from the device, and every expiry is scheduled. No acknowledged or replaced
 * command stays pending, and no acknowledged request is lost.
 */
function checkCommands(ledger: Ledger, observed: Observed, moment: Moment): Array<Violation> {
  const violations: Array<Violation> = [];
  for (const command of observed.command) {
    const messages = ledger.messages.filter((message) => message.deviceId === command.device_id);
    const isOpen = command.state === 'saved' || command.state === 'sent';
    const isNewest = !observed.command.some(
      (other) => other.device_id === command.device_id && other.kind === 'policy' && other.schedule_at > command.schedule_at,
    );
    const proofs = messages.filter((message) => proves(message, command));
    if (command.state === 'confirmed' && proofs.length === 0)
      violations.push(broken('I4', `command ${command.id} counts as confirmed, and its device never said so`));
    // A report does not confirm a request, because the report may have been sent before the request.
    if (isOpen && proofs.some((message) => message.isAcknowledged && (command.kind === 'policy' || message.kind === 'ack')))
      violations.push(broken('I1', `command ${command.id} is ${command.state}, and its device was told that it is done`));
    if (isOpen && command.kind === 'policy' && !isNewest)
      violations.push(broken('I3', `command ${command.id} waits although a newer one replaced it`));
    if (isOpen && moment === 'settled') violations.push(broken('I3', `command ${command.id} is ${command.state} for ever`));
    if (isOpen && command.expires_at !== null && !observed.due.some((due) => due.kind === 'command' && due.id === command.id))
      violations.push(broken('I3', `command ${command.id} would never expire`));
  }
  const asked = ledger.taps.flatMap(({ outcome, action }) => (action.kind === 'ask' && outcome?.status === 200 ? idsOf(outcome.body) : []));
  for (const id of asked)
    if (!observed.command.some((command) => command.id === id)) violations.push(broken('I1', `the acknowledged request ${id} is gone`));
  return violations;
}

function proves(message: DeviceMessage, command: Observed['command'][number]): boolean {
  if (message.kind === 'report') return command.kind === 'device_info' || message.report.applied.schedule_ts >= command.schedule_at;
  const isOld = (scheduleTs: number): boolean => command.kind === 'policy' && scheduleTs < command.schedule_at;
  return message.acks.some((ack) => ack.id === command.id && ack.status === 'ok' && !isOld(ack.schedule_ts));
}

/** Checks I4 after everything is settled: a page shows the real state of each device, and nothing as pending. */
function checkScreen(ledger: Ledger, observed: Observed): Array<Violation> {
  return observed.status.flatMap((child) =>
    (child.devices ?? []).flatMap((device) => {
      const state = ledger.stateOf(device.device_id);
      if (device.viewState === state && device.applied?.state === state && device.requested === state) return [];
      return [broken('I4', `${device.device_id} is shown as ${device.viewState} and asked to be ${device.requested}, and it is ${state}`)];
    }),
  );
}

/** Checks I3: if something is due, the alarm is set for it. A clock that a test stopped needs no alarm. */
export function checkClock({ due, alarm, isStopped }: Observed): Array<Violation> {
  const next = Math.min(...due.map(({ at }) => at));
  if (isStopped || due.length === 0 || (alarm !== null && alarm <= Math.max(next, Date.now()) + 5_000)) return [];
  return [broken('I3', `something is due at ${next}, and the alarm is set to ${alarm}`)];
}

function isRemoval({ kind }: ParentAction): boolean {
  return kind === 'lift' || kind === 'drop';
}

function ruleIdOf(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'rule_id' in body && typeof body.rule_id === 'string' ? body.rule_id : null;
}

function deletedOf(body: unknown): number {
  return typeof body === 'object' && body !== null && 'objects_deleted' in body ? Number(body.objects_deleted) : 0;
}

function idsOf(body: unknown): Array<string> {
  const ids = typeof body === 'object' && body !== null && 'command_ids' in body ? body.command_ids : [];
  return Array.isArray(ids) ? ids.map(String) : [];
}
