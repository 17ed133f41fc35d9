import { describe, expect, test } from 'vitest';
import type { Allowance, StatusInput } from '~/domain/block-status';
import type { Override } from '~/domain/rule';
import { at, makeAllowance, makeSchedule } from '~/domain/rule.fixture';
import { NOW } from '../../../tests/child-status.ts';
import { findOverriddenRule } from './overridden-rule';

/** Every day at nine; NOW is Thursday, 20:42 in Berlin. */
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
    ['no word of the parent’s', ask([bedtime]), null],
    [
      'a grant without an end, before Bedtime',
      ask([bedtime, override('grant', null)]),
      { kind: 'waits', ruleId: 'b', from: NINE, until: SEVEN },
    ],
    [
      'a block without an end, before Bedtime',
      ask([bedtime, override('block', null)]),
      { kind: 'waits', ruleId: 'b', from: NINE, until: SEVEN },
    ],
    [
      'a grant without an end, in Bedtime',
      ask([bedtime, override('grant', null)], null, TEN),
      { kind: 'waits', ruleId: 'b', from: null, until: SEVEN },
    ],
    ['a grant that ends in Bedtime', ask([bedtime, override('grant', TEN)]), { kind: 'then', ruleId: 'b', from: TEN, until: SEVEN }],
    ['a block that ends in Bedtime', ask([bedtime, override('block', TEN)]), { kind: 'then', ruleId: 'b', from: TEN, until: SEVEN }],
    ['a block that ends before Bedtime', ask([bedtime, override('block', NINE - 1)]), null],
    ['a block with nothing beneath', ask([override('block', null)]), null],
    ['a pause that Bedtime goes before', ask([bedtime], { until: null }), null],
    ['a pause that ends in freedom', ask([], { until: TEN }), null],
  ])('%s', (_name, found, expected) => {
    const { kind, reason, from } = found ?? {};
    expect(found && { kind, ruleId: reason?.ruleId, from, until: reason?.until }).toEqual(expected);
  });

  test('a pause without an end waits under a block that has one', () => {
    expect(ask([override('block', TEN)], { until: null })).toEqual({
      kind: 'then',
      reason: { kind: 'pause', ruleId: null, name: null, effect: 'pause', until: null },
      from: TEN,
      limitSeconds: null,
    });
  });

  test.each<[string, Allowance, number, object | null]>([
    ['used up today: nothing of it is left tomorrow', makeAllowance(3600, 3600, '2026-05-14'), at('2026-05-15T01:00+02:00'), null],
    [
      'used up, and the block ends today',
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
  ])('a block ends on a day with a limit of its own: %s', (_name, allowance, until, expected) => {
    const found = findOverriddenRule({ rules: [override('block', until)], timeZone: 'Europe/Berlin', allowance, pause: null }, NOW);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });
});
