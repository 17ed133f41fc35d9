import { describe, expect, test } from 'vitest';
import { type Reason, resolveBlockStatus, type StatusInput } from './block-status.ts';
import { limitOn } from './daily-limit.ts';
import { at, days, makeAllowance, makeOverride, makeSchedule } from './rule.fixture.ts';
import type { Rule } from './rule.ts';

const BERLIN = 'Europe/Berlin';
const LOS_ANGELES = 'America/Los_Angeles';
const KIRITIMATI = 'Pacific/Kiritimati';

const bedtime = makeSchedule('21:00PT480M', { id: 'bedtime', name: 'Bedtime' });
const morning = makeSchedule('05:00PT120M', { id: 'morning', name: 'Morning' });
const readyMade = makeSchedule('21:00PT480M', { id: 'a-ready-made', kind: 'default-schedule', name: 'Bedtime' });
const fridayNight = makeSchedule('22:00PT480M', { id: 'friday', weekdays: days('-----F-') });
const always = makeSchedule('00:00PT1440M', { id: 'always' });

function ask(rules: Array<Rule>, zone = BERLIN, more: Partial<StatusInput> = {}): StatusInput {
  return { rules, timeZone: zone, allowance: null, pause: null, ...more };
}

const usedUp = makeAllowance(3600, 3600, '2026-11-16');
/** An hour on weekends, nothing on school days. */
const weekends = { limits: [3600, 0, 0, 0, 0, 0, 3600] };
const paused = { until: at('2026-11-16T16:00+01:00') };

type Expected = [
  state: string,
  why: string | null,
  overridden: Array<string>,
  next: [at: string, state: string, ruleId: string | null] | null,
];

function labelOf(reason: Reason): string {
  return reason.ruleId ?? reason.kind;
}

