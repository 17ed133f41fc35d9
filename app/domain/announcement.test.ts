import { describe, expect, test } from 'vitest';
import { findComingBlock, nextAnnouncementAt } from './announcement.ts';
import type { StatusInput } from './block-status.ts';
import { at, days, makeAllowance, makeOverride, makeSchedule, windowOf } from './rule.fixture.ts';
import type { Rule } from './rule.ts';

const BERLIN = 'Europe/Berlin';
const bedtime = makeSchedule('21:00PT480M', { id: 'bedtime' });

function ask(rules: Array<Rule>, more: Partial<StatusInput> = {}): StatusInput {
  return { rules, timeZone: BERLIN, allowance: null, pause: null, ...more };
}

const usedUp = makeAllowance(3600, 3600, '2026-11-16');
type Expected = [ruleId: string, from: string, until: string | null] | null;
const nine: Expected = ['bedtime', '2026-11-16T21:00+01:00', '2026-11-17T05:00+01:00'];

// 2026-11-16 is a Monday.
const table: Array<[name: string, input: StatusInput, now: string, expected: Expected]> = [
  ['a quarter of an hour before', ask([bedtime]), '2026-11-16T20:45+01:00', nine],
  ['a moment earlier', ask([bedtime]), '2026-11-16T20:44:59+01:00', null],
  ['the last moment', ask([bedtime]), '2026-11-16T20:59:59+01:00', nine],
  ['it has begun', ask([bedtime]), '2026-11-16T21:00+01:00', null],
  ['suspended', ask([{ ...bedtime, suspended: true }]), '2026-11-16T20:50+01:00', null],
  ['not on this day', ask([{ ...bedtime, weekdays: days('S-TWTFS') }]), '2026-11-16T20:50+01:00', null],
  ['off for tonight', ask([{ ...bedtime, exceptions: [{ date: '2026-11-16', change: 'off' }] }]), '2026-11-16T20:50+01:00', null],
  [
    'another window for tonight',
    ask([{ ...bedtime, exceptions: [{ date: '2026-11-16', change: 'window', window: windowOf('22:00PT60M') }] }]),
    '2026-11-16T21:45+01:00',
    ['bedtime', '2026-11-16T22:00+01:00', '2026-11-16T23:00+01:00'],
  ],
  [
    'a grant lasts longer',
    ask([bedtime, makeOverride('grant', '2026-11-16T20:00+01:00', '2026-11-16T21:01+01:00')]),
    '2026-11-16T20:50+01:00',
    null,
  ],
  [
    'a grant ends just then',
    ask([bedtime, makeOverride('grant', '2026-11-16T20:00+01:00', '2026-11-16T21:00+01:00')]),
    '2026-11-16T20:50+01:00',
    nine,
  ],
  [
    'blocked right up to it',
    ask([bedtime, makeOverride('block', '2026-11-16T20:00+01:00', '2026-11-16T21:00+01:00')]),
    '2026-11-16T20:50+01:00',
    null,
  ],
  [
    'blocked now, but not until then',
    ask([bedtime, makeOverride('block', '2026-11-16T20:00+01:00', '2026-11-16T20:55+01:00')]),
    '2026-11-16T20:50+01:00',
    nine,
  ],
  ['the day’s time is used up', ask([bedtime], { allowance: usedUp }), '2026-11-16T20:50+01:00', null],
  [
    'the day’s time is used up, the block comes tomorrow',
    ask([makeSchedule('00:10PT60M', { id: 'bedtime' })], { allowance: usedUp }),
    '2026-11-16T23:58+01:00',
    ['bedtime', '2026-11-17T00:10+01:00', '2026-11-17T01:10+01:00'],
  ],
  [
    'the block comes tomorrow, and tomorrow has no screen time anyway',
    ask([makeSchedule('00:10PT60M', { id: 'bedtime' })], { allowance: makeAllowance(0, 0, '2026-11-16') }),
    '2026-11-16T23:58+01:00',
    null,
  ],
  [
    'paused until the block begins: it is a block all the same',
    ask([bedtime], { pause: { until: null } }),
    '2026-11-16T20:50+01:00',
    ['bedtime', '2026-11-16T21:00+01:00', '2026-11-17T05:00+01:00'],
  ],
  ['a second schedule within a block', ask([makeSchedule('20:00PT600M', { id: 'long' }), bedtime]), '2026-11-16T20:50+01:00', null],
  [
    'of two that begin together the longer one is named',
    ask([bedtime, makeSchedule('21:00PT600M', { id: 'long' })]),
    '2026-11-16T20:50+01:00',
    ['long', '2026-11-16T21:00+01:00', '2026-11-17T07:00+01:00'],
  ],
  [
    'a block without an end',
    ask([
      makeSchedule('00:00PT1440M', {
        id: 'always',
        createdAt: at('2026-11-16T12:00Z'),
        recurring: true,
        exceptions: [{ date: '2026-11-16', change: 'off' }],
      }),
    ]),
    '2026-11-16T23:50+01:00',
    ['always', '2026-11-17T00:00+01:00', null],
  ],
  // Sydney is ten or eleven hours ahead of UTC.
  [
    'in the child’s own zone',
    ask([bedtime], { timeZone: 'Australia/Sydney' }),
    '2026-11-16T20:50+11:00',
    ['bedtime', '2026-11-16T21:00+11:00', '2026-11-17T05:00+11:00'],
  ],
  // On 2026-03-29 the clock in Berlin skips from 02:00 to 03:00. A start within the gap moves to the end of the gap (A117).
  [
    'a start in the hour that is skipped',
    ask([makeSchedule('02:30PT60M', { id: 'bedtime' })]),
    '2026-03-29T01:50+01:00',
    ['bedtime', '2026-03-29T03:00+02:00', '2026-03-29T03:30+02:00'],
  ],
  // On 2026-10-25 the clock is set back from 03:00 to 02:00. A start in the repeated hour applies only once.
  [
    'a start in the hour that is repeated',
    ask([makeSchedule('02:30PT60M', { id: 'bedtime' })]),
    '2026-10-25T02:20+02:00',
    ['bedtime', '2026-10-25T02:30+02:00', '2026-10-25T03:30+01:00'],
  ],
  ['its repetition is no second one', ask([makeSchedule('02:30PT60M', { id: 'bedtime' })]), '2026-10-25T02:20+01:00', null],
];

