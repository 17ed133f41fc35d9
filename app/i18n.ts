import { LANGUAGES, type Language } from './domain/language.ts';

export const supportedLngs = [...LANGUAGES];

/**
 * Text sets that only some pages use, one folder of `locales` each. A page lists its sets in `handle.texts`. Each key is in one set only.
 */
const OWN_SETS = ['visitors', 'account', 'keys', 'family', 'pairing', 'devices', 'schedules', 'allowance', 'apps'] as const;

/** All text sets: `common` for every page, sets for some pages, and `showcase`, whose keys are requested with the name of the set. */
export const TEXT_SETS = ['common', ...OWN_SETS, 'showcase'] as const;
export type TextSet = (typeof TEXT_SETS)[number];

/** Returns the folder of a set below `locales`. The files of `common` are at its top level. */
export function folderOf(set: TextSet): string {
  return set === 'common' ? '' : `${set}/`;
}

/** i18next options shared by server and browser. */
export const i18nOptions = {
  supportedLngs,
  fallbackLng: 'en',
  defaultNS: 'common',
  ns: ['common'],
  // Keys are requested without their set, so components need not know which set contains them.
  fallbackNS: [...OWN_SETS],
  lowerCaseLng: true,
  load: 'currentOnly' as const,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  // i18next calls `agreement` of app/server/i18n.server.ts. Pages that read texts themselves do the same (app/browser/page-texts.ts).
  postProcess: ['agreement'],
};

/** The name of each language in that language, for the language menu. */
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
