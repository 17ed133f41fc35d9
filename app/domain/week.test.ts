import { describe, expect, test } from 'vitest';
import { at, days, makeAllowance, makeOverride, makeSchedule, windowOf } from './rule.fixture.ts';
import type { Schedule } from './rule.ts';
import { findClockChange, readClockTime } from './time.ts';
import { findSkippableDate, nextOccurrence, predictStatus, previewWeek, resolveWeek, type WeekDay } from './week.ts';

const BERLIN = 'Europe/Berlin';
const THURSDAY = at('2026-05-14T20:42+02:00');
const bedtime = makeSchedule('21:00PT480M', { kind: 'default-schedule', id: 'bedtime' });
const school = makeSchedule('08:00PT420M', { id: 'school', name: 'School', weekdays: days('-MTWTF-') });

function weekOf(rules: Array<Schedule>, now = THURSDAY): Array<WeekDay> {
  return resolveWeek({ rules, timeZone: BERLIN }, now);
}

function overlapsOf(week: Array<WeekDay>) {
  return week.flatMap(({ date, overlaps }) =>
    overlaps.map(({ rule, other, relation, from, until }) => [date.slice(8), rule.ruleId, relation, other.ruleId, until - from]),
  );
}

describe('week', () => {
  test('returns seven days from today with sorted windows, cut at midnight', () => {
    const week = weekOf([school, bedtime]);
    expect(week.map(({ date, weekday }) => [date, weekday])).toEqual([
      ['2026-05-14', 4],
      ['2026-05-15', 5],
      ['2026-05-16', 6],
      ['2026-05-17', 0],
      ['2026-05-18', 1],
      ['2026-05-19', 2],
      ['2026-05-20', 3],
    ]);
    const shown = (day: WeekDay | undefined) =>
      day?.windows.map(({ ruleId, fromMinute, untilMinute, startedPreviousDay, continuesNextDay }) => [
        ruleId,
        fromMinute,
        untilMinute,
        startedPreviousDay,
        continuesNextDay,
      ]);
    expect(shown(week[1])).toEqual([
      ['bedtime', 0, 300, true, false],
      ['school', 480, 900, false, false],
      ['bedtime', 1260, 1440, false, true],
    ]);
    expect(shown(week[2])?.map(([id]) => id)).toEqual(['bedtime', 'bedtime']);
  });

  test('ignores overrides, app schedules and suspended schedules', () => {
    const grant = makeOverride('grant', '2026-05-14T10:00Z', null);
    const ofApps = makeSchedule('08:00PT60M', { id: 'apps', scope: 'apps' });
    const week = resolveWeek({ rules: [grant, ofApps, { ...bedtime, suspended: true }], timeZone: BERLIN }, THURSDAY);
    expect(week.flatMap(({ windows }) => windows)).toEqual([]);
  });

  test('reports windows that overlap or contain each other, but not windows that only touch', () => {
    const evening = makeSchedule('20:30PT30M', { id: 'evening' });
    const late = makeSchedule('20:30PT60M', { id: 'late', weekdays: days('-----F-') });
    expect(overlapsOf(weekOf([evening, bedtime]))).toEqual([]);
    expect(overlapsOf(weekOf([late, bedtime]))).toEqual([['15', 'late', 'overlaps', 'bedtime', 30 * 60_000]]);
    const inside = makeSchedule('23:00PT60M', { id: 'inside', weekdays: days('-----F-') });
    expect(overlapsOf(weekOf([inside, bedtime]))).toEqual([['15', 'inside', 'inside', 'bedtime', 60 * 60_000]]);
    const longer = makeSchedule('21:00PT600M', { id: 'longer', weekdays: days('-----F-') });
    expect(overlapsOf(weekOf([longer, bedtime]))).toEqual([['15', 'bedtime', 'inside', 'longer', 480 * 60_000]]);
    // Last Wednesday's overlap ended before today, so only next Wednesday's is reported.
    expect(
      overlapsOf(weekOf([makeSchedule('22:00PT60M', { id: 'x', weekdays: days('---W---') }), bedtime], at('2026-05-14T00:30+02:00'))),
    ).toEqual([['20', 'x', 'inside', 'bedtime', 60 * 60_000]]);
  });

  test("limits the overlaps per day and reports whether there are more; a preview lists only the candidate's overlaps", () => {
    const many = Array.from({ length: 100 }, (_, index) => makeSchedule('08:00PT60M', { id: `w${index}` }));
    const [today] = weekOf(many, at('2026-05-14T07:00+02:00'));
    expect([today?.windows.length, today?.overlaps.length, today?.hasMoreOverlaps]).toEqual([100, 20, true]);
    const candidate = makeSchedule('08:30PT60M', { id: 'new' });
    const [previewed] = previewWeek({ rules: many.slice(0, 20), timeZone: BERLIN }, candidate, at('2026-05-14T07:00+02:00'));
    expect(previewed?.overlaps.map(({ other }) => other.ruleId)).toEqual(Array(20).fill('new'));
    expect(previewed?.hasMoreOverlaps).toBe(false);
  });

  test('reports exceptions only if they change the plan', () => {
    const window = windowOf('22:00PT60M');
    const changed: Schedule = {
      ...school,
      exceptions: [
        { date: '2026-05-14', change: 'window', window: school.window },
        { date: '2026-05-15', change: 'off' },
        { date: '2026-05-16', change: 'off' },
        { date: '2026-05-17', change: 'window', window },
      ],
    };
    expect(weekOf([changed]).map(({ exceptions }) => exceptions)).toEqual([
      [],
      [{ rule: { ruleId: 'school', kind: 'schedule', name: 'School' }, window: null }],
      [],
      [{ rule: { ruleId: 'school', kind: 'schedule', name: 'School' }, window }],
      [],
      [],
      [],
    ]);
  });

  test('reports a clock change and the windows it lengthens, shortens or removes', () => {
    const gone = makeSchedule('02:15PT30M', { id: 'gone', weekdays: days('S------') });
    const notes = (now: string, rules: Array<Schedule>) =>
      resolveWeek({ rules, timeZone: BERLIN }, at(now)).map(
        ({ clockChange }) =>
          clockChange && [clockChange.minutes, ...clockChange.changed.map(({ rule, minutes }) => [rule.ruleId, minutes])],
      );
    expect(notes('2026-03-27T12:00Z', [bedtime, school, gone])).toEqual([
      null,
      null,
      [60, ['bedtime', -60], ['gone', -30]],
      null,
      null,
      null,
      null,
    ]);
    expect(notes('2026-10-23T12:00Z', [bedtime])).toEqual([null, null, [-60, ['bedtime', 60]], null, null, null, null]);
    expect(notes('2026-05-14T12:00Z', [bedtime]).every((note) => note === null)).toBe(true);
  });

  test('previewWeek replaces the stored rule, or adds the candidate if it is new', () => {
    const input = { rules: [bedtime, school], timeZone: BERLIN };
    const moved = previewWeek(input, { ...bedtime, window: windowOf('13:00PT60M') }, THURSDAY);
    expect(moved[2]?.windows.map(({ fromMinute, untilMinute }) => [fromMinute, untilMinute])).toEqual([[780, 840]]);
    const added = previewWeek(input, makeSchedule('13:00PT60M', { id: '' }), THURSDAY);
    expect(added[2]?.windows.map(({ ruleId }) => ruleId)).toEqual(['bedtime', '', 'bedtime']);
  });

  test('nextOccurrence returns the running or next occurrence and ignores skipped dates', () => {
    expect(nextOccurrence(bedtime, BERLIN, at('2026-05-14T23:00+02:00'))?.from).toBe(at('2026-05-14T21:00+02:00'));
    expect(nextOccurrence(bedtime, BERLIN, THURSDAY)).toEqual({ from: at('2026-05-14T21:00+02:00'), until: at('2026-05-15T05:00+02:00') });
    const sundays = makeSchedule('10:00PT60M', { weekdays: days('S------'), exceptions: [{ date: '2026-05-17', change: 'off' }] });
    expect(nextOccurrence(sundays, BERLIN, THURSDAY)?.from).toBe(at('2026-05-24T10:00+02:00'));
    expect(nextOccurrence({ ...bedtime, suspended: true }, BERLIN, THURSDAY)).toBeNull();
  });

  test.each<[string, string, Partial<Schedule>, object | null]>([
    [
      'before the window starts',
      '2026-05-14T20:42+02:00',
      {},
      { date: '2026-05-14', change: 'none', previousWindowEnd: null, nextWindowStart: null },
    ],
    [
      'after midnight during the window: its start date',
      '2026-05-15T03:00+02:00',
      {},
      { date: '2026-05-14', change: 'none', previousWindowEnd: at('2026-05-15T05:00+02:00'), nextWindowStart: null },
    ],
    [
      "after the window ended: the next window's date",
      '2026-05-15T05:00+02:00',
      {},
      { date: '2026-05-15', change: 'none', previousWindowEnd: null, nextWindowStart: null },
    ],
    [
      'already skipped',
      '2026-05-14T22:00+02:00',
      { exceptions: [{ date: '2026-05-14', change: 'off' }] },
      { date: '2026-05-14', change: 'off', previousWindowEnd: null, nextWindowStart: null },
    ],
    [
      'other times today',
      '2026-05-14T22:00+02:00',
      { exceptions: [{ date: '2026-05-14', change: 'window', window: windowOf('23:00PT30M') }] },
      { date: '2026-05-14', change: 'window', previousWindowEnd: null, nextWindowStart: null },
    ],
    ['not on this weekday', '2026-05-14T12:00+02:00', { weekdays: days('S------') }, null],
    [
      'evening before a midnight start: the start date',
      '2026-05-14T14:32+02:00',
      { window: windowOf('00:00PT390M') },
      { date: '2026-05-15', change: 'none', previousWindowEnd: null, nextWindowStart: at('2026-05-15T00:00+02:00') },
    ],
    [
      'coming night already skipped',
      '2026-05-14T22:00+02:00',
      { window: windowOf('00:30PT360M'), exceptions: [{ date: '2026-05-15', change: 'off' }] },
      { date: '2026-05-15', change: 'off', previousWindowEnd: null, nextWindowStart: at('2026-05-15T00:30+02:00') },
    ],
    ['more than twelve hours before', '2026-05-14T11:59+02:00', { window: windowOf('00:00PT390M') }, null],
    ['suspended', '2026-05-14T12:00+02:00', { suspended: true }, null],
    ['expired', '2026-05-14T12:00+02:00', { recurring: false, expiresAt: at('2026-05-14T11:00+02:00') }, null],
  ])('findSkippableDate returns the expected date: %s', (_name, now, change, expected) => {
    expect(findSkippableDate({ ...bedtime, ...change }, BERLIN, at(now))).toEqual(expected);
  });

  test('predicts the state, its reason and overridden reasons; returns null for past and distant times', () => {
    const input = {
      rules: [bedtime, school],
      timeZone: BERLIN,
      // The limit is one minute on Friday and zero on Saturday.
      allowance: makeAllowance(60, 60, '2026-05-14', { limits: [60, 60, 60, 60, 60, 60, 0] }),
      pause: null,
    };
    const look = (date: string, minute: number) => predictStatus(input, { date, minute }, THURSDAY);
    expect(look('2026-05-14', 22 * 60)?.answers).toMatchObject([
      { state: 'blocked', why: { ruleId: 'bedtime' }, overridden: [{ kind: 'allowance' }] },
    ]);
    // Tomorrow's usage is not predicted.
    expect(look('2026-05-15', 18 * 60)?.answers).toMatchObject([
      { state: 'allowed', why: null, overridden: [], until: at('2026-05-15T21:00+02:00'), limitSeconds: 60 },
    ]);
    expect(look('2026-05-16', 18 * 60)?.answers).toMatchObject([
      { state: 'blocked', why: { kind: 'allowance', until: at('2026-05-17T00:00+02:00') }, limitSeconds: 0 },
    ]);
    // For today, the time left is known. For a later day, it is null.
    const counted = { ...input, allowance: makeAllowance(60, 20, '2026-05-14') };
    expect(predictStatus(counted, { date: '2026-05-14', minute: 20 * 60 + 45 }, THURSDAY)?.answers).toMatchObject([
      { limitSeconds: 60, leftSeconds: 40 },
    ]);
    expect(predictStatus(counted, { date: '2026-05-15', minute: 18 * 60 }, THURSDAY)?.answers).toMatchObject([{ leftSeconds: null }]);
    // The current minute gets the current status.
    expect(look('2026-05-14', 20 * 60 + 42)?.answers).toMatchObject([{ state: 'blocked', why: { kind: 'allowance' } }]);
    expect([look('2026-05-14', 20 * 60), look('2026-05-13', 22 * 60), look('2026-05-21', 22 * 60), look('2026-05-22', 0)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('predicts one status for a skipped time and two for a repeated time', () => {
    expect(readClockTime('2026-03-29', 150, BERLIN)).toEqual({ kind: 'skipped', at: [at('2026-03-29T03:00+02:00')] });
    expect(readClockTime('2026-10-25', 150, BERLIN)).toEqual({
      kind: 'twice',
      at: [at('2026-10-25T02:30+02:00'), at('2026-10-25T02:30+01:00')],
    });
    const input = { rules: [bedtime], timeZone: BERLIN, allowance: null, pause: null };
    expect(predictStatus(input, { date: '2026-03-29', minute: 150 }, at('2026-03-27T12:00Z'))).toMatchObject({
      clock: 'skipped',
      answers: [{ state: 'blocked' }],
    });
    expect(predictStatus(input, { date: '2026-10-25', minute: 150 }, at('2026-10-23T12:00Z'))?.answers).toHaveLength(2);
  });

  test("findClockChange includes the start of the interval and ignores changes of only the zone's name", () => {
    // For the last case: on September 27, 1992 at 02:00, Lisbon joined Central European Time without changing its offset.
    expect(findClockChange(at('2026-03-29T01:00Z'), at('2026-03-30T00:00Z'), BERLIN)).toEqual({ at: at('2026-03-29T01:00Z'), minutes: 60 });
    expect(findClockChange(at('2026-03-28T01:00Z'), at('2026-03-29T01:00Z'), BERLIN)).toBeNull();
    expect(findClockChange(at('1992-09-26T00:00Z'), at('1992-09-28T00:00Z'), 'Europe/Lisbon')).toBeNull();
  });
});