// 2026-11-16 is a Monday. Instants are written as the child's local time with its UTC offset.
const table: Array<[name: string, input: StatusInput, now: string, expected: Expected]> = [
  ['nothing speaks against use', ask([]), '2026-11-16T12:00+01:00', ['allowed', null, [], null]],
  ['before bedtime', ask([bedtime]), '2026-11-16T12:00+01:00', ['allowed', null, [], ['2026-11-16T21:00+01:00', 'blocked', 'bedtime']]],
  [
    'bedtime, over midnight',
    ask([bedtime]),
    '2026-11-17T00:00+01:00',
    ['blocked', 'bedtime', [], ['2026-11-17T05:00+01:00', 'allowed', null]],
  ],
  [
    'the ending instant of bedtime',
    ask([bedtime]),
    '2026-11-17T05:00+01:00',
    ['allowed', null, [], ['2026-11-17T21:00+01:00', 'blocked', 'bedtime']],
  ],
  [
    'adjacent schedules are one block (A121)',
    ask([bedtime, morning]),
    '2026-11-16T23:00+01:00',
    ['blocked', 'bedtime', [], ['2026-11-17T07:00+01:00', 'allowed', null]],
  ],
  [
    'overlapping schedules: the longer one wins',
    ask([bedtime, makeSchedule('22:00PT540M', { id: 'long' })]),
    '2026-11-16T23:00+01:00',
    ['blocked', 'long', ['bedtime'], ['2026-11-17T07:00+01:00', 'allowed', null]],
  ],
  [
    'equal schedules: the parent’s own before the ready-made',
    ask([readyMade, bedtime]),
    '2026-11-16T23:00+01:00',
    ['blocked', 'bedtime', ['a-ready-made'], ['2026-11-17T05:00+01:00', 'allowed', null]],
  ],
  ['a block without a break has no next change', ask([always]), '2026-11-16T23:00+01:00', ['blocked', 'always', [], null]],
  [
    'a weekly night is found a week ahead',
    ask([fridayNight]),
    '2026-11-14T06:00+01:00',
    ['allowed', null, [], ['2026-11-20T22:00+01:00', 'blocked', 'friday']],
  ],
  ['suspended rules never count', ask([{ ...bedtime, suspended: true }]), '2026-11-16T23:00+01:00', ['allowed', null, [], null]],

  [
    'a grant beats bedtime, and bedtime comes back after it',
    ask([bedtime, makeOverride('grant', '2026-11-16T21:30+01:00', '2026-11-16T22:30+01:00')]),
    '2026-11-16T22:00+01:00',
    ['allowed', 'override', ['bedtime'], ['2026-11-16T22:30+01:00', 'blocked', 'bedtime']],
  ],
  [
    'the expiry instant of the grant',
    ask([bedtime, makeOverride('grant', '2026-11-16T21:30+01:00', '2026-11-16T22:30+01:00')]),
    '2026-11-16T22:30+01:00',
    ['blocked', 'bedtime', [], ['2026-11-17T05:00+01:00', 'allowed', null]],
  ],
  [
    'a grant until after bedtime changes nothing at bedtime’s edges',
    ask([bedtime, makeOverride('grant', '2026-11-16T20:00+01:00', '2026-11-17T10:00+01:00')]),
    '2026-11-16T20:30+01:00',
    ['allowed', 'override', [], ['2026-11-17T21:00+01:00', 'blocked', 'bedtime']],
  ],
  [
    'a grant until it is lifted',
    ask([bedtime, makeOverride('grant', '2026-11-16T20:00+01:00', null)]),
    '2026-11-16T23:00+01:00',
    ['allowed', 'override', ['bedtime'], null],
  ],
  [
    'a block by day ends',
    ask([bedtime, makeOverride('block', '2026-11-16T12:00+01:00', '2026-11-16T13:00+01:00')]),
    '2026-11-16T12:30+01:00',
    ['blocked', 'override', [], ['2026-11-16T13:00+01:00', 'allowed', null]],
  ],
  [
    'a block that ends within bedtime changes no state then',
    ask([bedtime, makeOverride('block', '2026-11-16T20:00+01:00', '2026-11-16T22:00+01:00')]),
    '2026-11-16T20:30+01:00',
    ['blocked', 'override', [], ['2026-11-17T05:00+01:00', 'allowed', null]],
  ],
  [
    'a block of ten days has its end, beyond the 8 days',
    ask([bedtime, makeOverride('block', '2026-11-16T12:00+01:00', '2026-11-26T12:00+01:00')]),
    '2026-11-16T12:30+01:00',
    ['blocked', 'override', [], ['2026-11-26T12:00+01:00', 'allowed', null]],
  ],
  [
    'a grant of ten days too, until the night after it',
    ask([bedtime, makeOverride('grant', '2026-11-16T12:00+01:00', '2026-11-26T12:00+01:00')]),
    '2026-11-16T12:30+01:00',
    ['allowed', 'override', [], ['2026-11-26T21:00+01:00', 'blocked', 'bedtime']],
  ],
  [
    'of two overrides the newer one',
    ask([
      makeOverride('block', '2026-11-16T12:00+01:00', null, { id: 'old' }),
      makeOverride('grant', '2026-11-16T13:00+01:00', '2026-11-16T14:00+01:00', { id: 'new' }),
    ]),
    '2026-11-16T13:30+01:00',
    ['allowed', 'new', ['old'], ['2026-11-16T14:00+01:00', 'blocked', 'old']],
  ],

  [
    'a used-up allowance blocks until local midnight',
    ask([], BERLIN, { allowance: usedUp }),
    '2026-11-16T12:00+01:00',
    ['blocked', 'allowance', [], ['2026-11-17T00:00+01:00', 'allowed', null]],
  ],
  [
    'midnight in the west',
    ask([], LOS_ANGELES, { allowance: usedUp }),
    '2026-11-16T12:00-08:00',
    ['blocked', 'allowance', [], ['2026-11-17T00:00-08:00', 'allowed', null]],
  ],
  [
    'midnight in the east',
    ask([], KIRITIMATI, { allowance: usedUp }),
    '2026-11-16T12:00+14:00',
    ['blocked', 'allowance', [], ['2026-11-17T00:00+14:00', 'allowed', null]],
  ],
  [
    'a midnight that is skipped: the first minute of the day',
    ask([], 'Africa/Cairo', { allowance: makeAllowance(3600, 3600, '2026-04-23') }),
    '2026-04-23T12:00+02:00',
    ['blocked', 'allowance', [], ['2026-04-24T01:00+03:00', 'allowed', null]],
  ],
  [
    'with time left it does not block',
    ask([], BERLIN, { allowance: makeAllowance(3600, 3599, '2026-11-16') }),
    '2026-11-16T12:00+01:00',
    ['allowed', null, [], null],
  ],
  [
    'switched off it does not block',
    ask([], BERLIN, { allowance: { ...usedUp, enabled: false } }),
    '2026-11-16T12:00+01:00',
    ['allowed', null, [], null],
  ],
  [
    'a limit of nothing is used up at once',
    ask([], BERLIN, { allowance: makeAllowance(0, 0, '2026-11-16', { limits: [3600, 0, 3600, 3600, 3600, 3600, 3600] }) }),
    '2026-11-16T12:00+01:00',
    ['blocked', 'allowance', [], ['2026-11-17T00:00+01:00', 'allowed', null]],
  ],
  [
    'a limit of nothing on every day never changes by itself',
    ask([], BERLIN, { allowance: makeAllowance(0, 0, '2026-11-16') }),
    '2026-11-16T12:00+01:00',
    ['blocked', 'allowance', [], null],
  ],
  [
    'used up before days with a limit of nothing: one block until a day that has time',
    ask([], BERLIN, { allowance: makeAllowance(0, 3600, '2026-11-15', weekends) }),
    '2026-11-15T18:00+01:00',
    ['blocked', 'allowance', [], ['2026-11-21T00:00+01:00', 'allowed', null]],
  ],
  [
    'time left before a day with a limit of nothing: blocked from its midnight',
    ask([], BERLIN, { allowance: makeAllowance(0, 60, '2026-11-15', weekends) }),
    '2026-11-15T18:00+01:00',
    ['allowed', null, [], ['2026-11-16T00:00+01:00', 'blocked', null]],
  ],
  [
    'extra minutes of a coming date count on that date',
    ask([], BERLIN, { allowance: makeAllowance(0, 3600, '2026-11-15', { ...weekends, extra: { date: '2026-11-16', seconds: 600 } }) }),
    '2026-11-15T18:00+01:00',
    ['blocked', 'allowance', [], ['2026-11-16T00:00+01:00', 'allowed', null]],
  ],
  [
    'of another day than the one asked about nothing is used',
    ask([], BERLIN, { allowance: usedUp }),
    '2026-11-17T12:00+01:00',
    ['allowed', null, [], null],
  ],
  [
    'used up into bedtime is one block',
    ask([bedtime], BERLIN, { allowance: usedUp }),
    '2026-11-16T20:00+01:00',
    ['blocked', 'allowance', [], ['2026-11-17T05:00+01:00', 'allowed', null]],
  ],
  [
    'a grant gives time after the allowance is used up',
    ask([makeOverride('grant', '2026-11-16T12:00+01:00', '2026-11-16T13:00+01:00')], BERLIN, { allowance: usedUp }),
    '2026-11-16T12:30+01:00',
    ['allowed', 'override', ['allowance'], ['2026-11-16T13:00+01:00', 'blocked', null]],
  ],

  [
    'a pause',
    ask([], BERLIN, { pause: paused }),
    '2026-11-16T15:00+01:00',
    ['paused', 'pause', [], ['2026-11-16T16:00+01:00', 'allowed', null]],
  ],
  ['the expiry instant of the pause', ask([], BERLIN, { pause: paused }), '2026-11-16T16:00+01:00', ['allowed', null, [], null]],
  ['a pause until resumed', ask([], BERLIN, { pause: { until: null } }), '2026-11-16T15:00+01:00', ['paused', 'pause', [], null]],
  [
    'a pause turns into bedtime',
    ask([bedtime], BERLIN, { pause: { until: null } }),
    '2026-11-16T15:00+01:00',
    ['paused', 'pause', [], ['2026-11-16T21:00+01:00', 'blocked', 'bedtime']],
  ],
  [
    'and bedtime back into the pause',
    ask([bedtime], BERLIN, { pause: { until: null } }),
    '2026-11-17T04:00+01:00',
    ['blocked', 'bedtime', ['pause'], ['2026-11-17T05:00+01:00', 'paused', null]],
  ],
  [
    'a grant lifts a pause (S54)',
    ask([makeOverride('grant', '2026-11-16T14:00+01:00', null)], BERLIN, { pause: paused }),
    '2026-11-16T15:00+01:00',
    ['allowed', 'override', ['pause'], null],
  ],
  [
    'everything at once, in order of precedence (A121)',
    ask([bedtime, makeOverride('block', '2026-11-16T20:00+01:00', '2026-11-16T23:30+01:00')], BERLIN, {
      allowance: usedUp,
      pause: { until: null },
    }),
    '2026-11-16T23:00+01:00',
    ['blocked', 'override', ['bedtime', 'allowance', 'pause'], ['2026-11-17T05:00+01:00', 'paused', null]],
  ],

  [
    'spring: the night is over at 05:00',
    ask([bedtime]),
    '2026-03-28T22:00+01:00',
    ['blocked', 'bedtime', [], ['2026-03-29T05:00+02:00', 'allowed', null]],
  ],
  [
    'spring: a window within the gap is skipped',
    ask([makeSchedule('02:10PT40M', { id: 'gap' })]),
    '2026-03-28T22:00+01:00',
    ['allowed', null, [], ['2026-03-30T02:10+02:00', 'blocked', 'gap']],
  ],
  [
    'spring: windows on both sides of the gap touch',
    ask([makeSchedule('01:00PT60M', { id: 'before' }), makeSchedule('03:00PT60M', { id: 'after' })]),
    '2026-03-29T01:30+01:00',
    ['blocked', 'before', [], ['2026-03-29T04:00+02:00', 'allowed', null]],
  ],
  [
    'autumn: the night is over at 05:00',
    ask([bedtime]),
    '2026-10-24T22:00+02:00',
    ['blocked', 'bedtime', [], ['2026-10-25T05:00+01:00', 'allowed', null]],
  ],
  [
    'autumn: the repeated hour is free the second time',
    ask([makeSchedule('02:10PT20M', { id: 'hour' })]),
    '2026-10-25T02:20+02:00',
    ['blocked', 'hour', [], ['2026-10-25T02:30+02:00', 'allowed', null]],
  ],
  [
    'west: the night of Los Angeles',
    ask([bedtime], LOS_ANGELES),
    '2026-11-16T20:00-08:00',
    ['allowed', null, [], ['2026-11-16T21:00-08:00', 'blocked', 'bedtime']],
  ],
  [
    'east: the night of Kiritimati',
    ask([bedtime], KIRITIMATI),
    '2026-11-16T04:59+14:00',
    ['blocked', 'bedtime', [], ['2026-11-16T05:00+14:00', 'allowed', null]],
  ],

  [
    'off today: the next night is tomorrow’s (A122)',
    ask([makeSchedule('21:00PT480M', { id: 'bedtime', exceptions: [{ date: '2026-11-16', change: 'off' }] })]),
    '2026-11-16T12:00+01:00',
    ['allowed', null, [], ['2026-11-17T21:00+01:00', 'blocked', 'bedtime']],
  ],
  [
    'a weekly night that is off today comes more than seven days later, over the clock change',
    ask([makeSchedule('21:00PT480M', { id: 'monday', weekdays: days('-M-----'), exceptions: [{ date: '2026-10-19', change: 'off' }] })]),
    '2026-10-19T20:30+02:00',
    ['allowed', null, [], ['2026-10-26T21:00+01:00', 'blocked', 'monday']],
  ],
  [
    'later today only',
    ask([
      makeSchedule('21:00PT480M', {
        id: 'bedtime',
        exceptions: [{ date: '2026-11-16', change: 'window', window: { start: 1380, minutes: 360 } }],
      }),
    ]),
    '2026-11-16T22:00+01:00',
    ['allowed', null, [], ['2026-11-16T23:00+01:00', 'blocked', 'bedtime']],
  ],
  [
    'a one-time schedule ends with its week',
    ask([makeSchedule('21:00PT480M', { id: 'once', recurring: false, expiresAt: at('2026-11-17T01:00+01:00') })]),
    '2026-11-16T22:00+01:00',
    ['blocked', 'once', [], ['2026-11-17T01:00+01:00', 'allowed', null]],
  ],
];

