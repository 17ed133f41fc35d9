import { describe, expect, test } from 'vitest';
import { at, days, makeOverride, makeSchedule, windowOf } from './rule.fixture.ts';
import { DEFAULT_WINDOW, isRuleActive, listOccurrences, type Rule, SCHEDULE_ROLLOVER_MS } from './rule.ts';
import { formatTimeWindow } from './time.ts';

const BERLIN = 'Europe/Berlin';
const LOS_ANGELES = 'America/Los_Angeles';
const AUCKLAND = 'Pacific/Auckland';
const bedtime = makeSchedule('21:00PT480M');
const monday = makeSchedule('21:00PT480M', { weekdays: days('-M-----') });

// 2026-11-16 is a Monday. Instants are in the child's local time, with its UTC offset at that moment.
const table: Array<[name: string, rule: Rule, zone: string, now: string, expected: boolean]> = [
  ['before it starts', bedtime, BERLIN, '2026-11-16T20:59:59.999+01:00', false],
  ['the starting instant', bedtime, BERLIN, '2026-11-16T21:00+01:00', true],
  ['over midnight', bedtime, BERLIN, '2026-11-17T00:00+01:00', true],
  ['the last millisecond', bedtime, BERLIN, '2026-11-17T04:59:59.999+01:00', true],
  ['the ending instant', bedtime, BERLIN, '2026-11-17T05:00+01:00', false],
  ['Monday’s night on Tuesday 04:59 (RULE-026)', monday, BERLIN, '2026-11-17T04:59+01:00', true],
  ['a Monday’s rule a week later (RULE-029)', monday, BERLIN, '2026-11-23T21:00+01:00', true],
  ['Monday’s night is over on Tuesday 05:00', monday, BERLIN, '2026-11-17T05:00+01:00', false],
  ['an overnight window belongs to the day it starts: not Monday 04:59', monday, BERLIN, '2026-11-16T04:59+01:00', false],
  ['nor Tuesday evening (RULE-029)', monday, BERLIN, '2026-11-17T21:00+01:00', false],
  ['index 0 is Sunday (A62)', makeSchedule('08:00PT60M', { weekdays: days('S------') }), BERLIN, '2026-11-15T08:00+01:00', true],
  ['index 6 is Saturday (A62)', makeSchedule('08:00PT60M', { weekdays: days('------S') }), BERLIN, '2026-11-21T08:00+01:00', true],
  ['the child’s zone counts: west (RULE-027)', bedtime, LOS_ANGELES, '2026-11-16T21:00-08:00', true],
  ['the same instant in the east is another time', bedtime, AUCKLAND, '2026-11-16T21:00-08:00', false],
  ['east', bedtime, AUCKLAND, '2026-11-16T21:00+13:00', true],
  ['all day and night', makeSchedule('07:00PT1440M'), BERLIN, '2026-11-17T06:59+01:00', true],
  ['suspended never counts', makeSchedule('21:00PT480M', { suspended: true }), BERLIN, '2026-11-16T22:00+01:00', false],

  // In Berlin, clocks change from 02:00 to 03:00 on 2026-03-29, and from 03:00 to 02:00 on 2026-10-25.
  ['spring: still 05:00 by the clock, seven hours long', bedtime, BERLIN, '2026-03-29T04:59+02:00', true],
  ['spring: ends at 05:00', bedtime, BERLIN, '2026-03-29T05:00+02:00', false],
  ['spring: a start in the gap waits for its end', makeSchedule('02:30PT60M'), BERLIN, '2026-03-29T01:59+01:00', false],
  ['spring: and is the first minute after it', makeSchedule('02:30PT60M'), BERLIN, '2026-03-29T03:00+02:00', true],
  ['spring: its end by the clock stays', makeSchedule('02:30PT60M'), BERLIN, '2026-03-29T03:30+02:00', false],
  ['spring: an end in the gap is the first minute after it', makeSchedule('01:00PT90M'), BERLIN, '2026-03-29T01:59+01:00', true],
  ['spring: and no minute more', makeSchedule('01:00PT90M'), BERLIN, '2026-03-29T03:00+02:00', false],
  ['spring: a window within the gap is skipped', makeSchedule('02:10PT40M'), BERLIN, '2026-03-29T03:00+02:00', false],
  ['spring: also where it would end with the gap', makeSchedule('02:00PT60M'), BERLIN, '2026-03-29T03:00+02:00', false],
  ['autumn: still 05:00 by the clock, nine hours long', bedtime, BERLIN, '2026-10-25T04:59+01:00', true],
  ['autumn: ends at 05:00', bedtime, BERLIN, '2026-10-25T05:00+01:00', false],
  ['autumn: the repeated hour counts at its first occurrence', makeSchedule('02:00PT60M'), BERLIN, '2026-10-25T02:00+02:00', true],
  ['autumn: 03:00 is read once, after the second 02:59', makeSchedule('02:00PT60M'), BERLIN, '2026-10-25T02:59+01:00', true],
  ['autumn: an end in the repeated hour is its first occurrence', makeSchedule('01:00PT90M'), BERLIN, '2026-10-25T02:29+02:00', true],
  ['autumn: so it is over by then', makeSchedule('01:00PT90M'), BERLIN, '2026-10-25T02:30+02:00', false],
  ['autumn: and does not come back', makeSchedule('01:00PT90M'), BERLIN, '2026-10-25T02:10+01:00', false],
  ['autumn: once, not twice', makeSchedule('02:10PT20M'), BERLIN, '2026-10-25T02:20+02:00', true],
  ['autumn: the second time round is free', makeSchedule('02:10PT20M'), BERLIN, '2026-10-25T02:20+01:00', false],
  ['half an hour of change: Lord Howe, end in the gap', makeSchedule('01:00PT75M'), 'Australia/Lord_Howe', '2026-10-04T02:30+11:00', false],
  ['a skipped midnight: Cairo starts at 01:00', makeSchedule('00:00PT120M'), 'Africa/Cairo', '2026-04-24T01:00+03:00', true],
  ['a skipped midnight: not before', makeSchedule('00:00PT120M'), 'Africa/Cairo', '2026-04-23T23:59+02:00', false],

  [
    'one time: the last millisecond of its life',
    makeSchedule('00:00PT1440M', { recurring: false, expiresAt: at('2026-11-16T12:00Z') }),
    BERLIN,
    '2026-11-16T11:59:59.999Z',
    true,
  ],
  [
    'one time: the expiry instant',
    makeSchedule('00:00PT1440M', { recurring: false, expiresAt: at('2026-11-16T12:00Z') }),
    BERLIN,
    '2026-11-16T12:00Z',
    false,
  ],
  [
    'one time without an end: a week from creation (A61)',
    makeSchedule('00:00PT1440M', { recurring: false, createdAt: at('2026-11-09T12:00Z') }),
    BERLIN,
    '2026-11-16T12:00Z',
    false,
  ],
  [
    'one time without an end: up to then',
    makeSchedule('00:00PT1440M', { recurring: false, createdAt: at('2026-11-09T12:00Z') }),
    BERLIN,
    '2026-11-16T11:59Z',
    true,
  ],

  [
    'off on a date (A122)',
    makeSchedule('21:00PT480M', { exceptions: [{ date: '2026-11-16', change: 'off' }] }),
    BERLIN,
    '2026-11-16T22:00+01:00',
    false,
  ],
  [
    'off on a date: its night too',
    makeSchedule('21:00PT480M', { exceptions: [{ date: '2026-11-16', change: 'off' }] }),
    BERLIN,
    '2026-11-17T03:00+01:00',
    false,
  ],
  [
    'off on a date: the night before goes on',
    makeSchedule('21:00PT480M', { exceptions: [{ date: '2026-11-16', change: 'off' }] }),
    BERLIN,
    '2026-11-16T03:00+01:00',
    true,
  ],
  [
    'another window on a date: not yet',
    makeSchedule('21:00PT480M', { exceptions: [{ date: '2026-11-16', change: 'window', window: windowOf('23:00PT60M') }] }),
    BERLIN,
    '2026-11-16T22:59+01:00',
    false,
  ],
  [
    'another window on a date: now',
    makeSchedule('21:00PT480M', { exceptions: [{ date: '2026-11-16', change: 'window', window: windowOf('23:00PT60M') }] }),
    BERLIN,
    '2026-11-16T23:00+01:00',
    true,
  ],
  [
    'another window on a date: no longer',
    makeSchedule('21:00PT480M', { exceptions: [{ date: '2026-11-16', change: 'window', window: windowOf('23:00PT60M') }] }),
    BERLIN,
    '2026-11-17T00:00+01:00',
    false,
  ],
  [
    'a dated window holds on a weekday without a flag',
    makeSchedule('21:00PT480M', {
      weekdays: days('-------'),
      exceptions: [{ date: '2026-11-16', change: 'window', window: windowOf('23:00PT60M') }],
    }),
    BERLIN,
    '2026-11-16T23:00+01:00',
    true,
  ],
  [
    'of two exceptions for a date the later one',
    makeSchedule('21:00PT480M', {
      exceptions: [
        { date: '2026-11-16', change: 'off' },
        { date: '2026-11-16', change: 'window', window: windowOf('23:00PT60M') },
      ],
    }),
    BERLIN,
    '2026-11-16T23:30+01:00',
    true,
  ],

  ['override: before it', makeOverride('block', '2026-11-16T12:00Z', '2026-11-16T13:00Z'), BERLIN, '2026-11-16T11:59:59.999Z', false],
  ['override: the first instant', makeOverride('block', '2026-11-16T12:00Z', '2026-11-16T13:00Z'), BERLIN, '2026-11-16T12:00Z', true],
  [
    'override: the last millisecond',
    makeOverride('block', '2026-11-16T12:00Z', '2026-11-16T13:00Z'),
    BERLIN,
    '2026-11-16T12:59:59.999Z',
    true,
  ],
  ['override: the expiry instant', makeOverride('grant', '2026-11-16T12:00Z', '2026-11-16T13:00Z'), BERLIN, '2026-11-16T13:00Z', false],
  ['override: until lifted', makeOverride('grant', '2026-11-16T12:00Z', null), BERLIN, '2030-01-01T00:00Z', true],
];

describe('rule', () => {
  test.each(table)('isRuleActive returns whether a rule applies: %s', (_, rule, zone, now, expected) => {
    expect(isRuleActive(rule, zone, at(now))).toBe(expected);
  });

  test('has the default window 21:00PT480M (9.1.2)', () => {
    expect(formatTimeWindow(DEFAULT_WINDOW)).toBe('21:00PT480M');
  });

  test('expires a one-time schedule after seven days (A61)', () => {
    expect(SCHEDULE_ROLLOVER_MS).toBe(604_800_000);
  });

  test('lists the occurrences in an interval and cuts them off at the end of a one-time schedule', () => {
    const once = makeSchedule('21:00PT480M', { recurring: false, expiresAt: at('2026-11-18T00:00+01:00') });
    const found = listOccurrences([once], BERLIN, at('2026-11-17T05:00+01:00'), at('2026-11-25T00:00+01:00'));
    expect(found.map(({ from, until }) => [from, until])).toEqual([[at('2026-11-17T21:00+01:00'), at('2026-11-18T00:00+01:00')]]);
  });
});
