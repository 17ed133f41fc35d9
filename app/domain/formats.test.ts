import { describe, expect, test } from 'vitest';
import { fillFormat, PLAIN_FORMATS, writeClock, writeDayEnd, writeHour } from './formats.ts';
import { LANGUAGES, toLanguage } from './language.ts';
import { chooseLocale, formatsOfLocale, momentLocale, toLocale, toStoredLocale } from './locale-formats.ts';

describe('formats', () => {
  test('uses English for times and dates by default (CONST-109, I18N-024)', () => {
    expect(momentLocale).toBe('en');
    expect(toLocale(momentLocale)).toBe('en-US');
  });

  test('gives each language a default region (A147)', () => {
    const locales = ['de-DE', 'en-US', 'es-ES', 'fr-FR', 'nl-NL', 'pt-BR', 'zh-CN', 'zh-TW'];
    expect(LANGUAGES.map((language) => chooseLocale(language, null))).toEqual(locales);
    expect(locales.map(toLanguage)).toEqual([...LANGUAGES]);
  });

  test.each([
    ['en', 'en-GB,en-US;q=0.9,en;q=0.8', 'en-GB'],
    ['en', 'en-US;q=0.5,en-GB', 'en-GB'],
    ['en', 'en,en-AU;q=0.9', 'en-AU'],
    ['en', 'en', 'en-US'],
    ['de', 'de-CH,de;q=0.9', 'de-CH'],
    ['de', 'en-GB', 'de-DE'],
    ['es', 'es-419', 'es-419'],
    ['pt-br', 'pt-PT', 'pt-PT'],
    ['zh-tw', 'zh-HK', 'zh-Hant-HK'],
    ['zh-tw', 'zh-Hant', 'zh-TW'],
    ['zh-cn', 'zh-Hans-SG', 'zh-Hans-SG'],
    ['en', 'en-GB;q=0, en-"><script>', 'en-US'],
  ] as const)('the locale of %s with Accept-Language %j is %s', (language, header, locale) => {
    expect(chooseLocale(language, header)).toBe(locale);
  });

  test.each([
    ['en-US', '9:05\u00a0PM', '9:05:07\u00a0PM', 'November 22', 'November 22, 2026', '6\u00a0AM', '.'],
    ['en-GB', '21:05', '21:05:07', '22 November', '22 November 2026', '06', '.'],
    ['de-DE', '21:05', '21:05:07', '22.\u00a0November', '22.\u00a0November 2026', '06', ','],
    ['de-CH', '21:05', '21:05:07', '22.\u00a0November', '22.\u00a0November 2026', '06', '.'],
    ['fr-FR', '21:05', '21:05:07', '22 November', '22 November 2026', '06', ','],
    ['pt-BR', '21:05', '21:05:07', '22 de November', '22 de November de 2026', '06', ','],
    ['zh-CN', '21:05', '21:05:07', '11月22日', '2026年11月22日', '06', '.'],
    ['zh-TW', '下午9:05', '下午9:05:07', '11月22日', '2026年11月22日', '上午6', '.'],
  ])('formats times and dates in %s', (locale, time, seconds, date, dateYear, hour, decimal) => {
    const formats = formatsOfLocale(locale);
    const day = { d: 22, M: 11, MMMM: 'November', y: 2026 };
    expect([writeClock(formats, 21, 5), writeClock(formats, 21, 5, 7)]).toEqual([time, seconds]);
    expect([fillFormat(formats.date, day), fillFormat(formats.dateYear, day)]).toEqual([date, dateYear]);
    expect([writeHour(formats, 6), formats.decimal]).toEqual([hour, decimal]);
  });

  test.each([
    ['en-GB', '07:05'],
    ['es-ES', '7:05'],
    ['fr-CA', '07\u00a0h\u00a005'],
    ['zh-CN', '07:05'],
    ['zh-TW', '上午7:05'],
  ])('formats a single-digit hour in %s', (locale, time) => {
    expect(writeClock(formatsOfLocale(locale), 7, 5)).toBe(time);
  });

  test.each([
    ['en-GB', 'November', 'Sunday', 'Mon'],
    ['de-DE', 'November', 'Sonntag', 'Mo'],
    ['fr-FR', 'novembre', 'dimanche', 'lun'],
    ['pt-BR', 'novembro', 'domingo', 'seg'],
    ['zh-CN', '11月', '星期日', '周一'],
  ])('returns month and weekday names in %s, weekdays from Sunday', (locale, november, sunday, monday) => {
    const { months, weekdays, shortWeekdays } = formatsOfLocale(locale);
    expect([months.length, weekdays.length, shortWeekdays.length]).toEqual([12, 7, 7]);
    expect([months[10], weekdays[0], shortWeekdays[1]]).toEqual([november, sunday, monday]);
  });

  test('uses British English names outside a request', () => {
    const { months, weekdays, shortWeekdays } = formatsOfLocale('en-GB');
    expect(PLAIN_FORMATS).toMatchObject({ months, weekdays, shortWeekdays });
  });

  test.each([
    ['en', 'en'],
    ['en-gb', 'en-GB'],
    ['de_AT', 'de-AT'],
    ['zh-Hant-HK', 'zh-Hant-HK'],
    ['zh-Hant', 'zh-tw'],
    ['pt', 'pt-br'],
    ['xx', null],
    ['', null],
  ])('stores the tag %j as %j', (tag, kept) => {
    expect(toStoredLocale(tag)).toBe(kept);
  });

  test('writes midnight and noon as 12 on a 12-hour clock', () => {
    const formats = formatsOfLocale('en-US');
    expect([writeClock(formats, 0, 0), writeClock(formats, 12, 0)]).toEqual(['12:00\u00a0AM', '12:00\u00a0PM']);
  });

  test('overrides the 12- or 24-hour clock of the region', () => {
    expect(writeClock(formatsOfLocale('en-US', 24), 21, 5)).toBe('21:05');
    expect(writeClock(formatsOfLocale('en-GB', 12), 21, 5)).toBe('9:05\u00a0pm');
  });

  test.each([
    ['en-US', '12\u00a0AM', '12\u00a0PM', '12\u00a0AM', '12:00\u00a0AM'],
    ['en-GB', '00', '12', '24', '24:00'],
  ])('formats the start, middle and end of a day in %s', (locale, start, noon, end, time) => {
    const formats = formatsOfLocale(locale);
    expect([0, 12, 24].map((hour) => writeHour(formats, hour))).toEqual([start, noon, end]);
    expect(writeDayEnd(formats)).toBe(time);
  });
});
