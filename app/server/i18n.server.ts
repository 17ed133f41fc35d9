import { RemixI18Next } from 'remix-i18next/server';
import { chooseLanguage, type Language, toLanguage } from '../domain/language.ts';
import { i18nOptions, supportedLngs } from '../i18n.ts';

/** The cookie of a chosen language; a year, readable by nobody but us. */
export const LANGUAGE_COOKIE = 'lng';

// Eager: the Worker carries all languages.
const files = import.meta.glob<Record<string, unknown>>('../../locales/*.json', { eager: true, import: 'default' });

export const resources = Object.fromEntries(
  supportedLngs.map((language) => [language, { common: files[`../../locales/${language}.json`] ?? {} }]),
);

/** The reader's language: the one chosen, else the browser's wish by the specification's mapping (5.2, A13; not the library's own). */
export function languageOf(request: Request): Language {
  const cookie = /(?:^|;\s*)lng=([^;]*)/.exec(request.headers.get('Cookie') ?? '')?.[1] ?? '';
  return toLanguage(cookie) ?? chooseLanguage(request.headers.get('Accept-Language'));
}

export const i18n = new RemixI18Next({
  detection: {
    supportedLanguages: supportedLngs,
    fallbackLanguage: 'en',
    order: ['custom'],
    findLocale: async (request) => languageOf(request),
  },
  i18next: { ...i18nOptions, resources },
});
