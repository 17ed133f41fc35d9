import type { i18n as I18n } from 'i18next';
import { inflectTimes } from '../domain/time-grammar';
import { i18nOptions, type TextSet } from '../i18n';
import { findTexts, type Texts } from './texts';

type Params = Record<string, unknown>;
type KnownSet = { texts: Texts; language: string; plurals: Intl.PluralRules };
/** The texts of a page, by text set. */
export type KnownTexts = Map<string, KnownSet>;

/** The texts of the open page. Never cleared, because a new language reloads the page. */
const found: KnownTexts = new Map();

/**
 * Returns a replacement for i18next with the parts that react-i18next uses. The library would add 15 KB to every page and make each
 * document a sixth slower. page-texts.test.ts compares every text with the library.
 * @param known the server's texts of this request
 */
export function createPageI18n(language: string, known: KnownTexts = found): I18n {
  const i18n = {
    language,
    languages: [language],
    isInitialized: true,
    options: i18nOptions,
    hasLoadedNamespace: () => true,
    getFixedT:
      (_language: unknown, set: string | null) =>
      (key: string, params: Params = {}) =>
        translate(known, set ?? i18nOptions.defaultNS, key, params),
    // The texts do not change while the page is open.
    on() {},
    off() {},
  };
  if (!isWhole(i18n)) throw new Error('No instance');
  return i18n;
}

/** Narrows the type. react-i18next never uses the missing parts. */
function isWhole(i18n: object): i18n is I18n {
  return 'getFixedT' in i18n;
}

/**
 * Fetches a text set for the next page, unless it is already loaded.
 * @throws Error if the English texts cannot be loaded either
 */
export async function addTexts(set: TextSet, language: string = document.documentElement.lang.toLowerCase()): Promise<void> {
  if (found.has(set)) return;
  const { texts, language: spoken } = await findTexts(language, set);
  keepTexts(spoken, set, texts);
}

/** Returns the text sets that a route needs, from `handle.texts`. */
export function textsOf(handle: unknown): Array<string> {
  if (typeof handle !== 'object' || handle === null || !('texts' in handle) || !Array.isArray(handle.texts)) return [];
  return handle.texts.map(String);
}

/** Adds texts that are already loaded. */
export function keepTexts(language: string, set: TextSet, texts: Texts, known: KnownTexts = found): void {
  known.set(set, { texts, language, plurals: new Intl.PluralRules(language) });
}

/** Returns the text for `set:key`, or for a key of the given set or the fallback sets. Returns the key if no set has it. */
function translate(known: KnownTexts, givenSet: string, fullKey: string, params: Params): string {
  const [key = '', set = givenSet] = fullKey.split(':').reverse();
  for (const name of [set, ...i18nOptions.fallbackNS]) {
    const texts = known.get(name);
    const text = texts && translateIn(texts, key, params);
    if (text !== undefined) return text;
  }
  return key;
}

function translateIn({ texts, plurals, language }: KnownSet, key: string, params: Params): string | undefined {
  const text = pluralKeys(key, params.count, plurals).reduce<string | undefined>((text, name) => text ?? lookUp(texts, name), undefined);
  return text === undefined ? undefined : inflectTimes(fill(text, params), language);
}

function pluralKeys(key: string, count: unknown, plurals: Intl.PluralRules): Array<string> {
  if (typeof count !== 'number') return [key];
  return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${plurals.select(count)}`, key];
}

/**
 * Replaces placeholders in the same order as the library, so that server and page render the same text. Placeholders in values stay
 * unchanged.
 */
function fill(text: string, params: Params): string {
  const pattern = /\{\{\s*(\w+)\s*\}\}/g;
  let filled = text;
  for (let gap = pattern.exec(filled); gap !== null; gap = pattern.exec(filled)) {
    const [mark, name = ''] = gap;
    if (!Object.hasOwn(params, name)) continue;
    const value = String(params[name] ?? '');
    filled = filled.replace(mark, () => value);
    pattern.lastIndex += value.length - mark.length;
  }
  return filled;
}

function lookUp(texts: Texts, key: string): string | undefined {
  let at: string | Texts | undefined = texts;
  for (const part of key.split('.')) at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}
