import { describe, expect, test } from 'vitest';
import type { StatusInput } from './block-status.ts';
import { resolveDay } from './day.ts';
import { at, days, makeAllowance, makeOverride, makeSchedule } from './rule.fixture.ts';

const HOUR = 3_600_000;
const bedtime = makeSchedule('21:00PT600M', { kind: 'default-schedule', id: 'bedtime' });
const school = makeSchedule('08:00PT420M', { id: 'school', name: 'School', weekdays: days('-MTWTF-') });

function ask(change: Partial<StatusInput> = {}): StatusInput {
  return { rules: [], timeZone: 'Europe/Berlin', allowance: null, pause: null, ...change };
}

/** Returns a summary of a day as text: times, state and rule. Clock times are in `zone`. */
function summarizeDay(input: StatusInput, now: string, zone = input.timeZone) {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const day = resolveDay(input, at(now));
  const span = ({ from, until }: { from: number; until: number }) => `${clock.format(from)}-${clock.format(until)}`;
  const stretch = (part: (typeof day.upcoming)[number]) => `${span(part)} ${part.state} ${part.why?.ruleId ?? part.why?.kind ?? ''}`.trim();
  return {
    date: day.date,
    length: (day.until - day.from) / HOUR,
    planned: day.planned.map((window) => `${span(window)} ${window.ruleId}`),
    upcoming: day.upcoming.map(stretch),
    current: day.current && stretch(day.current),
  };
}

