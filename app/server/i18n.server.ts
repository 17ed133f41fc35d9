import type { AppLoadContext } from '@remix-run/cloudflare';
import type { PostProcessorModule } from 'i18next';
import { RemixI18Next } from 'remix-i18next/server';
import type { Texts } from '../browser/texts.ts';
import type { Formats } from '../domain/formats.ts';
import { LANGUAGE_COOKIE, LANGUAGE_PARAMETER, type Language, readerLanguage, toLanguage } from '../domain/language.ts';
import { chooseLocale, formatsOfLocale } from '../domain/locale-formats.ts';
import { inflectTimes } from '../domain/time-grammar.ts';
import { folderOf, i18nOptions, supportedLngs, TEXT_SETS } from '../i18n.ts';
import { readCookie, setCookie, YEAR_SECONDS } from './cookies.server.ts';

// Eager, because the Worker bundles all languages.
const files = import.meta.glob<Texts>(['../../locales/*.json', '../../locales/*/*.json'], {
  eager: true,
  import: 'default',
});

export const resources = Object.fromEntries(
  supportedLngs.map((language) => [
    language,
    Object.fromEntries(TEXT_SETS.map((set) => [set, files[`../../locales/${folderOf(set)}${language}.json`] ?? {}])),
  ]),
);

/** Returns the language in the URL (`?lng=de`), or null if it is missing or unsupported. */
function askedLanguage(request: Request): Language | null {
  return toLanguage(new URL(request.url).searchParams.get(LANGUAGE_PARAMETER) ?? '');
}

/** Returns the user's language: from the URL, else the chosen one, else the browser's, mapped as the specification says (5.2, A13). */
export function languageOf(request: Request): Language {
  return askedLanguage(request) ?? readerLanguage(request.headers.get('Cookie'), request.headers.get('Accept-Language'));
}

/** Returns the user's locale for times, dates and numbers, such as «en-GB», from the same header as the language (A147). */
export function localeOf(request: Request): string {
  return chooseLocale(languageOf(request), request.headers.get('Accept-Language'));
}

/** Returns the locale formats of a request. Server and browser both render with them, so their output matches. */
export function formatsOf(request: Request): Formats {
  return formatsOfLocale(localeOf(request));
}

/** Adds this request's `?lng` to the path of a redirect. */
export function withRequestedLanguage(request: Request, path: string): string {
  const asked = askedLanguage(request);
  return asked === null ? path : `${path}?${new URLSearchParams({ [LANGUAGE_PARAMETER]: asked })}`;
}

/** Keeps the language of a `?lng` link for the following pages, unless the user has chosen a language. */
export function rememberRequestedLanguage(request: Request, context: AppLoadContext): void {
  const asked = askedLanguage(request);
  if (asked !== null && readCookie(request, context, LANGUAGE_COOKIE) === null) setCookie(context, LANGUAGE_COOKIE, asked, YEAR_SECONDS);
}

/** Adjusts prepositions and articles to the times in a text. Referenced by `postProcess` in app/i18n.ts. */
export const agreement: PostProcessorModule = {
  type: 'postProcessor',
  name: 'agreement',
  process: (text, _key, _options, translator) => inflectTimes(text, translator.language),
};

export const i18n = new RemixI18Next({
  plugins: [agreement],
  detection: {
    supportedLanguages: supportedLngs,
    fallbackLanguage: 'en',
    order: ['custom'],
    findLocale: async (request) => languageOf(request),
  },
  i18next: { ...i18nOptions, resources },
});
