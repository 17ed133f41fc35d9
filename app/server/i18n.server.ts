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

// Eager: the Worker carries all languages.
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

/** The language that the address asks for (`?lng=de`), or null: a value that is none of ours asks for nothing. */
function askedLanguage(request: Request): Language | null {
  return toLanguage(new URL(request.url).searchParams.get(LANGUAGE_PARAMETER) ?? '');
}

/** The reader's language: the address's, else the one chosen, else the browser's wish by the specification's mapping (5.2, A13; not the library's own). */
export function languageOf(request: Request): Language {
  return askedLanguage(request) ?? readerLanguage(request.headers.get('Cookie'), request.headers.get('Accept-Language'));
}

/** The reader's region for times, dates and numbers, «en-GB», by the same header as the language (A147). */
export function localeOf(request: Request): string {
  return chooseLocale(languageOf(request), request.headers.get('Accept-Language'));
}

/** The one set of formats of a request: the page is drawn with it here and in the browser. */
export function formatsOf(request: Request): Formats {
  return formatsOfLocale(localeOf(request));
}

/** A page of ours that is led on to, in the language that this one was asked in. */
export function withRequestedLanguage(request: Request, path: string): string {
  const asked = askedLanguage(request);
  return asked === null ? path : `${path}?${new URLSearchParams({ [LANGUAGE_PARAMETER]: asked })}`;
}

/** Whoever came by a link in a language and has not chosen one keeps it on the pages that follow. */
export function rememberRequestedLanguage(request: Request, context: AppLoadContext): void {
  const asked = askedLanguage(request);
  if (asked !== null && readCookie(request, context, LANGUAGE_COOKIE) === null) setCookie(context, LANGUAGE_COOKIE, asked, YEAR_SECONDS);
}

/** Every text as its language says it with these times; `postProcess` of app/i18n.ts names it. */
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