describe('resolveDay', () => {
  test('splits time windows that cross midnight between both ends of the day', () => {
    // A Thursday.
    expect(summarizeDay(ask({ rules: [bedtime, school] }), '2026-05-14T16:00+02:00')).toEqual({
      date: '2026-05-14',
      length: 24,
      planned: ['00:00-07:00 bedtime', '08:00-15:00 school', '21:00-00:00 bedtime'],
      upcoming: ['16:00-21:00 allowed', '21:00-00:00 blocked bedtime'],
      current: null,
    });
  });

  test('starts the current stretch at the start of the time window, or at midnight if it began yesterday', () => {
    const rules = [bedtime, school];
    expect(summarizeDay(ask({ rules }), '2026-05-14T22:30+02:00')).toMatchObject({
      upcoming: ['22:30-00:00 blocked bedtime'],
      current: '21:00-00:00 blocked bedtime',
    });
    expect(summarizeDay(ask({ rules }), '2026-05-14T05:00+02:00')).toMatchObject({
      upcoming: [
        '05:00-07:00 blocked bedtime',
        '07:00-08:00 allowed',
        '08:00-15:00 blocked school',
        '15:00-21:00 allowed',
        '21:00-00:00 blocked bedtime',
      ],
      current: '00:00-07:00 blocked bedtime',
    });
  });

  test.each([
    ['at its start', '2026-05-14T21:00+02:00', '21:00-00:00 blocked bedtime'],
    ['null at its end', '2026-05-14T07:00+02:00', null],
    ['null in the millisecond before its start', '2026-05-14T20:59:59.999+02:00', null],
  ])('returns the current stretch of Bedtime: %s', (_name, now, current) => {
    expect(summarizeDay(ask({ rules: [bedtime] }), now).current).toBe(current);
  });

  test('applies a grant that overlaps the start of Bedtime', () => {
    const grant = makeOverride('grant', '2026-05-14T20:42+02:00', '2026-05-14T21:12+02:00');
    expect(summarizeDay(ask({ rules: [bedtime, grant] }), '2026-05-14T20:50+02:00')).toMatchObject({
      planned: ['00:00-07:00 bedtime', '21:00-00:00 bedtime'],
      upcoming: ['20:50-21:12 allowed override', '21:12-00:00 blocked bedtime'],
      current: '20:42-21:12 allowed override',
    });
  });

  test("ends an open-ended block at midnight and starts yesterday's block at midnight", () => {
    const open = makeOverride('block', '2026-05-14T20:41+02:00', null);
    expect(summarizeDay(ask({ rules: [bedtime, open] }), '2026-05-14T20:50+02:00')).toMatchObject({
      upcoming: ['20:50-00:00 blocked override'],
      current: '20:41-00:00 blocked override',
    });
    const since = makeOverride('block', '2026-05-13T20:41+02:00', '2026-05-14T12:00+02:00');
    expect(summarizeDay(ask({ rules: [since] }), '2026-05-14T10:00+02:00').current).toBe('00:00-12:00 blocked override');
  });

  test('replaces a pause with a schedule that starts during the pause', () => {
    const pause = { until: at('2026-05-14T21:30+02:00') };
    expect(summarizeDay(ask({ rules: [bedtime], pause }), '2026-05-14T20:30+02:00')).toMatchObject({
      upcoming: ['20:30-21:00 paused pause', '21:00-00:00 blocked bedtime'],
      current: '20:30-21:00 paused pause',
    });
    expect(summarizeDay(ask({ rules: [school], pause: { until: null } }), '2026-05-14T14:00+02:00').upcoming).toEqual([
      '14:00-15:00 blocked school',
      '15:00-00:00 paused pause',
    ]);
  });

  test('blocks the rest of the day after the daily limit is used up, but not while time is left', () => {
    const allowance = makeAllowance(3600, 3600, '2026-05-14');
    expect(summarizeDay(ask({ rules: [bedtime], allowance }), '2026-05-14T20:30+02:00')).toMatchObject({
      upcoming: ['20:30-21:00 blocked allowance', '21:00-00:00 blocked bedtime'],
      current: '20:30-21:00 blocked allowance',
    });
    expect(summarizeDay(ask({ allowance: makeAllowance(3600, 3599, '2026-05-14') }), '2026-05-14T20:30+02:00').upcoming).toEqual([
      '20:30-00:00 allowed',
    ]);
  });

  test('splits one state with two reasons into two stretches', () => {
    const early = makeSchedule('20:00PT60M', { id: 'early' });
    expect(summarizeDay(ask({ rules: [bedtime, early] }), '2026-05-14T19:00+02:00').upcoming).toEqual([
      '19:00-20:00 allowed',
      '20:00-21:00 blocked early',
      '21:00-00:00 blocked bedtime',
    ]);
  });

  test.each([
    [
      'forward',
      '2026-03-29T00:30+01:00',
      23,
      ['00:30-07:00 blocked bedtime', '07:00-21:00 allowed', '21:00-00:00 blocked bedtime'],
      [0, 5, 11, 17],
    ],
    [
      'back',
      '2026-10-25T00:30+02:00',
      25,
      ['00:30-07:00 blocked bedtime', '07:00-21:00 allowed', '21:00-00:00 blocked bedtime'],
      [0, 7, 13, 19],
    ],
  ])('resolves the day on which the clock is set %s', (_name, now, length, upcoming, hours) => {
    const input = ask({ rules: [bedtime] });
    expect(summarizeDay(input, now)).toMatchObject({ length, upcoming });
    const day = resolveDay(input, at(now));
    expect(day.hours.map((mark) => (mark.at - day.from) / HOUR)).toEqual(hours);
  });

  test.each([
    // One instant on different dates.
    ['Pacific/Kiritimati', '2026-05-15', '06:42'],
    ['Europe/Berlin', '2026-05-14', '18:42'],
    ['America/Los_Angeles', '2026-05-14', '09:42'],
    ['Pacific/Pago_Pago', '2026-05-14', '05:42'],
  ])('resolves today in %s', (timeZone, date, clock) => {
    const shown = summarizeDay(ask({ rules: [bedtime], timeZone }), '2026-05-14T16:42Z');
    expect(shown.date).toBe(date);
    expect(shown.upcoming[0]?.startsWith(clock)).toBe(true);
    expect(shown.planned).toEqual(['00:00-07:00 bedtime', '21:00-00:00 bedtime']);
  });

  test('resolves a day that does not start at midnight', () => {
    // In Santiago, the clock skips from 00:00 to 01:00 that night.
    const day = resolveDay(ask({ timeZone: 'America/Santiago' }), at('2026-09-06T12:00-03:00'));
    expect([day.date, (day.until - day.from) / HOUR, day.hours[0]?.at]).toEqual(['2026-09-06', 23, day.from]);
  });

  test('excludes a time window that starts at the next midnight', () => {
    const night = makeSchedule('00:00PT60M', { id: 'night' });
    expect(summarizeDay(ask({ rules: [night] }), '2026-05-14T12:00+02:00')).toMatchObject({
      planned: ['00:00-01:00 night'],
      upcoming: ['12:00-00:00 allowed'],
    });
  });

  test('plans no time window for a suspended schedule or a skipped night', () => {
    const off = { ...bedtime, suspended: true };
    expect(summarizeDay(ask({ rules: [off] }), '2026-05-14T22:00+02:00')).toMatchObject({ planned: [], upcoming: ['22:00-00:00 allowed'] });
    const tonight = { ...bedtime, exceptions: [{ date: '2026-05-14', change: 'off' as const }] };
    expect(summarizeDay(ask({ rules: [tonight] }), '2026-05-14T12:00+02:00').planned).toEqual(['00:00-07:00 bedtime']);
  });
});
