import { describe, expect, test } from 'vitest';
import { at, windowOf } from './rule.fixture.ts';
import {
  addDays,
  formatTimeWindow,
  instantOf,
  isTimeZone,
  listDates,
  localDate,
  minuteOfDay,
  monthOf,
  nextMonthStart,
  parseTimeWindow,
  startOfDay,
  weekdayOf,
  windowOn,
} from './time.ts';

const BERLIN = 'Europe/Berlin';

describe('time', () => {
  test.each([
    ['21:00PT480M', { start: 1260, minutes: 480 }],
    ['00:00PT1M', { start: 0, minutes: 1 }],
    ['23:59PT1440M', { start: 1439, minutes: 1440 }],
  ])('parses %s as a window (5.4.1)', (text, window) => {
    expect(parseTimeWindow(text)).toEqual(window);
    expect(formatTimeWindow(window)).toBe(text);
  });

  test.each([
    '9:00PT480M',
    '21:00',
    '24:00PT1M',
    '21:60PT1M',
    '21:00PTxM',
    '21:00PT0M',
    '21:00PT1441M',
    '21:00PT-5M',
    '21:00PT010M',
    '21:00PT480m',
    ' 21:00PT480M',
    '21:00PT480M\n',
    '',
  ])('rejects %j as a window (RULE-020)', (text) => {
    expect(parseTimeWindow(text)).toBeNull();
  });

  test.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC', 'Asia/Kolkata'])('accepts %s as a zone', (zone) => {
    expect(isTimeZone(zone)).toBe(true);
    expect(localDate(at('2026-06-15T12:00Z'), zone)).toBe('2026-06-15');
  });

  test.each(['', 'Mars/Olympus', '+02:00', 'Europe/Berlin ', '2020-01-01T00:00[Europe/Berlin]', 'x'.repeat(100)])(
    'rejects %j as a zone',
    (zone) => {
      expect(isTimeZone(zone)).toBe(false);
    },
  );

  test.each([
    ['2026-11-15T23:59+01:00', BERLIN, '2026-11-15', 1439],
    ['2026-11-15T23:00Z', BERLIN, '2026-11-16', 0],
    ['2026-11-15T23:00Z', 'America/Los_Angeles', '2026-11-15', 900],
    ['2026-11-15T23:00Z', 'Pacific/Auckland', '2026-11-16', 720],
    ['2026-11-15T23:00Z', 'Asia/Kathmandu', '2026-11-16', 285],
  ])('localDate and minuteOfDay convert %s in %s to %s, minute %d', (instant, zone, date, minute) => {
    expect([localDate(at(instant), zone), minuteOfDay(at(instant), zone)]).toEqual([date, minute]);
  });

  test('weekdayOf returns 0 for Sunday to 6 for Saturday (A62)', () => {
    expect(['2026-11-15', '2026-11-16', '2026-11-21', '2024-02-29'].map(weekdayOf)).toEqual([0, 1, 6, 4]);
  });

  test('adds days across months, years and leap days', () => {
    expect([addDays('2024-02-28', 1), addDays('2026-03-01', -1), addDays('2026-12-31', 1)]).toEqual([
      '2024-02-29',
      '2026-02-28',
      '2027-01-01',
    ]);
    expect(listDates('2026-12-31', '2027-01-01')).toEqual([
      { date: '2026-12-31', weekday: 4 },
      { date: '2027-01-01', weekday: 5 },
    ]);
  });

  test.each([
    ['an ordinary minute', '2026-11-16', 1260, BERLIN, '2026-11-16T21:00+01:00'],
    ['the first minute after the gap for a skipped minute (A117)', '2026-03-29', 150, BERLIN, '2026-03-29T03:00+02:00'],
    ['the first minute after the gap for the first skipped minute (A117)', '2026-03-29', 120, BERLIN, '2026-03-29T03:00+02:00'],
    ['the first occurrence of a repeated minute (A117)', '2026-10-25', 150, BERLIN, '2026-10-25T02:30+02:00'],
    ['the only occurrence of the minute after a repeated hour', '2026-10-25', 180, BERLIN, '2026-10-25T03:00+01:00'],
    ['a minute of the next date for 1440 or more', '2026-11-16', 1740, BERLIN, '2026-11-17T05:00+01:00'],
    ['the end of a gap on the next date', '2026-03-28', 1440 + 150, BERLIN, '2026-03-29T03:00+02:00'],
    ['the end of a skipped day (Samoa 2011)', '2011-12-30', 600, 'Pacific/Apia', '2011-12-31T00:00+14:00'],
  ])('instantOf returns %s', (_, date, minute, zone, expected) => {
    expect(instantOf(date, minute, zone)).toBe(at(expected));
  });

  test.each([
    ['2026-11-16', BERLIN, '2026-11-16T00:00+01:00'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-24T01:00+03:00'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T01:00-03:00'],
  ])('the date %s in %s starts at %s', (date, zone, expected) => {
    expect(startOfDay(date, zone)).toBe(at(expected));
  });

  test.each([
    ['eight hours on a normal night', '2026-11-16', '21:00PT480M', ['2026-11-16T21:00+01:00', '2026-11-17T05:00+01:00']],
    ['seven hours in spring', '2026-03-28', '21:00PT480M', ['2026-03-28T21:00+01:00', '2026-03-29T05:00+02:00']],
    ['nine hours in autumn', '2026-10-24', '21:00PT480M', ['2026-10-24T21:00+02:00', '2026-10-25T05:00+01:00']],
    ['null for a window inside the gap', '2026-03-29', '02:05PT50M', null],
  ])('windowOn returns %s (A117)', (_, date, window, expected) => {
    const found = windowOn(date, windowOf(window), BERLIN);
    expect(found && [found.from, found.until]).toEqual(expected?.map(at) ?? null);
  });

  test.each([
    ['2026-11-30T23:30Z', BERLIN, '2026-12', '2027-01-01T00:00+01:00'],
    ['2026-11-30T23:30Z', 'America/Los_Angeles', '2026-11', '2026-12-01T00:00-08:00'],
    ['2026-12-31T12:00Z', BERLIN, '2026-12', '2027-01-01T00:00+01:00'],
    ['2026-01-31T12:00Z', BERLIN, '2026-01', '2026-02-01T00:00+01:00'],
  ])('the month of %s in %s is %s, the next one starts %s (A45)', (instant, zone, month, next) => {
    expect([monthOf(at(instant), zone), nextMonthStart(at(instant), zone)]).toEqual([month, at(next)]);
  });
});
