import { describe, expect, test } from 'vitest';
import { plannedWindow, type Schedule, type ScheduleException } from '#app/domain/rule';
import { toExceptionRows } from '../editor/schedule-form';
import { skipDate, unskipDate } from '../optimistic-schedules';
import { addDaysOff, findOffUntil, removeDaysOff } from './days-off';

const off = (day: number): ScheduleException => ({ date: `2026-08-${String(day).padStart(2, '0')}`, change: 'off' });
const late: ScheduleException = { date: '2026-08-11', change: 'window', window: { start: 1320, minutes: 60 } };
const DATES = ['2026-08-10', '2026-08-11'];

function window(exceptions: Array<ScheduleException>, suspended = false): Schedule {
  return {
    id: 'w',
    childId: 'mia',
    kind: 'schedule',
    name: 'School',
    window: { start: 480, minutes: 240 },
    weekdays: [false, true, true, true, true, true, false],
    recurring: true,
    suspended,
    expiresAt: null,
    exceptions,
    scope: 'device',
    createdAt: 0,
    updatedAt: 1,
  };
}

describe('days off', () => {
  test('turns a schedule off on some days and on again, keeping other dates (A122)', () => {
    const taken = addDaysOff(window([off(1), late, off(20)]), DATES, '2026-08-09');
    expect(taken).toEqual([late, off(20), off(10), off(11)]);
    expect(DATES.map((date) => plannedWindow(window(taken), date, 1))).toEqual([null, null]);
    expect(addDaysOff(window(taken), DATES, '2026-08-09')).toEqual(taken);
    expect(removeDaysOff(window(taken), DATES)).toEqual([late, off(20)]);
    expect(removeDaysOff(window(taken), DATES, [off(10)])).toEqual([late, off(20), off(10)]);
  });

  test("restores a date's other times when a skip is undone (A122)", () => {
    const skipped = skipDate(window([late]), late.date);
    expect(plannedWindow(skipped, late.date, 2)).toBeNull();
    expect(toExceptionRows(skipped.exceptions)).toMatchObject([{ date: late.date, change: 'off' }]);
    expect(unskipDate(skipped, late.date).exceptions).toEqual([late]);
  });

  test.each<[name: string, windows: Array<Schedule>, until: string | null]>([
    ['one of two schedules is still on', [window([off(10)]), window([])], null],
    ['the days off begin tomorrow', [window([off(11)])], null],
    ['two schedules share two of three days off', [window([off(10), off(11), off(12)]), window([off(11), off(10)])], '2026-08-11'],
    ['the other schedule is turned off', [window([off(10)]), window([], true)], '2026-08-10'],
    ['another day off follows after a gap', [window([off(10), off(12)])], '2026-08-10'],
    ['a date with other times is no day off', [window([off(10), late])], '2026-08-10'],
    ['no schedule is turned on', [window([off(10)], true)], null],
  ])('finds the last day on which all schedules are off: %s', (_name, windows, until) => {
    expect(findOffUntil(windows, '2026-08-10')).toBe(until);
  });
});
