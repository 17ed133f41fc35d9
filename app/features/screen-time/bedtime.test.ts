import { expect, test } from 'vitest';
import { parseBedtimeTimes } from './bedtime';

function fieldsOf(from: string, to: string, days: Array<number>): FormData {
  const fields = new FormData();
  fields.set('from', from);
  fields.set('to', to);
  for (const day of days) fields.append('days', String(day));
  return fields;
}

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
