import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import { PLAIN_FORMATS } from '#app/domain/formats';
import { chooseLocale, formatsOfLocale } from '#app/domain/locale-formats';
import { zoneName } from '#app/domain/zone-name';
import { i18nOptions, supportedLngs } from '#app/i18n';
import { formatDate, formatMoment, formatSeconds, formatSpan, formatTime, formatUntil } from './times';

const texts = import.meta.glob<Record<string, unknown>>('../../../../locales/*.json', { eager: true, import: 'default' });

async function translator(language: string) {
  const instance = createInstance();
  await instance.init({
    ...i18nOptions,
    lng: language,
    resources: { [language]: { common: texts[`../../../../locales/${language}.json`] ?? {} } },
  });
  return instance.t;
}

const BERLIN = 'Europe/Berlin';
// Thursday, May 14, 2026, 20:42 in Berlin.
const NOW = Date.UTC(2026, 4, 14, 18, 42);
const at = (day: number, hour: number) => Date.UTC(2026, 4, day, hour - 2);

describe('times', () => {
  test.each([
    [at(14, 21), '21:00'],
    [at(14, 0), '00:00'],
    [at(15, 7), 'tomorrow at 07:00'],
    [at(13, 23), 'yesterday at 23:00'],
    [at(16, 7), 'Saturday at 07:00'],
    // A weekday always means the next one, so past days show their date.
    [at(8, 9), '8 May at 09:00'],
    [at(12, 9), '12 May at 09:00'],
    [at(21, 7), '21 May at 07:00'],
    [Date.UTC(2027, 0, 1), '1 January 2027 at 01:00'],
  ])('formatMoment formats %i', async (moment, text) => {
    expect(formatMoment(await translator('en'), moment, BERLIN, NOW, PLAIN_FORMATS)).toBe(text);
  });

  test.each([
    [at(14, 21), NOW, '21:00'],
    [at(15, 7), NOW, '07:00'],
    // Today's equal clock time is as near or nearer, so the text must name the day.
    [at(15, 21), at(14, 21) + 30 * 60_000, 'tomorrow at 21:00'],
    [at(15, 20), NOW, 'tomorrow at 20:00'],
    [at(16, 7), NOW, 'Saturday at 07:00'],
    // Midnight at the end of the current day is shown without a day.
    [at(15, 0), at(14, 6), '00:00'],
    [at(16, 0), NOW, 'Saturday at 00:00'],
    // Nights of 25 and 23 hours.
    [Date.UTC(2026, 9, 25, 20), Date.UTC(2026, 9, 24, 20), 'tomorrow at 21:00'],
    [Date.UTC(2026, 2, 29, 19), Date.UTC(2026, 2, 28, 20), 'tomorrow at 21:00'],
    // Clocks go back from 03:00 to 02:00.
    [Date.UTC(2026, 9, 25, 0, 10), Date.UTC(2026, 9, 24, 23), '02:10 (before clocks go back)'],
    [Date.UTC(2026, 9, 25, 1, 10), Date.UTC(2026, 9, 24, 23), '02:10 (after clocks go back)'],
    [Date.UTC(2026, 9, 25, 2, 10), Date.UTC(2026, 9, 24, 23), '03:10'],
  ])('formatUntil formats the end %i as of %i', async (end, now, text) => {
    expect(formatUntil(await translator('en'), end, BERLIN, now, PLAIN_FORMATS)).toBe(text);
  });

  test.each([
    [12, '0.1 s'],
    [800, '0.8 s'],
    [9_949, '9.9 s'],
    [12_400, '12 s'],
    [59_499, '59 s'],
    [59_500, '1 min'],
    [5 * 60_000, '5 min'],
    [2 * 3_600_000, '2 h'],
    [4_200_000, '1 h 10 min'],
  ])('formatSpan formats %i ms', async (span, text) => {
    expect(formatSpan(await translator('en'), span)).toBe(text);
  });

  test('formats times in the given time zone, also across clock changes', () => {
    expect(formatTime(NOW, 'America/Los_Angeles')).toBe('11:42');
    expect(formatTime(Date.UTC(2026, 2, 29, 0, 59), BERLIN)).toBe('01:59');
    expect(formatTime(Date.UTC(2026, 2, 29, 1), BERLIN)).toBe('03:00');
    expect(formatSeconds(NOW + 7_000, BERLIN)).toBe('20:42:07');
  });

  test.each([
    ['en', 'June 1', 'January 1, 2027'],
    ['de', '1.\u00a0Juni', '1.\u00a0Januar 2027'],
    ['es', '1 de junio', '1 de enero de 2027'],
    ['fr', '1er juin', '1er janvier 2027'],
    ['nl', '1 juni', '1 januari 2027'],
    ['pt-br', '1º de junho', '1º de janeiro de 2027'],
    ['zh-cn', '6月1日', '2027年1月1日'],
    ['zh-tw', '6月1日', '2027年1月1日'],
  ] as const)('formatDate formats the first of a month in %s', async (language, june, january) => {
    const t = await translator(language);
    const formats = formatsOfLocale(chooseLocale(language, null));
    expect(formatDate(t, Date.UTC(2026, 5, 1), BERLIN, NOW, formats)).toBe(june);
    expect(formatDate(t, Date.UTC(2027, 0, 1), BERLIN, NOW, formats)).toBe(january);
  });

  test.each([
    ['en', 'Central European Time', 'United Kingdom Time'],
    ['de', 'Mitteleuropäische Zeit', 'Vereinigtes Königreich'],
    ['es', 'hora de Europa central', 'hora de Reino Unido'],
    ['fr', 'heure d’Europe centrale', 'Royaume-Uni'],
    ['nl', 'Midden-Europese tijd', 'tijd in Verenigd Koninkrijk'],
    ['pt-br', 'Horário da Europa Central', 'Horário Reino Unido'],
    ['zh-cn', '中欧时间', '英国时间'],
    ['zh-tw', '中歐時間', '英國時間'],
  ])('zoneName returns the zone’s name in %s, or its city if the zone has no name', (language, berlin, london) => {
    expect(zoneName(BERLIN, language, NOW)).toBe(berlin);
    expect(zoneName('Europe/London', language, NOW)).toBe(london);
    expect(zoneName('UTC', language, NOW)).toBe('UTC');
  });

  // The sentence around the placeholders is in our own texts, so the values must be numbers or single words.
  test.each(supportedLngs)('formatMoment fills its placeholders with plain values in %s', (language) => {
    const gaps: Array<unknown> = [];
    const formats = formatsOfLocale(chooseLocale(language, null));
    const t = createInstance().t;
    const listening = new Proxy(t, { apply: (_target, _self, [, params]) => gaps.push(...Object.values(params)) });
    formatMoment(listening, at(17, 19), BERLIN, NOW, { ...formats, time: PLAIN_FORMATS.time });
    formatSpan(listening, 800);
    expect(gaps).toHaveLength(3);
    for (const gap of gaps) expect(String(gap)).toMatch(/^(?:[\d.,:]+|[\p{L}-]+|\d+月|\d*)$/u);
  });

  test('uses the month and weekday names of the server’s formats, not the browser’s', async () => {
    const t = await translator('en');
    const formats = { ...PLAIN_FORMATS, months: Array(12).fill('Monat'), weekdays: Array.from({ length: 7 }, (_, day) => `day ${day}`) };
    expect(formatDate(t, Date.UTC(2026, 5, 14, 12), BERLIN, NOW, formats)).toContain('14 Monat');
    const inTwoDays = NOW + 2 * 86_400_000;
    const weekday = new Date(inTwoDays).getUTCDay();
    expect(formatMoment(t, inTwoDays, BERLIN, NOW, formats)).toContain(`day ${weekday}`);
  });
});
