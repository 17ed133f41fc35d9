/** The interface languages (1.1.7, 9.4.5). */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'nl', 'pt-br', 'zh-cn', 'zh-tw'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The default locale, in the spelling of the specification (9.4.6, A01). */
export const DEFAULT_LOCALE = 'en-us';

/** Default interface language (1.1.7, A01). */
export const DEFAULT_LANGUAGE: Language = 'en';

// Regions with traditional Chinese. `mc` is in the specification (A13); `mo` is the correct code of Macau.
const TRADITIONAL_REGIONS: ReadonlyArray<string> = ['hk', 'mc', 'mo', 'sg', 'tw'];

const TAG = /^([a-z]{2})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_][a-z0-9]{1,8})*$/;

/**
 * Returns the interface language of a language tag, or null (5.2.1, 5.2.2, A13). For Chinese, the script decides, then the region; the
 * default is zh-cn. Any Portuguese is pt-br.
 */
export function toLanguage(tag: string): Language | null {
  const match = TAG.exec(tag.trim().toLowerCase());
  if (match === null) return null;
  const [, code, script, region = ''] = match;
  if (code === 'zh') {
    if (script === 'hans') return 'zh-cn';
    return script === 'hant' || TRADITIONAL_REGIONS.includes(region) ? 'zh-tw' : 'zh-cn';
  }
  if (code === 'pt') return 'pt-br';
  return LANGUAGES.find((language) => language === code) ?? null;
}

/** Returns the supported language with the highest weight in an `Accept-Language` header, or English (9.4.6, I18N-010). */
export function chooseLanguage(acceptLanguage: string | null): Language {
  for (const tag of listRequestedLanguages(acceptLanguage)) {
    const language = toLanguage(tag);
    if (language !== null) return language;
  }
  return DEFAULT_LANGUAGE;
}

/** Returns the tags of an `Accept-Language` header, highest weight first. Excludes tags with weight 0. */
export function listRequestedLanguages(acceptLanguage: string | null): Array<string> {
  return (acceptLanguage ?? '')
    .split(',')
    .map(toRequestedChange)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function toRequestedChange(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';');
  const quality = parameters.map((parameter) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1]).find((q) => q !== undefined);
  return { tag, weight: quality === undefined ? 1 : Number(quality) };
}

/** The cookie with the language that the user chose. */
export const LANGUAGE_COOKIE = 'lng';

/** The query parameter for the language. Search engines and shared links use it. */
export const LANGUAGE_PARAMETER = 'lng';

/** Returns the language that the user chose, or else the browser's language. Both arguments are raw header values; null if missing. */
export function readerLanguage(cookies: string | null, acceptLanguage: string | null): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
  return toLanguage(chosen) ?? chooseLanguage(acceptLanguage);
}
