import { LANGUAGES, type Language } from './domain/language.ts';

export const supportedLngs = [...LANGUAGES];

/** What only some pages say, a folder of `locales` each; a page names its own in `handle.texts`. Keys stand in one set only. */
const OWN_SETS = ['visitors', 'account', 'keys', 'family', 'pairing', 'devices', 'schedules', 'allowance', 'apps'] as const;

/** Every set of texts: what every page says, what only some do, and the showcase's, whose keys are asked for by its name. */
export const TEXT_SETS = ['common', ...OWN_SETS, 'showcase'] as const;
export type TextSet = (typeof TEXT_SETS)[number];

/** Where the files of a set stand below `locales`: the common ones at its top. */
export function folderOf(set: TextSet): string {
  return set === 'common' ? '' : `${set}/`;
}

/** What server and browser share of i18next's options. */
export const i18nOptions = {
  supportedLngs,
  fallbackLng: 'en',
  defaultNS: 'common',
  ns: ['common'],
  // A key is asked for without its set: which pages load it is not its reader's concern.
  fallbackNS: [...OWN_SETS],
  lowerCaseLng: true,
  load: 'currentOnly' as const,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  // The library asks `agreement` of app/server/i18n.server.ts; the pages' own reading does the same (app/browser/page-texts.ts).
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
