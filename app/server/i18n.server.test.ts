import { expect, test } from 'vitest';
import { i18n, languageOf } from './i18n.server';

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
])('%j is read in %s', async (headers, language) => {
  const request = new Request('https://porchlight.example/', { headers });
  expect(languageOf(request)).toBe(language);
  expect(await i18n.getLocale(request)).toBe(language);
});
