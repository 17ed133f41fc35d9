import { describe, expect, test } from 'vitest';
import { NO_GRANULARITY } from '#app/domain/app-rules.ts';
import type { DeviceCommandWire } from '#app/wire/device.ts';
import { toWireGranularity } from '#app/wire/granularity.ts';
import { beginWithPin } from './account-key.ts';
import { BEDTIME } from './family.fixture.ts';
import { type DeviceState, forgetEnrolment, newDeviceState, parseDeviceState, setMode } from './state.ts';
import {
  addUsage,
  answerCommand,
  apply,
  dropExpired,
  dueCommands,
  isBehind,
  isCovered,
  isReportDue,
  queueReport,
  receiveCommands,
  receiveFrame,
  setManagement,
  takePace,
  takePolicy,
} from './transitions.ts';

const ABOUT = {
  make: 'm',
  model: 'x',
  modelName: 'X',
  os: 'android',
  osVersion: '16',
  appVersion: '9.0.0',
  udid: 'u',
  managementLevel: 'device-owner',
};
const NOON = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;
const MIA = {
  user_id: 'mia',
  user_name: 'Mia',
  time_zone: 'UTC',
  rules: [],
  allowance: [0, 0, 0, 0, 0, 0, 0],
  allowance_enabled: false,
  allowance_extra: null,
  requested_state: 'play',
  pause_until: null,
  granularity: null,
} as const;

