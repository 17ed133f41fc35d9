import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/domain/language.ts';
import { folderOf, TEXT_SETS, type TextSet } from '#app/i18n.ts';
import { ROOT } from '#tools/paths.ts';
import { textsNamedIn } from './bench/client-javascript.ts';

type Texts = { [key: string]: string | Texts };
const PLURAL = /_(zero|one|two|few|many|other)$/;

function flatten(texts: Texts, prefix = ''): Array<[string, string]> {
  return Object.entries(texts).flatMap(
    ([key, value]): Array<[string, string]> => (typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`)),
  );
}

const pathOf = (set: TextSet) => join(ROOT, 'locales', folderOf(set));

function load(language: string, set: TextSet): Map<string, string> {
  return new Map(flatten(JSON.parse(readFileSync(join(pathOf(set), `${language}.json`), 'utf8'))));
}

const ENGLISH = Object.fromEntries(TEXT_SETS.map((set) => [set, load('en', set)])) as Record<TextSet, Map<string, string>>;
const others = LANGUAGES.filter((language) => language !== 'en');
// The same in every language: a name with a year, and names of systems with their version.
const SAME_EVERYWHERE = ['frame.copyright', 'system.iOS', 'system.android'];
const base = (key: string) => key.replace(PLURAL, '');
const gaps = (text: string) => [...new Set([...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? ''))].sort();
const marks = (text: string) => (text.match(/<\/?\w+>/g) ?? []).join('');

/**
 * Returns patterns of all keys that `app` uses. A text made of parts (`state.${view}`) matches every key of that form. The showcase's texts
 * are used only by its own pages and the developers' tools.
 */
function usedPatterns(set: TextSet): Array<RegExp> {
  const files = readdirSync(join(ROOT, 'app'), { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) && !/\.test\./.test(name) && (set !== 'showcase' || /^(?:features\/(?:demo|devtools)|routes\/demo)/.test(name)),
  );
  const literals = files.flatMap((name) => [
    ...readFileSync(join(ROOT, 'app', name), 'utf8').matchAll(/'(?:showcase:)?([a-z_]+(?:\.[a-z0-9_-]+)+)'|`([a-z_]+\.[^`]*)`/gi),
  ]);
  return literals.map((match) => {
    const text = match[1] ?? match[2] ?? '';
    const pattern = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${pattern.join('[a-z0-9_.-]+')}$`, 'i');
  });
}

describe.each(TEXT_SETS)('%s', (set) => {
  const english = ENGLISH[set];

  test('has exactly the eight languages', () => {
    const files = readdirSync(pathOf(set)).filter((name) => name.endsWith('.json'));
    expect(files.sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort());
  });

  test.each(others)('%s has every text of English and no others (ERR-053, I18N-027)', (language) => {
    expect([...new Set([...load(language, set).keys()].map(base))].sort()).toEqual([...new Set([...english.keys()].map(base))].sort());
  });

  test.each(LANGUAGES)('%s has the plural forms that its grammar needs', (language) => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const texts = load(language, set);
    const plurals = [...new Set([...english.keys()].filter((key) => PLURAL.test(key)).map(base))];
    const missing = plurals.flatMap((key) =>
      wanted.map((form) => `${key}_${form}`).filter((name) => !texts.has(name) && !texts.has(`${key}_other`)),
    );
    expect(missing).toEqual([]);
    for (const key of plurals) expect(texts.has(`${key}_other`), key).toBe(true);
  });

  test.each(others)('%s has the same placeholders as English', (language) => {
    const wrong = [...load(language, set)].flatMap(([key, text]) => {
      const source = english.get(key) ?? english.get(`${base(key)}_other`) ?? '';
      // A singular may spell out the number, as in «One device», so `count` is optional there.
      const optional = PLURAL.test(key) && !key.endsWith('_other') ? ['count'] : [];
      const differs = (gap: string) => !optional.includes(gap);
      return gaps(text).filter(differs).join() === gaps(source).filter(differs).join() ? [] : [key];
    });
    expect(wrong).toEqual([]);
  });

  test.each(others)('%s has the same markup as English', (language) => {
    const wrong = [...load(language, set)].filter(
      ([key, text]) => marks(text) !== marks(english.get(key) ?? english.get(`${base(key)}_other`) ?? ''),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  test.each(others)('%s has no text of more than 14 characters that equals the English text', (language) => {
    const same = [...load(language, set)].filter(
      ([key, text]) =>
        text.replace(/\{\{\w+\}\}/g, '').length > 14 &&
        english.get(key) === text &&
        !/^[\W\d]*(\{\{\w+\}\}[\W\d]*)*$/.test(text) &&
        !SAME_EVERYWHERE.includes(key),
    );
    expect(same.map(([key]) => key)).toEqual([]);
  });

  test.each(LANGUAGES)('%s writes special spaces as escapes', (language) => {
    expect(readFileSync(join(pathOf(set), `${language}.json`), 'utf8')).not.toMatch(/[\u00a0\u2000-\u200f\u2028-\u202f\u2060\ufeff]/);
  });

  test('uses every text somewhere, and has no empty text', () => {
    const patterns = usedPatterns(set);
    const keys = [...new Set([...english.keys()].map(base))];
    expect(keys.filter((key) => !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
    for (const language of LANGUAGES) for (const [key, text] of load(language, set)) expect(text.trim(), `${language} ${key}`).not.toBe('');
  });
});

describe('locales', () => {
  test.each(SAME_EVERYWHERE)('%s is the same in every language', (key) => {
    expect(ENGLISH.common.get(key)).toBeDefined();
    for (const language of others) expect(load(language, 'common').get(key), language).toBe(ENGLISH.common.get(key));
  });

  test.each(LANGUAGES)('names the plans as the specification does, in %s (SUBS-007 to SUBS-009)', (language) => {
    const namesIn = (set: TextSet, area: string) =>
      ['plus', 'premium', 'premium_plus'].map((tier) => load(language, set).get(`${area}.tier_${tier}`));
    expect([namesIn('plans', 'plans'), namesIn('account', 'plan')]).toEqual([
      ['Plus', 'Premium', 'Premium+'],
      ['Plus', 'Premium', 'Premium+'],
    ]);
  });

  // The specification names these keys (8.2.11 to 8.2.13).
  test.each([
    'error_strings.wrong_login',
    'error_strings.retry_error',
    'error_strings.invalid_password',
    'error_strings.empty_password',
    'messages.delete_device_error',
    'actions.delete_confirmation',
  ])('%s exists in every language', (key) => {
    for (const language of LANGUAGES) expect(load(language, 'common').has(key), language).toBe(true);
  });

  test.each(['no_longer_connected', 'unmanaged_devices', 'location_disabled', 'device_inactive'])(
    'the locator’s problem %s has a message and a remedy in every language (ERR-048)',
    (problem) => {
      for (const language of LANGUAGES) {
        const texts = load(language, 'locator');
        const messages = [`problem_${problem}`, `fix_${problem}`].map((key) => texts.get(`locator.${key}`) ?? '');
        expect(
          messages.filter((text) => text.trim() === ''),
          language,
        ).toEqual([]);
        // No other problem has the same message.
        expect(
          [...texts].filter(([key, text]) => /^locator\.problem_/.test(key) && text === messages[0]),
          language,
        ).toHaveLength(1);
      }
    },
  );

  test('uses each first part of a key in one set only, because lookups do not name the set', () => {
    const areas = TEXT_SETS.filter((set) => set !== 'showcase').flatMap((set) => [
      ...new Set([...ENGLISH[set].keys()].map((key) => key.split('.')[0])),
    ]);
    expect(areas.filter((area, at) => areas.indexOf(area) !== at)).toEqual([]);
  });

  const AREAS = new Map(
    TEXT_SETS.filter((set) => set !== 'common' && set !== 'showcase').flatMap((set) =>
      [...ENGLISH[set].keys()].map((key) => [key.split('.')[0] ?? '', set]),
    ),
  );

  /**
   * Returns the sets whose keys occur in a file or its imports. Skips server files, and sets that a file adds itself before a dynamic
   * import.
   */
  function setsSaidIn(path: string, seen = new Set<string>()): Set<string> {
    const sets = new Set<string>();
    if (seen.has(path)) return sets;
    seen.add(path);
    const source = readFileSync(path, 'utf8');
    for (const [, area = ''] of source.matchAll(/['`]([a-z_]+)\.[a-z0-9_$]/g)) {
      const set = AREAS.get(area);
      if (set !== undefined) sets.add(set);
    }
    const fetched = [...source.matchAll(/addTexts\('([a-z]+)'\)/g)].map(([, set]) => set);
    for (const [, now, later] of source.matchAll(/^(?:import|export)[^;]*? from '([^']+)';|\bimport\('([^']+)'\)/gm)) {
      const from = now ?? later ?? '';
      if (/\.server$|^#app\/wire\/|\/domain\//.test(from) || !/^[#.]/.test(from)) continue;
      const base = from.startsWith('#') ? join(ROOT, from.slice(1)) : join(path, '..', from);
      const found = ['', '.ts', '.tsx'].map((end) => base + end).find((file) => /\.tsx?$/.test(file) && existsSync(file));
      if (found !== undefined) for (const set of setsSaidIn(found, seen)) if (now !== undefined || !fetched.includes(set)) sets.add(set);
    }
    return sets;
  }

  /** True for routes with a page. Other routes use their texts on the server. */
  function isPage(name: string): boolean {
    return !/\.test\./.test(name) && readFileSync(join(ROOT, 'app', 'routes', name), 'utf8').includes('export default');
  }

  test.each(readdirSync(join(ROOT, 'app', 'routes')).filter((name) => /\.tsx$/.test(name) && isPage(name)))(
    '%s names the sets of all texts that it uses',
    (name) => {
      const path = join(ROOT, 'app', 'routes', name);
      const layout = join(ROOT, 'app', 'routes', `${name.split('.')[0]}.tsx`);
      const named = [path, layout].flatMap((file) => (existsSync(file) ? textsNamedIn(readFileSync(file, 'utf8')) : []));
      expect([...setsSaidIn(path)].filter((set) => !named.includes(set))).toEqual([]);
    },
  );
});
