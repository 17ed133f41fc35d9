import { expect, test } from 'vitest';
import { endsNextDay, parseBedtimeTimes, toClockTime, windowBetween } from './bedtime';

function fieldsOf(from: string, to: string, days: Array<number>): FormData {
  const fields = new FormData();
  fields.set('from', from);
  fields.set('to', to);
  for (const day of days) fields.append('days', String(day));
  return fields;
}

test.each([
  ['21:00', '05:00', { start: 1260, minutes: 480 }, true],
  ['13:00', '14:30', { start: 780, minutes: 90 }, false],
  ['21:00', '00:00', { start: 1260, minutes: 180 }, false],
  ['00:00', '00:01', { start: 0, minutes: 1 }, false],
  ['00:01', '00:00', { start: 1, minutes: 1439 }, false],
  ['23:59', '23:58', { start: 1439, minutes: 1439 }, true],
  // The same time twice is a whole day: the most a window can be (A61).
  ['21:00', '21:00', { start: 1260, minutes: 1440 }, true],
  ['00:00', '00:00', { start: 0, minutes: 1440 }, true],
  // A browser may add seconds.
  ['21:00:00', '05:00:00', { start: 1260, minutes: 480 }, true],
])('from %s to %s', (from, to, window, nextDay) => {
  expect(windowBetween(from, to)).toEqual(window);
  expect(endsNextDay(window)).toBe(nextDay);
  expect([toClockTime(window.start), toClockTime(window.start + window.minutes)]).toEqual([from.slice(0, 5), to.slice(0, 5)]);
});

test.each([
  ['', '05:00', ['from']],
  ['21:00', '25:00', ['to']],
  ['9:00', '5 o’clock', ['from', 'to']],
])('«%s» to «%s» is refused at its fields', (from, to, wrong) => {
  const answer = parseBedtimeTimes(fieldsOf(from, to, [1]));
  expect('faults' in answer && Object.keys(answer.faults)).toEqual(wrong);
});

test('days: none is refused, Sunday is the first', () => {
  expect(parseBedtimeTimes(fieldsOf('21:00', '05:00', []))).toEqual({ faults: { days: 'missing_days' } });
  expect(parseBedtimeTimes(fieldsOf('21:00', '05:00', [9]))).toEqual({ faults: { days: 'missing_days' } });
  expect(parseBedtimeTimes(fieldsOf('21:00', '05:00', [0, 6]))).toEqual({
    window: { start: 1260, minutes: 480 },
    weekdays: [true, false, false, false, false, false, true],
  });
});

test('a form without any of the fields names them all', () => {
  expect(parseBedtimeTimes(new FormData())).toEqual({ faults: { from: 'missing_time', to: 'missing_time', days: 'missing_days' } });
});
