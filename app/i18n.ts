import { LANGUAGES, type Language } from './domain/language.ts';

export const supportedLngs = [...LANGUAGES];

/**
 * Text sets that only some pages use; each is a folder of `locales`. A page lists its sets in `handle.texts`. Each key is in only one set.
 */
const OWN_SETS = [
  'visitors',
  'promo',
  'account',
  'keys',
  'family',
  'pairing',
  'devices',
  'schedules',
  'allowance',
  'apps',
  'locator',
  'gallery',
  'viewer',
  'plans',
  'gallery-settings',
] as const;

/** All text sets. `common` is for every page, the others for some pages. Keys of `showcase` are requested with the name of the set. */
export const TEXT_SETS = ['common', ...OWN_SETS, 'showcase'] as const;
export type TextSet = (typeof TEXT_SETS)[number];

/** Returns the path of a set's folder below `locales`, or '' for `common`, whose files are at the top level. */
export function folderOf(set: TextSet): string {
  return set === 'common' ? '' : `${set}/`;
}

/** i18next options shared by server and browser. */
export const i18nOptions = {
  supportedLngs,
  fallbackLng: 'en',
  defaultNS: 'common',
  ns: ['common'],
  // Keys are requested without the name of their set, so that components need not know the set.
  fallbackNS: [...OWN_SETS],
  lowerCaseLng: true,
  load: 'currentOnly' as const,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  // The post-processor is in app/server/i18n.server.ts. Pages that read texts without i18next call it directly (app/browser/page-texts.ts).
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
