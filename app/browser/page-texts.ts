import type { i18n as I18n } from 'i18next';
import { inflectTimes } from '../domain/time-grammar';
import { i18nOptions, type TextSet } from '../i18n';
import { findTexts, type Texts } from './texts';

type Gaps = Record<string, unknown>;
type KnownSet = { texts: Texts; language: string; plurals: Intl.PluralRules };
/** The texts that a page has, by their sets. */
export type KnownTexts = Map<string, KnownSet>;

/** Those of the page that is open. Never emptied: another language is another page load. */
const found: KnownTexts = new Map();

/**
 * What react-i18next asks of an instance, and no more. The library is 15 KB of every page and a sixth of a document's time on the server, of
 * which we use the reading of keys, gaps and plurals; page-texts.test.ts compares both on every text. `known`: what a server keeps.
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
      (key: string, gaps: Gaps = {}) =>
        say(known, set ?? i18nOptions.defaultNS, key, gaps),
    // Nothing changes while a page lives.
    on() {},
    off() {},
  };
  if (!isWhole(i18n)) throw new Error('No instance');
  return i18n;
}

/** Only for the type: the rest of the library's instance is never asked for. */
function isWhole(i18n: object): i18n is I18n {
  return 'getFixedT' in i18n;
}

/** Fetches a set that the page about to be shown needs. @throws Error where it cannot be had even in English */
export async function addTexts(set: TextSet, language: string = document.documentElement.lang.toLowerCase()): Promise<void> {
  if (found.has(set)) return;
  const { texts, language: spoken } = await findTexts(language, set);
  keepTexts(spoken, set, texts);
}

/** The sets that a route says it needs in `handle.texts`. */
export function textsOf(handle: unknown): Array<string> {
  if (typeof handle !== 'object' || handle === null || !('texts' in handle) || !Array.isArray(handle.texts)) return [];
  return handle.texts.map(String);
}

/** Takes texts that are there already. */
export function keepTexts(language: string, set: TextSet, texts: Texts, known: KnownTexts = found): void {
  known.set(set, { texts, language, plurals: new Intl.PluralRules(language) });
}

/** `set:key`, or a key of the set given or of any set that some pages have. An unknown one is said as it is. */
function say(known: KnownTexts, givenSet: string, fullKey: string, gaps: Gaps): string {
  const [key = '', set = givenSet] = fullKey.split(':').reverse();
  for (const name of [set, ...i18nOptions.fallbackNS]) {
    const texts = known.get(name);
    const text = texts && sayOf(texts, key, gaps);
    if (text !== undefined) return text;
  }
  return key;
}

function sayOf({ texts, plurals, language }: KnownSet, key: string, gaps: Gaps): string | undefined {
  const text = pluralKeys(key, gaps.count, plurals).reduce<string | undefined>((said, name) => said ?? look(texts, name), undefined);
  return text === undefined ? undefined : inflectTimes(fill(text, gaps), language);
}

function pluralKeys(key: string, count: unknown, plurals: Intl.PluralRules): Array<string> {
  if (typeof count !== 'number') return [key];
  return [...(count === 0 ? [`${key}_zero`] : []), `${key}_${plurals.select(count)}`, key];
}

/** Step by step as the library does it, down to a name that looks like a gap: server and page must say the same. */
function fill(text: string, gaps: Gaps): string {
  const pattern = /\{\{\s*(\w+)\s*\}\}/g;
  let filled = text;
  for (let gap = pattern.exec(filled); gap !== null; gap = pattern.exec(filled)) {
    const [mark, name = ''] = gap;
    if (!Object.hasOwn(gaps, name)) continue;
    const value = String(gaps[name] ?? '');
    filled = filled.replace(mark, () => value);
    pattern.lastIndex += value.length - mark.length;
  }
  return filled;
}

function look(texts: Texts, key: string): string | undefined {
  let at: string | Texts | undefined = texts;
  for (const part of key.split('.')) at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}