function fresh(change: Partial<DeviceState> = {}): DeviceState {
  return {
    ...newDeviceState({ apiUrl: 'http://127.0.0.1:1', nonce: 'n'.repeat(16), about: ABOUT }),
    enrolment: { kind: 'enrolled', accountId: 'a', deviceId: 'd', secret: 'ab'.repeat(32) },
    policy: {
      rules: { v: 1, users: [{ ...MIA, rules: [], allowance: [...MIA.allowance] }], sampling: null, account_key: null },
      scheduleTs: 5,
      fetchedAt: NOON,
    },
    ...change,
  };
}

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

  function limitedPolicy(): DeviceState['policy'] {
    const user = { ...MIA, rules: [], allowance: Array(7).fill(3600), allowance_enabled: true };
    return { rules: { v: 1, users: [user], sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: NOON };
  }

  test('reports every three hours with an open socket, every 15 minutes in use, every minute with a limit', () => {
    const told: DeviceState = { ...queueReport(apply(fresh({ socketSince: NOON }), NOON), NOON), unsentReports: [] };
    expect(isReportDue(told, NOON + 180 * MINUTE - 1)).toBe(false);
    expect(isReportDue(told, NOON + 180 * MINUTE)).toBe(true);
    const first = addUsage(told, 30, NOON);
    expect(isReportDue(first, NOON + MINUTE - 1)).toBe(false);
    expect(isReportDue(first, NOON + MINUTE)).toBe(true);
    const used = addUsage({ ...queueReport(first, NOON), unsentReports: [] }, 30, NOON);
    expect(isReportDue(used, NOON + 15 * MINUTE - 1)).toBe(false);
    expect(isReportDue(used, NOON + 15 * MINUTE)).toBe(true);
    const limited = { ...used, policy: limitedPolicy() };
    expect(isReportDue(limited, NOON + MINUTE - 1)).toBe(false);
    expect(isReportDue(limited, NOON + MINUTE)).toBe(true);
    const toldAgain: DeviceState = { ...queueReport(limited, NOON + MINUTE), unsentReports: [] };
    expect(toldAgain.usageTold).toMatchObject({ seconds: 60, at: NOON + MINUTE });
    expect(isReportDue({ ...toldAgain, lastUsedAt: NOON + 3 * MINUTE }, NOON + 3 * MINUTE)).toBe(false);
  });

  test.each([
    [0.8, 0.71, 180],
    [0.8, 0.7, 60],
    [0.8, 0.9, 60],
    [0.3, 0.204, 0],
    [0.21, 0.2, 0],
    [0.2, 0.21, 0],
    [null, 0.2, 0],
    [null, 0.5, 60],
    [null, null, 180],
  ])('reports a battery last reported at %s and now at %s after %s minutes', (batteryTold, batteryLevel, minutes) => {
    const reported = queueReport(apply(fresh({ socketSince: NOON, batteryLevel: batteryTold }), NOON), NOON);
    const state: DeviceState = { ...reported, unsentReports: [], batteryLevel };
    if (minutes > 0) expect(isReportDue(state, NOON + minutes * MINUTE - 1)).toBe(false);
    expect(isReportDue(state, NOON + minutes * MINUTE)).toBe(true);
  });

  /** Returns a device with a daily limit that has reported 30 s of use. The server wants a report of growing use every five minutes. */
  function playing(change: Partial<DeviceState> = {}): DeviceState {
    const used = addUsage(apply(fresh({ socketSince: NOON, policy: limitedPolicy(), ...change }), NOON), 30, NOON);
    return takePace({ ...queueReport(used, NOON), unsentReports: [] }, 300);
  }

  function isInUseBy(state: DeviceState, now: number): boolean | undefined {
    return queueReport(state, now).unsentReports.at(-1)?.in_use;
  }

  test('reports growing use as often as the server asks, and its end immediately', () => {
    const used = (minutes: number) => addUsage(playing(), 60, NOON + minutes * MINUTE);
    expect(isReportDue(used(4), NOON + 5 * MINUTE - 1)).toBe(false);
    expect(isReportDue(used(5), NOON + 5 * MINUTE)).toBe(true);
    expect(isReportDue(takePace(used(1)), NOON + MINUTE)).toBe(true);
    // The device is no longer in use, without and with unreported seconds.
    for (const state of [playing(), used(0)]) {
      expect(isReportDue(state, NOON + 90_000 - 1)).toBe(false);
      expect(isInUseBy(state, NOON + 90_000 - 1)).toBe(true);
      expect(isReportDue(state, NOON + 90_000)).toBe(true);
      expect(isInUseBy(state, NOON + 90_000)).toBe(false);
      const told: DeviceState = { ...queueReport(state, NOON + 90_000), unsentReports: [] };
      expect(isReportDue(told, NOON + 30 * MINUTE)).toBe(false);
      // New use is reported within a minute.
      expect(isReportDue(addUsage(told, 5, NOON + 150_000), NOON + 150_000)).toBe(true);
    }
    expect(isInUseBy({ ...playing(), policy: fresh().policy }, NOON)).toBeUndefined();
  });

  test('reports immediately when the daily limit or an app limit is used up', () => {
    const [mia] = limitedPolicy()?.rules.users ?? [];
    if (mia === undefined) throw new Error('no child');
    const granularity = { ...toWireGranularity(NO_GRANULARITY), app_limits: { game: 60 } };
    const users = [{ ...mia, allowance: Array(7).fill(90), granularity }];
    const policy = { rules: { v: 1 as const, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: NOON };
    const state = playing({ policy, openApp: 'game' });
    expect(isReportDue(addUsage(state, 29, NOON + 29_000), NOON + 29_000)).toBe(false);
    const [at, later] = [NOON + 30_000, NOON + 60_000];
    const ofApp = addUsage(state, 30, at);
    expect(isReportDue(ofApp, at)).toBe(true);
    const told: DeviceState = { ...queueReport(ofApp, at), unsentReports: [] };
    expect(isReportDue(told, later)).toBe(false);
    expect(isReportDue(apply(addUsage({ ...told, openApp: null }, 30, later), later), later)).toBe(true);
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

  test('covers a policy command only if the device has its policy', () => {
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

  test('numbers reports in ascending order across a restart, whether or not earlier reports were sent', () => {
    const first = queueReport(apply(fresh(), NOON), NOON);
    const restarted = parseDeviceState(JSON.stringify(first));
    expect(restarted).toEqual(first);
    const second = queueReport(restarted ?? fresh(), NOON + 1);
    expect(second.unsentReports.map(({ seq }) => seq)).toEqual([1, 2]);
    const sent: DeviceState = { ...second, unsentReports: [] };
    expect(queueReport(sent, NOON + 2).unsentReports.map(({ seq }) => seq)).toEqual([3]);
  });

  test("includes today's date for each child in a report, so that the answer has usage of other devices", () => {
    const [report] = queueReport(apply(fresh(), NOON), NOON).unsentReports;
    expect(report?.usage).toEqual([{ user_id: 'mia', date: '2026-05-01', seconds: 0 }]);
  });

  test('reports a change immediately, a heartbeat after a minute, and nothing offline', () => {
    const applied = apply(fresh(), NOON);
    expect(isReportDue(applied, NOON)).toBe(true);
    expect(isReportDue({ ...applied, told: { state: 'blocked', scheduleTs: 5, at: NOON } }, NOON)).toBe(true);
    expect(isReportDue({ ...applied, told: { state: 'allowed', scheduleTs: 4, at: NOON } }, NOON)).toBe(true);
    const told: DeviceState = { ...queueReport(applied, NOON), unsentReports: [] };
    expect(isReportDue(told, NOON + MINUTE - 1)).toBe(false);
    expect(isReportDue(told, NOON + MINUTE)).toBe(true);
    expect(isReportDue({ ...told, unreachableSince: NOON }, NOON + MINUTE)).toBe(false);
    expect(isReportDue({ ...told, offline: true }, NOON + MINUTE)).toBe(false);
    expect(isReportDue(setMode({ ...told, mode: 'failing' }, 'prompt'), NOON)).toBe(true);
  });

  test('reports again after the clock was days ahead at the last report', () => {
    const ahead: DeviceState = { ...queueReport(apply(fresh(), NOON), NOON + 4 * 86_400_000), unsentReports: [] };
    expect(isReportDue(ahead, NOON)).toBe(true);
  });

  test('reports the removal of management once, with its time', () => {
    const removed = setManagement(fresh({ serverOffsetMs: 1_000 }), true, NOON);
    expect(removed.managementRemoved).toBe(true);
    expect(removed.unsentReports.map(({ events }) => events)).toEqual([[{ type: 'management_removed', at: NOON + 1_000 }]]);
    expect(setManagement(removed, false, NOON + 1).unsentReports.at(-1)?.events).toEqual([
      { type: 'management_restored', at: NOON + 1_001 },
    ]);
  });

  test('counts use per local date, only while allowed', () => {
    const allowed = apply(fresh(), NOON);
    const used = addUsage(addUsage(allowed, 2.4, NOON), 3, NOON);
    expect(used.usage).toEqual([{ childId: 'mia', date: '2026-05-01', seconds: 5 }]);
    expect(queueReport(used, NOON + 9).unsentReports.at(-1)?.last_activity).toBe(NOON);
    expect(addUsage(used, 7, NOON + 86_400_000).usage).toContainEqual({ childId: 'mia', date: '2026-05-02', seconds: 7 });
    expect(addUsage({ ...allowed, applied: { state: 'blocked', scheduleTs: 5, at: NOON } }, 5, NOON).usage).toEqual([]);
  });

  test('counts granted time for the open app, not for the day (A08)', () => {
    const grant = { ...BEDTIME, type: 'override', ruledef_name: 'grant', created_ts: NOON, expiry: NOON + 60 * MINUTE } as const;
    const policy = limitedPolicy();
    const granted = policy && {
      ...policy,
      rules: { ...policy.rules, users: policy.rules.users.map((user) => ({ ...user, rules: [grant] })) },
    };
    const state = apply(fresh({ policy: granted, openApp: 'game' }), NOON);
    const during = addUsage(state, 30, NOON + 59 * MINUTE);
    expect(during).toMatchObject({ usage: [], appUsage: [{ bundleId: 'game', seconds: 30 }], lastUsedAt: NOON + 59 * MINUTE });
    expect(addUsage(during, 30, NOON + 60 * MINUTE).usage).toEqual([{ childId: 'mia', date: '2026-05-01', seconds: 30 }]);
  });

  test('counts use for each child while no child is active, and applies the strictest limit', () => {
    const [mia] = limitedPolicy()?.rules.users ?? [];
    if (mia === undefined) throw new Error('no child');
    const users = [mia, { ...mia, user_id: 'ben', allowance: Array(7).fill(60) }];
    const policy = { rules: { v: 1 as const, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: NOON };
    const used = addUsage(apply(fresh({ policy }), NOON), 60, NOON);
    expect(used.usage.map(({ childId, seconds }) => [childId, seconds])).toEqual([
      ['mia', 60],
      ['ben', 60],
    ]);
    expect(apply(used, NOON).applied?.state).toBe('blocked');
    expect(apply({ ...used, activeChildId: 'mia' }, NOON).applied?.state).toBe('allowed');
    const named = addUsage({ ...apply({ ...used, activeChildId: 'mia' }, NOON) }, 5, NOON);
    expect(named.usage.find(({ childId }) => childId === 'ben')?.seconds).toBe(60);
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
    const { heard, lived, policySaid, usageTold, usageEveryMs, batteryTold, lastUsedAt, batteryAt, habits, socketSince, ...old } = fresh();
    expect(parseDeviceState(JSON.stringify(old))).toEqual(fresh());
  });

  test('returns null for an invalid state', () => {
    expect(parseDeviceState('{"version":1')).toBeNull();
    expect(parseDeviceState(JSON.stringify({ ...fresh(), reportSeq: -1 }))).toBeNull();
  });
});
