import { describe, expect, test } from 'vitest';
import { ZONES_OF_COUNTRIES } from './country-zones.ts';
import { LANGUAGES } from './language.ts';
import { canonicalZone, isTimeZone } from './time.ts';
import { countryOfZone, findZone, listZones, zoneLabel } from './zone-list.ts';

describe('zone list', () => {
  test.each(LANGUAGES)('in %s, lists every zone of the platform once and finds each by its label', (language) => {
    const listed = listZones(language);
    const labels = listed.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect([...new Set(listed.map(({ zone }) => zone))].sort()).toEqual([...Intl.supportedValuesOf('timeZone'), 'UTC'].sort());
    for (const { zone, label } of listed) expect(findZone(label, language), label).toEqual({ zone });
  });

  test("lists each known zone under the platform's identifier", () => {
    const stored = new Set(listZones('en').map(({ zone }) => zone));
    for (const id of Object.values(ZONES_OF_COUNTRIES).flatMap((ids) => ids.split(' '))) {
      if (isTimeZone(id)) expect(stored, id).toContain(canonicalZone(id));
    }
  });

  test.each([
    ['Asia/Calcutta', 'Kolkata, India'],
    ['Asia/Kolkata', 'Kolkata, India'],
    ['Asia/Saigon', 'Ho Chi Minh City, Vietnam'],
    ['Europe/Kiev', 'Kyiv, Ukraine'],
    ['Asia/Katmandu', 'Kathmandu, Nepal'],
    ['America/Godthab', 'Nuuk, Greenland'],
    ['America/Buenos_Aires', 'Buenos Aires, Argentina'],
    ['America/Indiana/Knox', 'Knox, Indiana, United States'],
    ['America/St_Johns', /^St\. John.s, Canada$/],
    ['US/Eastern', 'New York, United States'],
    ['Etc/UTC', 'UTC'],
    ['Etc/GMT+5', 'GMT+5'],
  ])('zoneLabel returns for %s: %s', (zone, label) => {
    expect(zoneLabel(zone, 'en')).toMatch(typeof label === 'string' ? new RegExp(`^${label.replace(/[+.]/g, '\\$&')}$`) : label);
  });

  test.each([
    ['de', 'Europe/Moscow', 'Moskau, Russland'],
    ['es', 'America/New_York', 'Nueva York, Estados Unidos'],
    ['fr', 'Asia/Calcutta', 'Kolkata, Inde'],
    ['zh-cn', 'America/New_York', '纽约，美国'],
    ['zh-tw', 'Asia/Calcutta', 'Kolkata，印度'],
  ] as const)('in %s, zoneLabel returns for %s: %s', (language, zone, label) => {
    expect(zoneLabel(zone, language)).toBe(label);
  });

  test.each([
    ['Kolkata', 'Asia/Calcutta'],
    ['calcutta', 'Asia/Calcutta'],
    ['  kolkata ,  INDIA', 'Asia/Calcutta'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['Saigon', 'Asia/Saigon'],
    ['Kyiv', 'Europe/Kiev'],
    ['Kiev', 'Europe/Kiev'],
    ['Yangon', 'Asia/Rangoon'],
    ['Sao Paulo', 'America/Sao_Paulo'],
    ['Moskau', 'Europe/Moscow'],
    ['Moscow', 'Europe/Moscow'],
    ['Österreich', 'Europe/Vienna'],
    ['Austria', 'Europe/Vienna'],
    ['US/Eastern', 'America/New_York'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
    ['Ho Chi Minh', 'Asia/Saigon'],
    ['ho chi', 'Asia/Saigon'],
  ])('in German, findZone resolves %j to %s', (typed, zone) => {
    expect(findZone(typed, 'de')).toEqual({ zone });
  });

  test.each([
    ['Vereinigte Staaten', 'ambiguous'],
    ['United States', 'ambiguous'],
    ['Port', 'ambiguous'],
    ['Ho', 'unknown'],
    ['Ho Chi Min', 'unknown'],
    ['Atlantis', 'unknown'],
    ['+02:00', 'unknown'],
    ['', 'unknown'],
    ['__proto__', 'unknown'],
    ['<script>', 'unknown'],
  ])('in German, findZone returns for %j: %s', (typed, fault) => {
    expect(findZone(typed, 'de')).toBe(fault);
  });
});

test.each([
  ['Europe/Berlin', 'DE'],
  ['America/Buenos_Aires', 'AR'],
  ['America/Argentina/Buenos_Aires', 'AR'],
  ['Asia/Calcutta', 'IN'],
  ['US/Eastern', 'US'],
  ['UTC', null],
  ['Nowhere/Town', null],
])('countryOfZone returns the country of %s: %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});
