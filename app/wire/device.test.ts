import { describe, expect, test } from 'vitest';
import { resolveBlockStatus } from '../domain/block-status.ts';
import { limitOn } from '../domain/daily-limit.ts';
import { TIER_LIMITS } from '../domain/plan.ts';
import {
  ackCommands,
  enrolDevice,
  getPolicy,
  listCommands,
  type PolicyWire,
  policyToStatusInput,
  sendReport,
  toStatusInput,
} from './device.ts';
import { fromWireUser } from './family.ts';
import { toWireRule } from './rule.ts';
import { fromWireLimits, limitsSchema, toWireLimits } from './subscription.ts';

// Saturday, 2026-11-21, 23:30 UTC. In Berlin it is already Sunday.
const NOW = Date.UTC(2026, 10, 21, 23, 30);
const ASKED = {
  rules: [],
  timeZone: 'Europe/Berlin',
  allowance: [100, 1, 2, 3, 4, 5, 600],
  allowanceEnabled: true,
  allowanceExtra: null,
  isPaused: false,
  pauseUntil: null,
};

const BLOCK_WIRE = toWireRule(
  { kind: 'override', id: 'r', childId: 'c', effect: 'block', from: NOW, until: null, createdAt: NOW, updatedAt: NOW },
  'acc',
  true,
);

