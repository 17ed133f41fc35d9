/** The interface languages (1.1.7, 9.4.5). */
export const LANGUAGES = ['de', 'en', 'es', 'fr', 'nl', 'pt-br', 'zh-cn', 'zh-tw'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The default as the document's constant names it (9.4.6, A01). */
export const DEFAULT_LOCALE = 'en-us';

/** The same default as a language that has texts (1.1.7, A01). */
export const DEFAULT_LANGUAGE: Language = 'en';

// Regions as the document lists them, `mc` included (A13); `mo` is the code that Macau really has.
const TRADITIONAL_REGIONS: ReadonlyArray<string> = ['hk', 'mc', 'mo', 'sg', 'tw'];

const TAG = /^([a-z]{2})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_][a-z0-9]{1,8})*$/;

/**
 * The interface language for a language tag, or null where there is none: two letters, then a script, then a region, each optional
 * (5.2.1). For Chinese the script decides, then the region, else it is zh-cn; any Portuguese is pt-br (5.2.2, A13).
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

/** The first language of an `Accept-Language` header, by weight, that there are texts for; else English (9.4.6, I18N-010). */
export function chooseLanguage(acceptLanguage: string | null): Language {
  for (const tag of listRequestedLanguages(acceptLanguage)) {
    const language = toLanguage(tag);
    if (language !== null) return language;
  }
  return DEFAULT_LANGUAGE;
}

/** The tags of an `Accept-Language` header in the order of their weights, without those that are refused. */
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

/** The cookie of a chosen language. */
export const LANGUAGE_COOKIE = 'lng';

/** The parameter by which an address names a language: for search engines, and for links that are passed on. */
export const LANGUAGE_PARAMETER = 'lng';

/** The reader's language: the one chosen, else the browser's wish. Both are header values as they came, null where there is none. */
export function readerLanguage(cookies: string | null, acceptLanguage: string | null): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
  return toLanguage(chosen) ?? chooseLanguage(acceptLanguage);
}