describe('block status', () => {
  test.each(table)('resolves the block status: %s', (_, input, now, expected) => {
    const { state, why, overridden, until, nextChange } = resolveBlockStatus(input, at(now));
    const next = expected[3] === null ? null : { at: at(expected[3][0]), state: expected[3][1], ruleId: expected[3][2] };
    expect([state, why && labelOf(why), overridden.map(labelOf)]).toEqual(expected.slice(0, 3));
    expect(nextChange).toEqual(next);
    expect(until).toBe(next?.at ?? null);
  });

  test('returns each reason with its own type and end (A119)', () => {
    const block = makeOverride('block', '2026-11-16T20:00+01:00', '2026-11-16T22:00+01:00');
    const { why, overridden } = resolveBlockStatus(
      ask([bedtime, block], BERLIN, { allowance: usedUp, pause: paused }),
      at('2026-11-16T21:30+01:00'),
    );
    expect([why, ...overridden]).toEqual([
      { kind: 'override', ruleId: 'override', name: null, effect: 'block', until: at('2026-11-16T22:00+01:00') },
      { kind: 'schedule', ruleId: 'bedtime', name: 'Bedtime', effect: 'block', until: at('2026-11-17T05:00+01:00') },
      { kind: 'allowance', ruleId: null, name: null, effect: 'block', until: at('2026-11-17T00:00+01:00') },
    ]);
  });

  test('returns one reason if an exception makes a schedule overlap its own previous night', () => {
    const early = makeSchedule('21:00PT480M', {
      exceptions: [{ date: '2026-11-17', change: 'window', window: { start: 240, minutes: 240 } }],
    });
    const { why, overridden, until } = resolveBlockStatus(ask([early]), at('2026-11-17T04:30+01:00'));
    expect([why?.until, overridden, until]).toEqual([at('2026-11-17T08:00+01:00'), [], at('2026-11-17T08:00+01:00')]);
  });

  test('does not change its input', () => {
    const input = ask([
      bedtime,
      makeOverride('block', '2026-11-16T12:00+01:00', null, { id: 'a' }),
      makeOverride('grant', '2026-11-16T13:00+01:00', null, { id: 'b' }),
    ]);
    const before = structuredClone(input);
    resolveBlockStatus(input, at('2026-11-16T14:00+01:00'));
    expect(input).toEqual(before);
  });

  test('limits the daily limit plus bonus time to 24 hours', () => {
    const limit = (seconds: number) =>
      limitOn(makeAllowance(7200, 0, '2026-11-16', { extra: { date: '2026-11-16', seconds } }), '2026-11-16');
    expect([1800, 86_400].map(limit)).toEqual([9000, 86_400]);
  });
});