describe('device', () => {
  test('uses the daily limit of the child’s own date, including bonus time for that date', () => {
    const limitOf = (change: Partial<Parameters<typeof toStatusInput>[0]>) => {
      const { allowance } = toStatusInput({ ...ASKED, ...change }, 50, NOW);
      return allowance && [allowance.used, limitOn(allowance, allowance.used.date)];
    };
    expect(limitOf({})).toEqual([{ date: '2026-11-22', seconds: 50 }, 100]);
    expect(limitOf({ timeZone: 'UTC' })).toEqual([{ date: '2026-11-21', seconds: 50 }, 600]);
    expect(limitOf({ allowanceExtra: { date: '2026-11-22', seconds: 30 } })?.[1]).toBe(130);
    expect(limitOf({ allowanceExtra: { date: '2026-11-21', seconds: 30 } })?.[1]).toBe(100);
    expect(toStatusInput({ ...ASKED, allowanceEnabled: false }, 50, NOW).allowance).toBeNull();
  });

  test('passes a pause with its end', () => {
    expect(toStatusInput(ASKED, 0, NOW).pause).toBeNull();
    expect(toStatusInput({ ...ASKED, isPaused: true, pauseUntil: 7 }, 0, NOW).pause).toEqual({ until: 7 });
  });

  test('builds the same input from a device’s policy as from the server’s rows', () => {
    const block = {
      kind: 'override',
      id: 'r',
      childId: 'c',
      effect: 'block',
      from: NOW,
      until: null,
      createdAt: NOW,
      updatedAt: NOW,
    } as const;
    const user: PolicyWire['users'][number] = {
      user_id: 'c',
      user_name: 'Mia',
      time_zone: ASKED.timeZone,
      rules: [toWireRule(block, 'acc', true), { ...toWireRule(block, 'acc', true), type: 'allowance' }],
      allowance: ASKED.allowance,
      allowance_enabled: true,
      allowance_extra: null,
      requested_state: 'pause',
      pause_until: null,
      granularity: null,
    };
    const input = policyToStatusInput(user, 50, NOW);
    expect(input).toEqual(toStatusInput({ ...ASKED, rules: [block], isPaused: true }, 50, NOW));
    expect(resolveBlockStatus(input, NOW)).toMatchObject({ state: 'blocked', why: { ruleId: 'r' }, overridden: [{ kind: 'pause' }] });
  });

  test('discards unknown fields and fills missing ones with empty values', () => {
    const report = {
      seq: 1,
      at: 1,
      versions: { os_version: '', app_version: '', kernel: '' },
      applied: { state: 'allowed', schedule_ts: 1 },
      news: 1,
    };
    expect(sendReport.body.parse(report)).toEqual({
      seq: 1,
      at: 1,
      versions: { os_version: '', app_version: '' },
      applied: { state: 'allowed', schedule_ts: 1 },
      components: {},
      error_count: 0,
      usage: [],
      events: [],
    });
  });

  test('discards only the unknown list items from a newer server or device', () => {
    const answered = { ...ASKED, user_id: 'c', user_name: 'Mia', time_zone: 'UTC', allowance_enabled: true, allowance_extra: null };
    const user = { ...answered, requested_state: 'play', pause_until: null, granularity: null, rules: [{ type: 'geofence' }, BLOCK_WIRE] };
    const policy = { v: 1, users: [user], sampling: { every: 60 }, account_key: null };
    const read = getPolicy.output.parse({ schedule_ts: 1, policy, server_time: 1 }).policy;
    expect([read.users[0]?.rules.length, read.sampling]).toEqual([1, null]);
    const command = { seq: 1, id: 'a', kind: 'on_demand', user_id: null, args: { minutes: 5 }, expires_ts: null };
    expect(listCommands.output.parse([{ seq: 'x' }, command])).toEqual([{ ...command, args: {} }]);
    const report = { seq: 1, at: 1, versions: { os_version: '', app_version: '' }, applied: { state: 'allowed', schedule_ts: 1 } };
    const events = [
      { type: 'sim_changed', at: 1 },
      { type: 'location_on', at: 1 },
    ];
    const components = { agent: 'x', radio: { lte: true }, none: null, list: [1] };
    expect(sendReport.body.parse({ ...report, events, components })).toMatchObject({ events: [events[1]], components: { agent: 'x' } });
    expect(sendReport.body.safeParse({ ...report, events: [{ type: 'location_on', at: 'now' }] }).success).toBe(false);
  });

  test('limits acks to a hundred, and nonces to at least 16 characters', () => {
    const ack = { id: 'x', status: 'ok', schedule_ts: 1, applied: 'allowed', at: 1 };
    expect(ackCommands.body.safeParse(Array(100).fill(ack)).success).toBe(true);
    expect(ackCommands.body.safeParse(Array(101).fill(ack)).success).toBe(false);
    expect(ackCommands.body.safeParse([{ ...ack, at: 8.64e15 + 1 }]).success).toBe(false);
    expect(getPolicy.query.safeParse({ since: '1'.repeat(16) }).success).toBe(false);
    const about = {
      make: '',
      model: '',
      model_name: '',
      os: '',
      os_version: '',
      app_version: '',
      udid: '',
      management_level: '',
      key_pinned: true,
    };
    expect(enrolDevice.body.safeParse({ ...about, code: 'x', device_nonce: 'n'.repeat(16) }).success).toBe(true);
    expect(enrolDevice.body.safeParse({ ...about, code: 'x', device_nonce: 'n'.repeat(15) }).success).toBe(false);
    expect(enrolDevice.body.safeParse({ ...about, pair_id: 'x', device_nonce: 'n'.repeat(16) }).success).toBe(false);
  });

  test('converts the limits of each tier to the wire and back', () => {
    for (const limits of Object.values(TIER_LIMITS)) expect(fromWireLimits(limitsSchema.parse(toWireLimits(limits)))).toEqual(limits);
  });

  test('converts a user from wire to domain', () => {
    const user = {
      user_id: 'c',
      user_name: 'Mia',
      time_zone: 'UTC',
      settings: { slot: 3, avatar_idx: null },
      devices: ['d'],
      retired: false,
      updated_ts: 5,
    };
    const wire = {
      ...user,
      account_id: 'a',
      type: 10 as const,
      email: null,
      birthday: null,
      gender: null,
      locale: null,
      img_url: null,
      img_modified: null,
    };
    const rest = {
      user_location_active: false,
      allowance: [0, 0, 0, 0, 0, 0, 0],
      is_allowance_set: false,
      allowance_enabled: false,
      allowance_state: 'play' as const,
      allowance_extra: null,
    };
    const child = fromWireUser({ ...wire, ...rest, view_enabled: false, schedule_ts: 5, last_activity: null, created: 1 });
    expect(child).toEqual({
      id: 'c',
      name: 'Mia',
      timeZone: 'UTC',
      colorSlot: 3,
      pictureIndex: null,
      photo: null,
      birthday: null,
      gender: null,
      locale: null,
      allowance: { isOn: false, isSet: false, seconds: [0, 0, 0, 0, 0, 0, 0], extra: null },
      deviceIds: ['d'],
      retired: false,
      updatedAt: 5,
    });
  });
});
