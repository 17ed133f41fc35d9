import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { i18nOptions, supportedLngs } from '~/i18n';
import { formatDate, formatMoment, formatSeconds, formatSpan, formatTime, formatUntil, zoneName } from './times';

const texts = import.meta.glob<Record<string, unknown>>('../../../locales/*.json', { eager: true, import: 'default' });

async function translator(language: string) {
  const instance = createInstance();
  await instance.init({
    ...i18nOptions,
    lng: language,
    resources: { [language]: { common: texts[`../../../locales/${language}.json`] ?? {} } },
  });
  return instance.t;
}

const BERLIN = 'Europe/Berlin';
// Thursday, 14 May 2026, 20:42.
const NOW = Date.UTC(2026, 4, 14, 18, 42);
const at = (day: number, hour: number) => Date.UTC(2026, 4, day, hour - 2);

test.each([
  [at(14, 21), '21:00'],
  [at(14, 0), '00:00'],
  [at(15, 7), 'tomorrow at 07:00'],
  [at(13, 23), 'yesterday at 23:00'],
  [at(16, 7), 'Saturday at 07:00'],
  [at(8, 9), 'Friday at 09:00'],
  [at(21, 7), '21 May at 07:00'],
  [Date.UTC(2027, 0, 1), '1 January 2027 at 01:00'],
])('the moment %i', async (moment, text) => {
  expect(formatMoment(await translator('en'), 'en', moment, BERLIN, NOW)).toBe(text);
});

test('an end within a day is the clock alone, a later one names its day', async () => {
  const t = await translator('en');
  expect(formatUntil(t, 'en', at(15, 7), BERLIN, NOW)).toBe('07:00');
  expect(formatUntil(t, 'en', at(16, 7), BERLIN, NOW)).toBe('Saturday at 07:00');
});

test.each([
  [12, '0.1 s'],
  [800, '0.8 s'],
  [9_949, '9.9 s'],
  [12_400, '12 s'],
  [5 * 60_000, '5 min'],
  [2 * 3_600_000, '2 h'],
  [4_200_000, '1 h 10 min'],
])('%i ms', async (span, text) => {
  expect(formatSpan(await translator('en'), 'en', span)).toBe(text);
});

test('the child’s zone counts, over the change of clocks too', () => {
  expect(formatTime(NOW, 'America/Los_Angeles')).toBe('11:42');
  expect(formatTime(Date.UTC(2026, 2, 29, 0, 59), BERLIN)).toBe('01:59');
  expect(formatTime(Date.UTC(2026, 2, 29, 1), BERLIN)).toBe('03:00');
  expect(formatSeconds(NOW + 7_000, BERLIN)).toBe('20:42:07');
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
});

// React's two sides bring different language data: what comes from Intl must be numbers and single words, the patterns are texts of ours.
test.each(supportedLngs)('Intl gives no patterns in %s', (language) => {
  const gaps: Array<unknown> = [];
  const t = createInstance().t;
  const listening = new Proxy(t, { apply: (_target, _self, [, params]) => gaps.push(...Object.values(params)) });
  formatMoment(listening, language, at(21, 7), BERLIN, NOW);
  formatMoment(listening, language, at(17, 19), BERLIN, NOW);
  formatDate(listening, language, NOW, BERLIN, 0);
  formatSpan(listening, language, 800);
  expect(gaps.length).toBeGreaterThan(6);
  for (const gap of gaps) expect(String(gap)).toMatch(/^(?:[\d.,:]+|[\p{L}-]+|\d+月|\d*)$/u);
});
