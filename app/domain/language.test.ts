import { describe, expect, test } from 'vitest';
import { chooseLanguage, DEFAULT_LANGUAGE, DEFAULT_LOCALE, LANGUAGES, toLanguage } from './language.ts';

describe('language', () => {
  test('supports eight languages, with English as the default (9.4.5, 9.4.6, A01, CONST-090)', () => {
    expect(LANGUAGES).toEqual(['de', 'en', 'es', 'fr', 'nl', 'pt-br', 'zh-cn', 'zh-tw']);
    expect([DEFAULT_LOCALE, DEFAULT_LANGUAGE, toLanguage(DEFAULT_LOCALE)]).toEqual(['en-us', 'en', 'en']);
  });

  test.each<[tag: string, language: string | null]>([
    ...LANGUAGES.map((language): [string, string] => [language, language]),
    ['de-AT', 'de'],
    ['de_CH', 'de'],
    ['EN-gb', 'en'],
    ['es-419', 'es'],
    ['de-CH-1996', 'de'],
    ['pt', 'pt-br'],
    ['pt-PT', 'pt-br'],
    ['zh', 'zh-cn'],
    ['zh-CN', 'zh-cn'],
    ['zh-Hans', 'zh-cn'],
    ['zh-Hans-HK', 'zh-cn'],
    ['zh-Hans-SG', 'zh-cn'],
    ['zh-Hant', 'zh-tw'],
    ['zh-Hant-CN', 'zh-tw'],
    ['zh-HK', 'zh-tw'],
    ['zh-MC', 'zh-tw'],
    ['zh-MO', 'zh-tw'],
    ['zh-SG', 'zh-tw'],
    ['zh-TW', 'zh-tw'],
    ['deutsch', null],
    ['d', null],
    ['', null],
    ['xx', null],
    ['it-IT', null],
    ['../de', null],
    ['*', null],
  ])('maps the tag %j to the language %j (5.2.1, 5.2.2, A13, I18N-012 to I18N-017)', (tag, language) => {
    expect(toLanguage(tag)).toBe(language);
  });

  test.each([
    [null, 'en'],
    ['', 'en'],
    ['xx', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['it,fr;q=0.8,de;q=0.9', 'de'],
    ['it, zh-Hant-HK;q=0.7, en;q=0.3', 'zh-tw'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['de;q=0', 'en'],
    ['nl;q=0.5,es;q=0.5', 'nl'],
    ['fr ; q=0.2 , pt-PT ; q=0.4', 'pt-br'],
  ])('chooses a language for Accept-Language %j: %s (I18N-010)', (header, language) => {
    expect(chooseLanguage(header)).toBe(language);
  });
});
