import { describe, expect, test } from 'vitest';
import { addExceptionRow, checkSchedule, parseForPreview, parseSchedule, readExceptionRows, toExceptionRows } from './schedule-form';

const NOW = Date.UTC(2026, 10, 22);
const ALL = ['0', '1', '2', '3', '4', '5', '6'];

function fieldsOf(changes: Record<string, string | Array<string>> = {}): FormData {
  const fields = new FormData();
  for (const [name, value] of Object.entries({ name: 'School', from: '21:00', to: '05:00', days: ALL, ...changes })) {
    for (const one of [value].flat()) fields.append(name, one);
  }
  return fields;
}

function faultsOf(changes: Record<string, string | Array<string>>) {
  const draft = parseSchedule(fieldsOf(changes), NOW);
  return 'faults' in draft ? draft.faults : null;
}

describe('schedule form', () => {
  test('parses a schedule and ignores a row without a date', () => {
    const changes = {
      name: '  School ',
      days: ['0', '6'],
      one_time: '1',
      'ex-2-date': '2026-12-31',
      'ex-2-change': 'window',
      'ex-2-from': '23:30',
      'ex-2-to': '01:00',
      'ex-7-date': '2026-12-24',
      'ex-7-change': 'off',
      'ex-9-date': '',
      'ex-9-change': 'window',
    };
    expect(parseSchedule(fieldsOf(changes), NOW)).toEqual({
      name: 'School',
      window: { start: 1260, minutes: 480 },
      weekdays: [true, false, false, false, false, false, true],
      recurring: false,
      exceptions: [
        { date: '2026-12-24', change: 'off' },
        { date: '2026-12-31', change: 'window', window: { start: 1410, minutes: 90 } },
      ],
      scope: 'device',
      bundleIds: [],
    });
    expect(readExceptionRows(fieldsOf(changes)).map(({ key }) => key)).toEqual(['2', '7', '9']);
  });

  test.each<[Record<string, string | Array<string>>, Record<string, string>]>([
    [{ from: '9:00' }, { from: 'missing_time' }],
    [
      { from: '', to: '25:00' },
      { from: 'missing_time', to: 'missing_time' },
    ],
    [{ days: [] }, { days: 'missing_days' }],
    [{ days: ['9'] }, { days: 'missing_days' }],
    [{ name: ' ' }, { name: 'missing_name' }],
    [{ name: 'N'.repeat(65) }, { name: 'name_too_long' }],
    [{ scope: 'apps' }, { apps: 'missing_apps' }],
    [{ 'ex-1-date': '2026-02-30' }, { 'ex-1-date': 'missing_date' }],
    [{ 'ex-1-date': 'soon' }, { 'ex-1-date': 'missing_date' }],
    [{ 'ex-1-date': '2026-12-24', 'ex-2-date': '2026-12-24' }, { 'ex-2-date': 'date_twice' }],
    [{ 'ex-1-date': '2026-12-24', 'ex-1-last': '2026-12-26', 'ex-2-date': '2026-12-26' }, { 'ex-2-date': 'date_twice' }],
    [{ 'ex-1-date': '2026-12-24', 'ex-1-last': '2026-12-23' }, { 'ex-1-last': 'last_before_first' }],
    [{ 'ex-1-date': '2026-12-24', 'ex-1-last': 'soon' }, { 'ex-1-last': 'bad_date' }],
    [{ 'ex-1-date': '', 'ex-1-last': '2026-12-24' }, { 'ex-1-date': 'missing_date' }],
    [{ 'ex-1-date': '0000-01-01' }, { 'ex-1-date': 'date_too_far' }],
    [
      { 'ex-1-date': '9999-12-31', 'ex-1-last': '9999-12-31' },
      { 'ex-1-date': 'date_too_far', 'ex-1-last': 'date_too_far' },
    ],
    [{ 'ex-1-date': '2026-12-24', 'ex-1-last': '2028-12-31' }, { exceptions: 'too_many_dates' }],
    [
      { 'ex-1-date': '2026-12-24', 'ex-1-change': 'window', 'ex-1-from': '9:00' },
      { 'ex-1-from': 'missing_time', 'ex-1-to': 'missing_time' },
    ],
  ])('reports the errors of %j at their fields', (changes, faults) => {
    expect(faultsOf(changes)).toEqual(faults);
    expect(checkSchedule(fieldsOf(changes))).toMatchObject({ status: 'error' });
  });

  test('stores a date range as single dates and shows it as one row', () => {
    const changes = { 'ex-1-date': '2026-12-24', 'ex-1-last': '2027-01-06', 'ex-1-change': 'off', 'ex-2-date': '2027-01-08' };
    const row = { key: '1', date: '2026-12-24', last: '2027-01-06', change: 'off', from: '', to: '' };
    const draft = parseSchedule(fieldsOf(changes), NOW);
    const exceptions = 'faults' in draft ? [] : draft.exceptions;
    expect(exceptions).toHaveLength(15);
    expect(exceptions[8]).toEqual({ date: '2027-01-01', change: 'off' });
    const single = { ...row, key: '2', date: '2027-01-08', last: '' };
    expect(toExceptionRows(exceptions)).toEqual([row, single]);
    const window = { start: 600, minutes: 60 };
    const other = [1, 2].map((day) => ({ date: `2026-12-2${day}`, change: 'window' as const, window }));
    const moved = { key: '1', date: '2026-12-21', last: '2026-12-22', change: 'window', from: '10:00', to: '11:00' };
    expect(toExceptionRows([...other, { date: '2026-12-23', change: 'off' }])).toEqual([
      moved,
      { ...row, key: '2', date: '2026-12-23', last: '' },
    ]);
  });

  test('starts a new row on the day after the last one', () => {
    const row = { key: '4', date: '2026-12-24', last: '2026-12-31', change: 'off', from: '', to: '' };
    expect(addExceptionRow([row, { ...row, key: '2', date: '2026-12-01', last: '' }])[2]).toEqual({
      ...row,
      key: '5',
      date: '2027-01-01',
      last: '',
    });
    expect([[], [{ ...row, last: '9999-12-31' }]].map((rows) => addExceptionRow(rows).at(-1)?.date)).toEqual(['', '']);
  });

  test('previews a schedule with errors in name, days or apps, but not with missing times', () => {
    const window = { start: 1185, minutes: 555 };
    expect(parseForPreview(fieldsOf({ name: '', days: [], from: '19:45', scope: 'apps' }), NOW)).toMatchObject({ name: '', window });
    expect(parseForPreview(fieldsOf({ to: '' }), NOW)).toBeNull();
    expect(parseForPreview(fieldsOf({ 'ex-1-date': '2026-12-24', 'ex-1-change': 'window' }), NOW)).toBeNull();
  });

  test('accepts 60 dates but not 61', () => {
    const dates = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `ex-${index}-date`,
          new Date(Date.UTC(2026, 11, 1 + index)).toISOString().slice(0, 10),
        ]),
      );
    expect(faultsOf(dates(60))).toBeNull();
    expect(faultsOf(dates(61))).toEqual({ exceptions: 'too_many_dates' });
  });

  test('accepts equal times as a whole day, and dates without a weekday', () => {
    expect(parseSchedule(fieldsOf({ to: '21:00' }), NOW)).toMatchObject({ window: { minutes: 1440 } });
    const once = { days: [], 'ex-1-date': '2026-12-24', 'ex-1-change': 'window', 'ex-1-from': '10:00', 'ex-1-to': '11:00' };
    expect(faultsOf(once)).toBeNull();
  });

  test('reports each missing field of an empty form', () => {
    expect(parseSchedule(new FormData(), NOW)).toEqual({
      faults: { name: 'missing_name', from: 'missing_time', to: 'missing_time', days: 'missing_days' },
    });
  });
});
