import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { LANGUAGES, readerLanguage } from '../domain/language.ts';
import { folderOf, i18nOptions, TEXT_SETS as SETS, type TextSet } from '../i18n.ts';
import { agreement } from '../server/i18n.server.ts';
import type { KnownTexts } from './page-texts.ts';
import type { Texts } from './texts.ts';

// Together these counts use every plural form of the eight languages.
const COUNTS = [0, 1, 2, 5, 11, 21, 1.5];

function readTexts(language: string, set: TextSet): Texts {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../locales', folderOf(set), `${language}.json`), 'utf8'));
}

function keysOf(texts: Texts, prefix = ''): Array<string> {
  return Object.entries(texts).flatMap(([key, value]) => (typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`)));
}

function gapsOf(texts: Texts): Record<string, string> {
  const names = [...JSON.stringify(texts).matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '');
  // Values that look like a placeholder or a replacement pattern must stay unchanged.
  return Object.fromEntries(names.map((name) => [name, `«${name}» {{name}} $& $t(x)`]));
}

function look(texts: Texts, group: string, name: string): unknown {
  const found = texts[group];
  return typeof found === 'object' ? found[name] : undefined;
}

/** Returns times as placeholder values, because the wording of some texts depends on the time. */
function timesFor(texts: Texts): Record<string, string> {
  const names = Object.keys(gapsOf(texts));
  return Object.fromEntries(names.map((name, index) => [name, index % 2 === 0 ? '01:00' : '明天 07:00']));
}

async function bothIn(language: string) {
  vi.resetModules();
  const { createPageI18n, keepTexts } = await import('./page-texts.ts');
  const resources: Record<string, Texts> = {};
  for (const set of SETS) {
    resources[set] = readTexts(language, set);
    keepTexts(language, set, resources[set]);
  }
  const library = createInstance().use(agreement);
  await library.init({ ...i18nOptions, lng: language, resources: { [language]: resources } });
  return { ours: createPageI18n(language), library, resources };
}

describe.each(LANGUAGES)('%s: page texts', (language) => {
  let both: Awaited<ReturnType<typeof bothIn>>;
  beforeAll(async () => {
    both = await bothIn(language);
  });

  test.each(SETS)('match the library for every text of %s, with all placeholders filled and with none', (set) => {
    const texts = both.resources[set] ?? {};
    const keys = keysOf(texts);
    expect(keys.length).toBeGreaterThan(10);
    const [ours, library] = [both.ours.getFixedT(null, set), both.library.getFixedT(null, set)];
    for (const gaps of [gapsOf(texts), timesFor(texts), {}])
      expect(keys.map((key) => ours(key, gaps))).toEqual(keys.map((key) => library(key, gaps)));
  });

  test('match the library for every plural and count', () => {
    const plurals = keysOf(both.resources.common ?? {}).flatMap((key) => key.match(/^(.*)_other$/)?.[1] ?? []);
    expect(plurals.length).toBeGreaterThan(3);
    const [ours, library] = [both.ours.getFixedT(null, 'common'), both.library.getFixedT(null, 'common')];
    for (const count of COUNTS) expect(plurals.map((key) => ours(key, { count }))).toEqual(plurals.map((key) => library(key, { count })));
  });

  test('match the library for unknown and partial keys, other sets, and no set', () => {
    for (const set of ['common', 'showcase', null]) {
      const [ours, library] = [both.ours.getFixedT(null, set), both.library.getFixedT(null, set)];
      for (const key of [
        'frame.menu',
        'showcase:pages.buttons',
        'common:frame.menu',
        'nobody.said',
        'showcase:nobody',
        'schedules.heading',
        'apps:schedules.heading',
      ]) {
        expect(ours(key), `${set} ${key}`).toBe(library(key));
      }
    }
  });
});

describe('page texts', () => {
  test('stay separate per language on the server, when requests alternate', async () => {
    vi.resetModules();
    const { createPageI18n, keepTexts } = await import('./page-texts.ts');
    const sayingMenu = (language: string) => {
      const known: KnownTexts = new Map();
      keepTexts(language, 'common', readTexts(language, 'common'), known);
      return createPageI18n(language, known).getFixedT(null, 'common');
    };
    const [de, fr] = [sayingMenu('de'), sayingMenu('fr')];
    expect([de('frame.menu'), fr('frame.menu'), de('frame.menu')]).toEqual([
      look(readTexts('de', 'common'), 'frame', 'menu'),
      look(readTexts('fr', 'common'), 'frame', 'menu'),
      look(readTexts('de', 'common'), 'frame', 'menu'),
    ]);
  });

  test('have the language in which dates are formatted; without a language, that is English (3.15.3)', async () => {
    const { ours } = await bothIn('pt-br');
    expect([ours.language, readerLanguage(null, null)]).toEqual(['pt-br', 'en']);
  });
});
