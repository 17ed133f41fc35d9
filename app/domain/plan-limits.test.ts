import { describe, expect, test } from 'vitest';
import { applyScheduleLimit, devicesOverLimit, schedulesOverLimit } from './plan-limits.ts';
import type { Rule, Schedule } from './rule.ts';

function schedule(id: string, change: Partial<Schedule> = {}): Schedule {
  return {
    kind: 'schedule',
    id,
    childId: 'c',
    name: id,
    weekdays: [true, true, true, true, true, true, true],
    window: { start: 0, minutes: 60 },
    suspended: false,
    recurring: true,
    expiresAt: null,
    exceptions: [],
    scope: 'device',
    createdAt: 1,
    updatedAt: 1,
    ...change,
  };
}

const BLOCK: Rule = { kind: 'override', id: 'o', childId: 'c', effect: 'block', from: 1, until: null, createdAt: 1, updatedAt: 1 };

describe('schedulesOverLimit', () => {
  test.each([
    ['no limit', 'unlimited', [schedule('a'), schedule('b')], []],
    ['the oldest stays', 1, [schedule('b', { createdAt: 2 }), schedule('a')], ['b']],
    ['the smaller id at the same time', 1, [schedule('b'), schedule('a')], ['b']],
    ['schedules that are off take no place', 1, [schedule('a', { suspended: true }), schedule('b', { createdAt: 2 })], []],
    ['app schedules take no place', 1, [schedule('a', { scope: 'apps' }), schedule('b', { createdAt: 2 })], []],
    ['Bedtime counts while it is on', 1, [schedule('a', { kind: 'default-schedule' }), schedule('b', { createdAt: 2 })], ['b']],
    ['overrides never count', 0, [BLOCK], []],
  ] as const)('%s', (_name, limit, rules, expected) => {
    expect([...schedulesOverLimit([...rules], limit)]).toEqual(expected);
  });
});

describe('applyScheduleLimit', () => {
  test('turns off what is over the limit and changes nothing else', () => {
    const rules = [BLOCK, schedule('a'), schedule('b', { createdAt: 2 })];
    expect(applyScheduleLimit(rules, 1)).toEqual([BLOCK, schedule('a'), schedule('b', { createdAt: 2, suspended: true })]);
    expect(applyScheduleLimit(rules, 2)).toBe(rules);
  });
});

describe('devicesOverLimit', () => {
  test.each([
    [1, ['b', 'c']],
    [3, []],
    ['unlimited', []],
    [0, ['a', 'b', 'c']],
  ] as const)('returns the devices over a limit of %s: %o', (limit, expected) => {
    expect([...devicesOverLimit(['a', 'b', 'c'], limit)]).toEqual(expected);
  });
});
