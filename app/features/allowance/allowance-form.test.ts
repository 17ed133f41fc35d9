import { describe, expect, test } from 'vitest';
import { diffUncounted, parseWeek } from './allowance-form';

const week = (monday: string) => ['0', monday, '90', '90', '120', '1440', ' 180 '];

describe('allowance form', () => {
  test('converts seven values in minutes to seconds by weekday, Sunday first (A62)', () => {
    expect(parseWeek(week('60'))).toEqual({ seconds: [0, 3600, 5400, 5400, 7200, 86_400, 10_800] });
  });

  test.each(['', '-1', '1441', '1500', '25 h', '90.5', '1e2', 'two', '00090'])('reports %j as the only invalid day', (typed) => {
    expect(parseWeek(week(typed))).toEqual({ faults: [1] });
  });

  test('reports every invalid day', () => {
    expect(parseWeek([])).toEqual({ faults: [0, 1, 2, 3, 4, 5, 6] });
  });

  test('needs only one valid value to use the same limit every day', () => {
    expect(parseWeek(['', '', '45'], 2)).toEqual({ seconds: [2700, 2700, 2700, 2700, 2700, 2700, 2700] });
    expect(parseWeek(week('-5'), 1)).toEqual({ faults: [1] });
  });

  test('returns only the apps whose box changed', () => {
    expect(diffUncounted(['a', 'b'], ['b', 'c'])).toEqual({ a: false, c: true });
    expect(diffUncounted(['a'], ['a'])).toEqual({});
  });
});
