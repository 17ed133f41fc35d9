import { describe, expect, test } from 'vitest';
import type { Allowance, StatusInput } from '#app/domain/block-status';
import type { Override } from '#app/domain/rule';
import { at, makeAllowance, makeSchedule } from '#app/domain/rule.fixture';
import { NOW } from '#tests/child-status.ts';
import { findOverriddenRule } from './overridden-rule';

/** Blocks every day from 21:00. NOW is Thursday, 20:42 in Berlin. */
const bedtime = makeSchedule('21:00PT600M', { kind: 'default-schedule', id: 'b' });
const override = (effect: 'block' | 'grant', until: number | null): Override => ({
  kind: 'override',
  id: 'o',
  childId: 'mia',
  effect,
  from: NOW - 60_000,
  until,
  createdAt: NOW - 60_000,
  updatedAt: NOW - 60_000,
});
const ask = (rules: StatusInput['rules'], pause: StatusInput['pause'] = null, now = NOW) =>
  findOverriddenRule({ rules, timeZone: 'Europe/Berlin', allowance: null, pause }, now);

const NINE = at('2026-05-14T21:00+02:00');
const TEN = at('2026-05-14T22:00+02:00');
const SEVEN = at('2026-05-15T07:00+02:00');

describe('findOverriddenRule', () => {
  test.each([
    ['no override or pause', ask([bedtime]), null],
    [
      'allowed without an end, before Bedtime',
      ask([bedtime, override('grant', null)]),
      { kind: 'waits', ruleId: 'b', from: NINE, until: SEVEN },
    ],
    [
      'blocked without an end, before Bedtime',
      ask([bedtime, override('block', null)]),
      { kind: 'waits', ruleId: 'b', from: NINE, until: SEVEN },
    ],
    [
      'allowed without an end, during Bedtime',
      ask([bedtime, override('grant', null)], null, TEN),
      { kind: 'waits', ruleId: 'b', from: null, until: SEVEN },
    ],
    ['allowed until a time during Bedtime', ask([bedtime, override('grant', TEN)]), { kind: 'then', ruleId: 'b', from: TEN, until: SEVEN }],
    ['blocked until a time during Bedtime', ask([bedtime, override('block', TEN)]), { kind: 'then', ruleId: 'b', from: TEN, until: SEVEN }],
    ['blocked until a time before Bedtime', ask([bedtime, override('block', NINE - 1)]), null],
    ['a block without another rule', ask([override('block', null)]), null],
    ['a pause, which Bedtime overrides', ask([bedtime], { until: null }), null],
    ['a pause that ends while no rule is active', ask([], { until: TEN }), null],
  ])('returns the overridden rule: %s', (_name, found, expected) => {
    const { kind, reason, from } = found ?? {};
    expect(found && { kind, ruleId: reason?.ruleId, from, until: reason?.until }).toEqual(expected);
  });

  test('returns a pause without an end that is on hold under a block', () => {
    expect(ask([override('block', TEN)], { until: null })).toEqual({
      kind: 'then',
      reason: { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: null },
      from: TEN,
      limitSeconds: null,
    });
  });

  test.each<[string, Allowance, number, object | null]>([
    ['used up today, the limit starts again tomorrow', makeAllowance(3600, 3600, '2026-05-14'), at('2026-05-15T01:00+02:00'), null],
    [
      'used up today, the block ends today',
      makeAllowance(3600, 3600, '2026-05-14'),
      TEN,
      { kind: 'then', from: TEN, reason: { kind: 'allowance', until: at('2026-05-15T00:00+02:00') }, limitSeconds: 3600 },
    ],
    [
      'time left today, none tomorrow',
      makeAllowance(0, 0, '2026-05-14', { limits: [0, 0, 0, 0, 3600, 0, 0] }),
      at('2026-05-15T01:00+02:00'),
      {
        kind: 'then',
        from: at('2026-05-15T01:00+02:00'),
        reason: { kind: 'allowance', until: at('2026-05-16T00:00+02:00') },
        limitSeconds: 0,
      },
    ],
  ])('uses the limit of the day when the block ends: %s', (_name, allowance, until, expected) => {
    const found = findOverriddenRule({ rules: [override('block', until)], timeZone: 'Europe/Berlin', allowance, pause: null }, NOW);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });
});
