import { describe, expect, test } from 'vitest';
import { ageOn, findBirthdayFault, lastBirthday } from './child-profile.ts';
import { toMidnight } from './midnight.ts';

const TODAY = '2026-05-14';

describe('child profile', () => {
  test.each([
    ['2015-02-28', null],
    ['1900-01-01', null],
    [TODAY, null],
    ['2026-05-15', 'birthday_in_future'],
    ['1899-12-31', 'birthday_too_early'],
    ['2015-02-29', 'bad_date'],
    ['2015-13-01', 'bad_date'],
    ['28.2.2015', 'bad_date'],
    ['', 'bad_date'],
  ])('checks the birthday %j and returns %j', (text, fault) => {
    expect(findBirthdayFault(text, TODAY)).toBe(fault);
  });

  test.each([
    ['2026-05-14T09:59:59Z', '2026-05-14'],
    ['2026-05-14T10:00:00Z', '2026-05-15'],
    ['2026-12-31T23:59:59Z', '2027-01-01'],
  ])('at %s, returns %s as the last birthday: today in the easternmost zone', (now, last) => {
    expect(lastBirthday(Date.parse(now))).toBe(last);
  });

  test.each([
    ['2015-05-14', 11],
    ['2015-05-15', 10],
    [TODAY, 0],
    ['2012-02-29', 14],
  ])('a child born on %s is %i years old', (birthday, age) => {
    expect(ageOn(birthday, TODAY)).toBe(age);
  });

  test('converts a date to midnight on that date (RULE-034)', () => {
    expect(toMidnight('2024-05-01')).toBe('2024-05-01T00:00:00');
  });
});
