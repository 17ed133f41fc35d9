import { expect, test } from 'vitest';
import type { DeviceCommandWire } from '../app/wire/device.ts';
import { type DeviceState, forgetEnrolment, newDeviceState, parseDeviceState, setMode } from './state.ts';
import {
  addUsage,
  answerCommand,
  apply,
  dropExpired,
  dueCommands,
  HEARTBEAT_MS,
  isCovered,
  owesReport,
  queueReport,
  receiveCommands,
  setManagement,
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

test('a command that comes twice is received once', () => {
  const once = receiveCommands(fresh(), [command(1, 'device_info')], NOON);
  const twice = receiveCommands(once, [command(1, 'device_info'), command(2, 'device_info')], NOON);
  expect(twice.inbox.map(({ command: { id } }) => id)).toEqual(['c1', 'c2']);
  expect(twice.commandSeq).toBe(2);
  expect(receiveCommands(twice, [command(1)], NOON)).toBe(twice);
});

test('of policies only the newest is waited for', () => {
  const state = receiveCommands(receiveCommands(fresh(), [command(1)], NOON), [command(2, 'device_info'), command(3)], NOON);
  expect(state.inbox.map(({ command: { id } }) => id)).toEqual(['c2', 'c3']);
});

test('a slow device carries out a command when its delay has passed, not before', () => {
  const state = receiveCommands(fresh({ delayMs: 4_000 }), [command(1)], NOON);
  expect(dueCommands(state, NOON + 3_999)).toEqual([]);
  expect(dueCommands(state, NOON + 4_000)).toHaveLength(1);
});

test('a request that ran out while it waited is dropped, at the very instant', () => {
  const state = receiveCommands(fresh(), [command(1, 'device_info', { expires_ts: NOON + 10 })], NOON);
  expect(dueCommands(state, NOON + 9)).toHaveLength(1);
  expect(dueCommands(state, NOON + 10)).toEqual([]);
  expect(dropExpired(state, NOON + 9).inbox).toHaveLength(1);
  expect(dropExpired(state, NOON + 10).inbox).toEqual([]);
});

test('nothing is confirmed before the policy that it speaks of is there', () => {
  expect(isCovered(fresh(), command(1, 'policy', { args: { schedule_ts: 6 } }))).toBe(false);
  expect(isCovered(fresh(), command(1, 'policy', { args: { schedule_ts: 5 } }))).toBe(true);
  expect(isCovered(fresh(), command(1, 'unmanage', { args: { schedule_ts: 6 } }))).toBe(true);
});

test('an older policy that comes late changes nothing', () => {
  const policy = { v: 1 as const, users: [], sampling: null, account_key: null };
  expect(takePolicy(fresh(), { schedule_ts: 4, policy, server_time: NOON }, NOON).policy?.scheduleTs).toBe(5);
  expect(takePolicy(fresh(), { schedule_ts: 6, policy, server_time: NOON }, NOON).policy).toMatchObject({
    scheduleTs: 6,
    rules: { users: [] },
  });
});

test("the server's clock is taken over when it is far off, and left alone when it is near", () => {
  const policy = { v: 1 as const, users: [], sampling: null, account_key: null };
  expect(takePolicy(fresh(), { schedule_ts: 6, policy, server_time: NOON + 30_000 }, NOON).serverOffsetMs).toBe(0);
  expect(takePolicy(fresh(), { schedule_ts: 6, policy, server_time: NOON + 30_001 }, NOON).serverOffsetMs).toBe(30_001);
});

test('what is applied keeps the time of its last change', () => {
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

test('an answer carries what is in effect, and a failure its reason', () => {
  const state = receiveCommands(apply(fresh(), NOON), [command(1), command(2, 'device_info')], NOON);
  const answered = answerCommand(answerCommand(state, command(1), null, NOON + 1), command(2, 'device_info'), 'no', NOON + 2);
  expect(answered.inbox).toEqual([]);
  expect(answered.unsentAcks).toEqual([
    { id: 'c1', status: 'ok', schedule_ts: 5, applied: 'allowed', at: NOON + 1 },
    { id: 'c2', status: 'error', error: 'no', schedule_ts: 5, applied: 'allowed', at: NOON + 2 },
  ]);
  expect(answered.errorCount).toBe(1);
});

test('report numbers only rise, also over a restart and for reports that nobody took', () => {
  const first = queueReport(apply(fresh(), NOON), NOON);
  const restarted = parseDeviceState(JSON.stringify(first));
  expect(restarted).toEqual(first);
  const second = queueReport(restarted ?? fresh(), NOON + 1);
  expect(second.unsentReports.map(({ seq }) => seq)).toEqual([1, 2]);
  const sent: DeviceState = { ...second, unsentReports: [] };
  expect(queueReport(sent, NOON + 2).unsentReports.map(({ seq }) => seq)).toEqual([3]);
});

test('a report names today for each child, so that the answer tells of other devices', () => {
  const [report] = queueReport(apply(fresh(), NOON), NOON).unsentReports;
  expect(report?.usage).toEqual([{ user_id: 'mia', date: '2026-05-01', seconds: 0 }]);
});

test('a change is owed at once, a sign of life after a minute, and offline none', () => {
  const applied = apply(fresh(), NOON);
  expect(owesReport(applied, NOON)).toBe(true);
  expect(owesReport({ ...applied, told: { state: 'blocked', scheduleTs: 5, at: NOON } }, NOON)).toBe(true);
  expect(owesReport({ ...applied, told: { state: 'allowed', scheduleTs: 4, at: NOON } }, NOON)).toBe(true);
  const told: DeviceState = { ...queueReport(applied, NOON), unsentReports: [] };
  expect(owesReport(told, NOON + HEARTBEAT_MS - 1)).toBe(false);
  expect(owesReport(told, NOON + HEARTBEAT_MS)).toBe(true);
  expect(owesReport({ ...told, unreachableSince: NOON }, NOON + HEARTBEAT_MS)).toBe(false);
  expect(owesReport({ ...told, offline: true }, NOON + HEARTBEAT_MS)).toBe(false);
  expect(owesReport(setMode({ ...told, mode: 'failing' }, 'prompt'), NOON)).toBe(true);
});

test('taking the management off is told once, with its time', () => {
  const removed = setManagement(fresh({ serverOffsetMs: 1_000 }), true, NOON);
  expect(removed.managementRemoved).toBe(true);
  expect(removed.unsentReports.map(({ events }) => events)).toEqual([[{ type: 'management_removed', at: NOON + 1_000 }]]);
  expect(setManagement(removed, false, NOON + 1).unsentReports.at(-1)?.events).toEqual([{ type: 'management_restored', at: NOON + 1_001 }]);
});

test('use counts per local day, and only while the device is allowed', () => {
  const allowed = apply(fresh(), NOON);
  const used = addUsage(addUsage(allowed, 2.4, NOON), 3, NOON);
  expect(used.usage).toEqual([{ childId: 'mia', date: '2026-05-01', seconds: 5 }]);
  expect(addUsage(used, 7, NOON + 86_400_000).usage).toContainEqual({ childId: 'mia', date: '2026-05-02', seconds: 7 });
  expect(addUsage({ ...allowed, applied: { state: 'blocked', scheduleTs: 5, at: NOON } }, 5, NOON).usage).toEqual([]);
});

test('a device that was removed keeps no secret and nothing of the family', () => {
  const gone = forgetEnrolment(queueReport(apply(fresh({ pinnedKey: 'k' }), NOON), NOON), NOON);
  expect(JSON.stringify(gone)).not.toContain('ab'.repeat(32));
  expect(gone).toMatchObject({ enrolment: { kind: 'gone', at: NOON }, policy: null, unsentReports: [], pinnedKey: null });
});

test('a text that is no state is none', () => {
  expect(parseDeviceState('{"version":1')).toBeNull();
  expect(parseDeviceState(JSON.stringify({ ...fresh(), reportSeq: -1 }))).toBeNull();
});
