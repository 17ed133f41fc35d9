import { describe, expect, test } from 'vitest';
import type { DeviceCommandWire } from '#app/wire/device.ts';
import { beginWithPin } from './account-key.ts';
import { isReportDue, queueReport } from './reports.ts';
import { fresh, limitedPolicy, MINUTE, NOON } from './state.fixture.ts';
import { type DeviceState, forgetEnrolment, parseDeviceState } from './state.ts';
import {
  answerCommand,
  apply,
  dropExpired,
  dueCommands,
  isBehind,
  isCovered,
  receiveCommands,
  receiveFrame,
  setManagement,
  takePolicy,
} from './transitions.ts';

function command(seq: number, kind: DeviceCommandWire['kind'] = 'policy', change: Partial<DeviceCommandWire> = {}): DeviceCommandWire {
  return { seq, id: `c${seq}`, kind, user_id: 'mia', args: {}, expires_ts: null, ...change };
}

describe('transitions', () => {
  test('receives a command once when it is fetched twice', () => {
    const once = receiveCommands(fresh(), [command(1, 'device_info')], NOON);
    const twice = receiveCommands(once, [command(1, 'device_info'), command(2, 'device_info')], NOON);
    expect(twice.inbox.map(({ command: { id } }) => id)).toEqual(['c1', 'c2']);
    expect(twice.commandSeq).toBe(2);
    expect(receiveCommands(twice, [command(1)], NOON)).toBe(twice);
  });

  test('keeps only the newest policy command', () => {
    const state = receiveCommands(receiveCommands(fresh(), [command(1)], NOON), [command(2, 'device_info'), command(3)], NOON);
    expect(state.inbox.map(({ command: { id } }) => id)).toEqual(['c2', 'c3']);
  });

  function pushed(state: DeviceState, ...seqs: Array<number>): DeviceState {
    return seqs.reduce((known, seq) => receiveFrame(known, { v: 1, type: 'command', command: command(seq, 'device_info') }, NOON), state);
  }

  test('accepts a command once when it arrives by socket twice, or by socket and by polling', () => {
    const once = pushed(fresh(), 3);
    expect(pushed(once, 3)).toBe(once);
    const fetched = receiveCommands(once, [command(3, 'device_info')], NOON);
    expect(fetched.inbox.map(({ command: { id } }) => id)).toEqual(['c3']);
    expect(fetched).toMatchObject({ commandSeq: 3, heard: [] });
    expect(pushed(fetched, 3)).toBe(fetched);
    expect(pushed(answerCommand(once, command(3, 'device_info'), null, NOON), 3).inbox).toEqual([]);
  });

  test('orders commands that arrive out of order, and gets a lost one with the next poll', () => {
    const state = pushed(fresh({ commandSeq: 1 }), 5, 3);
    expect(state.inbox.map(({ command: { id } }) => id)).toEqual(['c3', 'c5']);
    expect(state.commandSeq).toBe(1);
    const fetched = receiveCommands(state, [command(3, 'device_info'), command(4, 'device_info'), command(5, 'device_info')], NOON);
    expect(fetched.inbox.map(({ command: { id } }) => id)).toEqual(['c3', 'c4', 'c5']);
    expect(fetched).toMatchObject({ commandSeq: 5, heard: [] });
  });

  test('keeps a newer policy command when an older one arrives late', () => {
    const newer = receiveFrame(fresh(), { v: 1, type: 'command', command: command(5) }, NOON);
    expect(receiveFrame(newer, { v: 1, type: 'command', command: command(4) }, NOON).inbox.map(({ command: { id } }) => id)).toEqual([
      'c5',
    ]);
  });

  test('fetches an announced policy only if it is newer, no command brings it, and the device can apply it', () => {
    const state = apply(fresh(), NOON);
    expect(receiveFrame(state, { v: 1, type: 'policy', schedule_ts: 4 }, NOON)).toBe(state);
    expect(isBehind(state)).toBe(false);
    const told = receiveFrame(state, { v: 1, type: 'policy', schedule_ts: 6 }, NOON);
    expect(isBehind(told)).toBe(true);
    expect(receiveFrame(told, { v: 1, type: 'policy', schedule_ts: 5 }, NOON).policySaid).toBe(6);
    expect(isBehind(receiveCommands(told, [command(1)], NOON))).toBe(false);
    expect(isBehind({ ...told, mode: 'failing' })).toBe(false);
    expect(isBehind({ ...told, managementRemoved: true })).toBe(false);
    const policy = { v: 1 as const, users: [], sampling: null, account_key: null };
    expect(isBehind(takePolicy(told, { schedule_ts: 6, policy, server_time: NOON }, NOON))).toBe(false);
  });

  test('reports after a schedule boundary only if a limit applies', () => {
    const told: DeviceState = { ...queueReport(apply(fresh(), NOON), NOON), unsentReports: [] };
    expect(receiveFrame(told, { v: 1, type: 'policy', schedule_ts: 5 }, NOON)).toBe(told);
    const limited = { ...told, policy: limitedPolicy() };
    expect(isReportDue(limited, NOON)).toBe(false);
    expect(isReportDue(receiveFrame(limited, { v: 1, type: 'policy', schedule_ts: 5 }, NOON), NOON)).toBe(true);
  });

  test('forgets its secret when removed, and ignores later frames', () => {
    const gone = receiveFrame(fresh(), { v: 1, type: 'gone' }, NOON);
    expect(gone.enrolment).toEqual({ kind: 'gone', at: NOON });
    expect(pushed(gone, 9)).toBe(gone);
  });

  test('carries out a command after the delay, not before', () => {
    const state = receiveCommands(fresh({ delayMs: 4_000 }), [command(1)], NOON);
    expect(dueCommands(state, NOON + 3_999)).toEqual([]);
    expect(dueCommands(state, NOON + 4_000)).toHaveLength(1);
  });

  test('carries out a command received while the clock was days ahead, as soon as the clock is right', () => {
    const ahead = pushed(fresh({ delayMs: 4_000 }), 1);
    expect(dueCommands(ahead, NOON - 86_400_000)).toHaveLength(1);
    expect(dueCommands(ahead, NOON)).toEqual([]);
  });

  test('discards a pending request at the instant it expires', () => {
    const state = receiveCommands(fresh(), [command(1, 'device_info', { expires_ts: NOON + 10 })], NOON);
    expect(dueCommands(state, NOON + 9)).toHaveLength(1);
    expect(dueCommands(state, NOON + 10)).toEqual([]);
    expect(dropExpired(state, NOON + 9).inbox).toHaveLength(1);
    expect(dropExpired(state, NOON + 10).inbox).toEqual([]);
  });

  test('isCovered is false only for a policy command that refers to a newer policy', () => {
    expect(isCovered(fresh(), command(1, 'policy', { args: { schedule_ts: 6 } }))).toBe(false);
    expect(isCovered(fresh(), command(1, 'policy', { args: { schedule_ts: 5 } }))).toBe(true);
    expect(isCovered(fresh(), command(1, 'unmanage', { args: { schedule_ts: 6 } }))).toBe(true);
  });

  test('ignores an older policy that arrives late', () => {
    const policy = { v: 1 as const, users: [], sampling: null, account_key: null };
    expect(takePolicy(fresh(), { schedule_ts: 4, policy, server_time: NOON }, NOON).policy?.scheduleTs).toBe(5);
    expect(takePolicy(fresh(), { schedule_ts: 6, policy, server_time: NOON }, NOON).policy).toMatchObject({
      scheduleTs: 6,
      rules: { users: [] },
    });
  });

  test('adopts the server time when it is far off, and ignores small differences', () => {
    const policy = { v: 1 as const, users: [], sampling: null, account_key: null };
    expect(takePolicy(fresh(), { schedule_ts: 6, policy, server_time: NOON + 30_000 }, NOON).serverOffsetMs).toBe(0);
    expect(takePolicy(fresh(), { schedule_ts: 6, policy, server_time: NOON + 30_001 }, NOON).serverOffsetMs).toBe(30_001);
  });

  test('keeps the time of the last change in the applied state', () => {
    const first = apply(fresh(), NOON);
    expect(first.applied).toEqual({ state: 'allowed', scheduleTs: 5, at: NOON });
    expect(apply(first, NOON + 1)).toBe(first);
    const newer = takePolicy(
      first,
      { schedule_ts: 6, policy: { v: 1, users: [], sampling: null, account_key: null }, server_time: NOON },
      NOON,
    );
    expect(apply(newer, NOON + 1).applied).toEqual({ state: 'allowed', scheduleTs: 6, at: NOON + 1 });
  });

  test('adds the applied state to an ack, and the reason to an error', () => {
    const state = receiveCommands(apply(fresh(), NOON), [command(1), command(2, 'device_info')], NOON);
    const answered = answerCommand(answerCommand(state, command(1), null, NOON + 1), command(2, 'device_info'), 'no', NOON + 2);
    expect(answered.inbox).toEqual([]);
    expect(answered.unsentAcks).toEqual([
      { id: 'c1', status: 'ok', schedule_ts: 5, applied: 'allowed', at: NOON + 1 },
      { id: 'c2', status: 'error', error: 'no', schedule_ts: 5, applied: 'allowed', at: NOON + 2 },
    ]);
    expect(answered.errorCount).toBe(1);
  });

  test('reports the removal and the restoration of management, each with its time', () => {
    const removed = setManagement(fresh({ serverOffsetMs: 1_000 }), true, NOON);
    expect(removed.managementRemoved).toBe(true);
    expect(removed.unsentReports.map(({ events }) => events)).toEqual([[{ type: 'management_removed', at: NOON + 1_000 }]]);
    expect(setManagement(removed, false, NOON + 1).unsentReports.at(-1)?.events).toEqual([
      { type: 'management_restored', at: NOON + 1_001 },
    ]);
  });

  test("adopts the time of a policy frame if the device's clock is far off, and reports to check it", () => {
    const told: DeviceState = { ...queueReport(apply(fresh(), NOON), NOON), unsentReports: [] };
    expect(receiveFrame(told, { v: 1, type: 'policy', schedule_ts: 5, server_time: NOON + 30_000 }, NOON)).toBe(told);
    const corrected = receiveFrame(
      { ...told, serverOffsetMs: 7 },
      { v: 1, type: 'policy', schedule_ts: 5, server_time: NOON + 60 * MINUTE },
      NOON,
    );
    expect(corrected.serverOffsetMs).toBe(7 + 60 * MINUTE);
    expect(isReportDue(corrected, NOON + 60 * MINUTE)).toBe(true);
  });

  test('keeps no secret and no family data after removal', () => {
    const gone = forgetEnrolment(queueReport(apply(fresh({ accountKey: beginWithPin('k') }), NOON), NOON), NOON);
    expect(JSON.stringify(gone)).not.toContain('ab'.repeat(32));
    expect(gone).toMatchObject({ enrolment: { kind: 'gone', at: NOON }, policy: null, unsentReports: [], accountKey: null });
  });

  test('reads a state of an earlier version and fills in defaults', () => {
    const {
      heard,
      lived,
      policySaid,
      usageTold,
      usageEveryMs,
      batteryTold,
      lastUsedAt,
      batteryAt,
      habits,
      socketSince,
      poweredOffAt,
      ...old
    } = fresh();
    expect(parseDeviceState(JSON.stringify(old))).toEqual(fresh());
  });

  test('returns null for an invalid state', () => {
    expect(parseDeviceState('{"version":1')).toBeNull();
    expect(parseDeviceState(JSON.stringify({ ...fresh(), reportSeq: -1 }))).toBeNull();
  });
});
