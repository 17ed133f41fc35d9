import { LANGUAGES, type Language } from './domain/language.ts';

export const supportedLngs = [...LANGUAGES];

/** What server and browser share of i18next's options. */
export const i18nOptions = {
  supportedLngs,
  fallbackLng: 'en',
  defaultNS: 'common',
  ns: ['common'],
  lowerCaseLng: true,
  load: 'currentOnly' as const,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  // The server's library asks `agreement` of app/server/i18n.server.ts; the page's own reading does the same (app/browser/page-texts.ts).
  postProcess: ['agreement'],
};

/** Each language in its own words, for the choice of language. */
export const LANGUAGE_NAMES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  nl: 'Nederlands',
  'pt-br': 'Português',
  'zh-cn': '简体中文',
  'zh-tw': '繁體中文',
} as const satisfies Record<Language, string>;