describe('announcement', () => {
  test.each(table)('returns the coming block or null: %s', (_name, input, now, expected) => {
    const coming = findComingBlock(input, at(now));
    const found = coming && [coming.schedule.id, coming.from, coming.until];
    expect(found).toEqual(expected && [expected[0], at(expected[1]), expected[2] === null ? null : at(expected[2])]);
  });

  test.each<[name: string, rules: Array<Rule>, now: string, expected: string | null]>([
    ['tonight', [bedtime], '2026-11-16T12:00+01:00', '2026-11-16T20:45+01:00'],
    ["at the exact time of an announcement, tomorrow's", [bedtime], '2026-11-16T20:45+01:00', '2026-11-17T20:45+01:00'],
    ['the earlier of two schedules', [bedtime, makeSchedule('08:00PT60M')], '2026-11-16T22:00+01:00', '2026-11-17T07:45+01:00'],
    ['one week ahead', [{ ...bedtime, weekdays: days('-M-----') }], '2026-11-16T20:45+01:00', '2026-11-23T20:45+01:00'],
    ['no rule', [], '2026-11-16T12:00+01:00', null],
    ['suspended schedule', [{ ...bedtime, suspended: true }], '2026-11-16T12:00+01:00', null],
    ['the night before the clock is set forward', [makeSchedule('02:30PT60M')], '2026-03-28T12:00+01:00', '2026-03-29T01:45+01:00'],
  ])('returns the next announcement: %s', (_name, rules, now, expected) => {
    expect(nextAnnouncementAt(ask(rules), at(now))).toBe(expected === null ? null : at(expected));
  });
});
