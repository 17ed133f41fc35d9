import { describe, expect, test } from 'vitest';
import type { Override, Rule, Schedule } from '../domain/rule.ts';
import { fromWireReason, reasonSchema, toWireReason } from './block-status.ts';
import { createRule, fromWireRule, ruleSchema, toWireRule } from './rule.ts';

const override: Override = {
  kind: 'override',
  id: 'r',
  childId: 'c',
  effect: 'block',
  from: 1_000,
  until: 61_000,
  createdAt: 1_000,
  updatedAt: 2_000,
};
const schedule: Schedule = {
  kind: 'schedule',
  id: 's',
  childId: 'c',
  name: 'School',
  weekdays: [false, true, true, true, true, true, false],
  window: { start: 480, minutes: 300 },
  suspended: false,
  recurring: true,
  expiresAt: null,
  exceptions: [
    { date: '2026-12-24', change: 'off' },
    { date: '2026-12-31', change: 'window', window: { start: 1410, minutes: 60 } },
  ],
  scope: 'device',
  createdAt: 1_000,
  updatedAt: 2_000,
};

const RULES: Array<[string, Rule]> = [
  ['block for a minute', override],
  ['block until lifted', { ...override, until: null }],
  ['grant', { ...override, effect: 'grant' }],
  ['schedule', schedule],
  ['bedtime', { ...schedule, kind: 'default-schedule', suspended: true, exceptions: [] }],
  ['this week only', { ...schedule, recurring: false, expiresAt: 1_000 + 7 * 24 * 60 * 60_000 }],
];

describe('rule', () => {
  test.each(RULES)('converts to the wire and back: %s', (_name, rule) => {
    const wire = ruleSchema.parse(JSON.parse(JSON.stringify(toWireRule(rule, 'acc', true))));
    expect(wire).toMatchObject({ account_id: 'acc', active: true, rule_id: rule.id, user_id: 'c', created_ts: 1_000, updated_ts: 2_000 });
    expect(fromWireRule(wire)).toEqual(rule);
  });

  test('uses the names of the wire format', () => {
    expect(toWireRule(override, 'acc', false)).toMatchObject({
      type: 'override',
      ruledef_name: 'block',
      expiry: 61_000,
      time_duration: '00:00PT1M',
    });
    expect(toWireRule({ ...override, until: null }, 'acc', false)).toMatchObject({ expiry: null, time_duration: '00:00PT1440M' });
    expect(toWireRule(schedule, 'acc', false)).toMatchObject({
      type: 'temporal',
      days: [0, 1, 1, 1, 1, 1, 0],
      time_duration: '08:00PT300M',
    });
    expect(toWireRule({ ...schedule, recurring: false }, 'acc', false).expiry).toBe('one_week_rollover');
    expect(toWireRule({ ...schedule, kind: 'default-schedule' }, 'acc', false)).toMatchObject({
      type: 'temporal_default',
      system_name: 'bedtime',
    });
  });

  test('returns null for a rule of type allowance', () => {
    expect(fromWireRule({ ...toWireRule(schedule, 'acc', false), type: 'allowance' })).toBeNull();
  });

  test('creates a schedule recurring and turned on by default, and trims its name', () => {
    const body = { type: 'temporal', rule_name: ' School ', days: [0, 1, 1, 1, 1, 1, 0], time_duration: '08:00PT300M' };
    expect(createRule.body.parse(body)).toEqual({ ...body, rule_name: 'School', recurring: true, suspended: false });
  });

  test.each(['override', 'schedule', 'default-schedule', 'allowance', 'pause'] as const)(
    'converts the reason %s to the wire and back',
    (kind) => {
      const reason = { kind, ruleId: null, name: 'x', effect: 'block', until: 5 } as const;
      expect(fromWireReason(reasonSchema.parse(toWireReason(reason)))).toEqual(reason);
    },
  );
});
