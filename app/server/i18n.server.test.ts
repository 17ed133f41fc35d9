import { describe, expect, test } from 'vitest';
import { webContext } from '#tests/web-context.ts';
import { i18n, languageOf, rememberRequestedLanguage, withRequestedLanguage } from './i18n.server';

describe('i18n', () => {
  test.each([
    [{}, 'en'],
    [{ 'Accept-Language': 'xx' }, 'en'],
    [{ 'Accept-Language': 'de-AT,en;q=0.5' }, 'de'],
    [{ 'Accept-Language': 'zh-Hant-HK' }, 'zh-tw'],
    [{ 'Accept-Language': 'zh-SG' }, 'zh-tw'],
    [{ 'Accept-Language': 'pt' }, 'pt-br'],
    [{ 'Accept-Language': 'fr', Cookie: 'a=1; lng=nl; b=2' }, 'nl'],
    [{ 'Accept-Language': 'fr', Cookie: 'lng=deutsch' }, 'fr'],
    [{ 'Accept-Language': 'fr', Cookie: 'xlng=nl' }, 'fr'],
  ])('a request with %j gets %s', async (headers, language) => {
    const request = new Request('https://porchlight.example/', { headers });
    expect(languageOf(request)).toBe(language);
    expect(await i18n.getLocale(request)).toBe(language);
  });

  test.each([
    ['?lng=de', 'de'],
    ['?view=signup&lng=zh-Hant', 'zh-tw'],
    ['?lng=PT', 'pt-br'],
    ['?lng=', 'nl'],
    ['?lng=xx', 'nl'],
    ['?lng=../en', 'nl'],
    ['?lng=deutsch&lng=de', 'nl'],
  ])('a URL with %s and the cookie lng=nl gets %s', async (search, language) => {
    const request = new Request(`https://porchlight.example/${search}`, { headers: { Cookie: 'lng=nl', 'Accept-Language': 'fr' } });
    expect(languageOf(request)).toBe(language);
    expect(await i18n.getLocale(request)).toBe(language);
  });

  test.each([
    ['?lng=de', '', ['lng=de']],
    ['?lng=de', 'lng=fr', []],
    ['?lng=xx', '', []],
    ['', '', []],
  ])('a URL with %j, after the cookie %j, sets the cookies %j', (search, cookie, left) => {
    const context = webContext();
    rememberRequestedLanguage(new Request(`https://porchlight.example/${search}`, { headers: { Cookie: cookie } }), context);
    expect(context.responseCookies.map((text) => text.split(';')[0])).toEqual(left);
  });

  test("adjusts the article before a time to the language's grammar", async () => {
    const t = await i18n.getFixedT('es');
    expect([t('actions.until', { when: '01:00' }), t('actions.until', { when: '21:00' })]).toEqual(['Hasta la 01:00', 'Hasta las 21:00']);
  });

  test.each([
    ['?lng=de', '/manage/m/schedule?lng=de'],
    ['?lng=xx', '/manage/m/schedule'],
    ['', '/manage/m/schedule'],
  ])('keeps the language of %j in a redirect', (search, path) => {
    expect(withRequestedLanguage(new Request(`https://porchlight.example/manage${search}`), '/manage/m/schedule')).toBe(path);
  });
});
