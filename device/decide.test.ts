import { describe, expect, test } from 'vitest';
import { instantOf } from '#app/domain/time.ts';
import type { PolicyWire } from '#app/wire/device.ts';
import type { RuleWire } from '#app/wire/rule.ts';
import { decide } from './decide.ts';
import { BEDTIME } from './family.fixture.ts';
import { type DeviceState, newDeviceState } from './state.ts';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
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

function at(text: string, zone: string): number {
  const [date = '', time = ''] = text.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return instantOf(date, hour * 60 + minute, zone);
}

function rule(change: Partial<RuleWire>): RuleWire {
  return { ...BEDTIME, ...change };
}

function child(
  id: string,
  zone: string,
  rules: Array<RuleWire>,
  change: Partial<PolicyWire['users'][number]> = {},
): PolicyWire['users'][number] {
  return {
    user_id: id,
    user_name: id,
    time_zone: zone,
    rules,
    allowance: [0, 0, 0, 0, 0, 0, 0],
    allowance_enabled: false,
    allowance_extra: null,
    requested_state: 'play',
    pause_until: null,
    granularity: null,
    ...change,
  };
}

function device(users: PolicyWire['users'], change: Partial<DeviceState> = {}): DeviceState {
  return {
    ...newDeviceState({ apiUrl: 'http://127.0.0.1:1', nonce: 'n'.repeat(16), about: ABOUT }),
    policy: { rules: { v: 1, users, sampling: null, account_key: null }, scheduleTs: 5, fetchedAt: 0 },
    ...change,
  };
}

const bedtime = rule({});
const block = rule({
  rule_id: 'o1',
  type: 'override',
  ruledef_name: 'block',
  created_ts: at('2026-05-01 10:00', BERLIN),
  expiry: at('2026-05-01 11:00', BERLIN),
});
const grant = rule({
  rule_id: 'o2',
  type: 'override',
  ruledef_name: 'grant',
  created_ts: at('2026-05-01 22:00', BERLIN),
  expiry: at('2026-05-01 22:30', BERLIN),
});

describe('decide', () => {
  test.each([
    ['before Bedtime', [bedtime], '2026-05-01 20:59', 'allowed', '2026-05-01 21:00'],
    ['when Bedtime begins', [bedtime], '2026-05-01 21:00', 'blocked', '2026-05-02 05:00'],
    ['after midnight', [bedtime], '2026-05-02 04:59', 'blocked', '2026-05-02 05:00'],
    ['when Bedtime ends', [bedtime], '2026-05-02 05:00', 'allowed', '2026-05-02 21:00'],
    ['in the night with a skipped hour', [bedtime], '2026-03-29 04:59', 'blocked', '2026-03-29 05:00'],
    ['in the night with a repeated hour', [bedtime], '2026-10-25 04:59', 'blocked', '2026-10-25 05:00'],
    ['just before a block ends', [block], '2026-05-01 10:59', 'blocked', '2026-05-01 11:00'],
    ['during a grant in Bedtime', [bedtime, grant], '2026-05-01 22:29', 'allowed', '2026-05-01 22:30'],
    ['after a grant in Bedtime', [bedtime, grant], '2026-05-01 22:30', 'blocked', '2026-05-02 05:00'],
  ])('decides by the known rules offline: %s', (_name, rules, now, state, until) => {
    const decision = decide(device([child('mia', BERLIN, rules)], { unreachableSince: 0 }), at(now, BERLIN));
    expect(decision).toMatchObject({ state, isOfflineDecision: true, nextChange: { at: at(until, BERLIN) }, scheduleTs: 5 });
  });

  test("applies schedules in the child's time zone, not the parent's", () => {
    const state = device([child('ben', NEW_YORK, [bedtime])]);
    expect(decide(state, at('2026-05-01 21:00', BERLIN)).state).toBe('allowed');
    expect(decide(state, at('2026-05-01 21:00', NEW_YORK)).state).toBe('blocked');
  });

  test('applies the strictest rules of two children when no child is active', () => {
    const users = [child('ben', NEW_YORK, []), child('mia', BERLIN, [bedtime])];
    const night = at('2026-05-01 23:00', BERLIN);
    expect(decide(device(users), night)).toMatchObject({ state: 'blocked', child: { id: 'mia' } });
    expect(decide(device(users, { activeChildId: 'ben' }), night)).toMatchObject({ state: 'allowed', child: { id: 'ben' } });
    expect(decide(device(users, { activeChildId: 'nobody' }), night).state).toBe('blocked');
  });

  test("does not treat the end of one child's block as a change while another child is blocked", () => {
    const late = rule({ rule_id: 'r2', time_duration: '04:00PT180M' });
    const users = [child('mia', BERLIN, [bedtime]), child('ben', BERLIN, [late])];
    expect(decide(device(users), at('2026-05-02 03:00', BERLIN)).nextChange).toEqual({
      at: at('2026-05-02 07:00', BERLIN),
      state: 'allowed',
    });
  });

  test("counts only today's use on other devices against the daily limit", () => {
    const mia = child('mia', BERLIN, [], { allowance: [60, 60, 60, 60, 60, 60, 60], allowance_enabled: true });
    const noon = at('2026-05-01 12:00', BERLIN);
    const own = { childId: 'mia', date: '2026-05-01', seconds: 30 };
    expect(decide(device([mia], { usage: [own] }), noon).state).toBe('allowed');
    expect(decide(device([mia], { usage: [own], usageElsewhere: [own] }), noon)).toMatchObject({
      state: 'blocked',
      why: { kind: 'allowance' },
    });
    expect(decide(device([mia], { usage: [own], usageElsewhere: [{ ...own, date: '2026-04-30' }] }), noon).state).toBe('allowed');
  });

  test('allows everything without management, and without children', () => {
    const night = at('2026-05-01 23:00', BERLIN);
    expect(decide(device([child('mia', BERLIN, [bedtime])], { managementRemoved: true }), night)).toMatchObject({
      child: { id: 'mia', timeZone: BERLIN },
      state: 'allowed',
      why: null,
    });
    expect(decide(device([]), night)).toMatchObject({ state: 'allowed', child: null, nextChange: null });
  });
});
