import { RemixI18Next } from 'remix-i18next/server';
import { type Language, readerLanguage } from '../domain/language.ts';
import { i18nOptions, supportedLngs } from '../i18n.ts';

// Eager: the Worker carries all languages.
const files = import.meta.glob<Record<string, unknown>>('../../locales/*.json', { eager: true, import: 'default' });

export const resources = Object.fromEntries(
  supportedLngs.map((language) => [language, { common: files[`../../locales/${language}.json`] ?? {} }]),
);

/** The reader's language: the one chosen, else the browser's wish by the specification's mapping (5.2, A13; not the library's own). */
export function languageOf(request: Request): Language {
  return readerLanguage(request.headers.get('Cookie'), request.headers.get('Accept-Language'));
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
