import { describe, expect, test } from 'vitest';
import { APP_INFO_LIFE_MS, createAppInfoCache } from '~/server/app-info-cache.server';
import { type AppRow, DEFAULT_SORT_TYPE, isNewApp, searchApps, sortApps, toSortType } from './app-list';

const DAY_MS = 86_400_000;

const row = (title: string, change: Partial<AppRow> = {}): AppRow => ({
  bundleId: `com.example.${title.toLowerCase()}`,
  title,
  logo: null,
  directive: 'S',
  access: { isUsable: true, why: null, until: null, schedule: null },
  usedSeconds: null,
  limitSeconds: null,
  schedules: [],
  firstSeenAt: 0,
  behind: [],
  isObeyed: true,
  isNew: false,
  ...change,
});

const titles = (rows: Array<AppRow>) => rows.map(({ title }) => title).join(' ');

describe('app list', () => {
  test('the order is alphabetical unless another is chosen (CONST-107, A67)', () => {
    expect(DEFAULT_SORT_TYPE).toBe('alphabetical');
    expect([toSortType('rule'), toSortType('recent'), toSortType('size'), toSortType(null)]).toEqual(['rule', 'recent', null, null]);
  });

  test('by title as the language sorts, by rule (N, S, A), by age', () => {
    const rows = [
      row('Zoo', { directive: 'A', firstSeenAt: 3 }),
      row('Äpfel', { directive: 'S', firstSeenAt: 1 }),
      row('Chess', { directive: 'N', firstSeenAt: 2 }),
      row('bird', { directive: 'S', firstSeenAt: 2 }),
    ];
    expect(titles(sortApps(rows, 'alphabetical', 'de'))).toBe('Äpfel bird Chess Zoo');
    expect(titles(sortApps(rows, 'rule', 'de'))).toBe('Chess Äpfel bird Zoo');
    expect(titles(sortApps(rows, 'recent', 'de'))).toBe('Zoo bird Chess Äpfel');
  });

  test('a search finds title and id, without regard to case and accents', () => {
    const rows = [row('Café World'), row('Chess', { bundleId: 'org.lichess.mobile' })];
    const found = (search: string) => titles(searchApps(rows, search));
    expect([found('cafe'), found('WORLD café'), found('lichess'), found('  '), found('nothing')]).toEqual([
      'Café World',
      'Café World',
      'Chess',
      'Café World Chess',
      '',
    ]);
  });

  test('an app is new for a week, unless it came with its device', () => {
    const installed = { firstSeenAt: 30 * DAY_MS, cameWithDevice: false };
    expect(isNewApp(installed, 37 * DAY_MS - 1)).toBe(true);
    expect(isNewApp(installed, 37 * DAY_MS)).toBe(false);
    expect(isNewApp({ ...installed, cameWithDevice: true }, 31 * DAY_MS)).toBe(false);
  });

  test('what is known of an app is asked for again after five days (APPS-028), for each language by itself', async () => {
    let now = 0;
    let calls = 0;
    const cache = createAppInfoCache<string>(10, () => now);
    const ask = (locale = 'de') =>
      cache.get('a', locale, async () => {
        calls += 1;
        return `${locale} ${calls}`;
      });
    expect(await Promise.all([ask(), ask()])).toEqual(['de 1', 'de 1']);
    now = APP_INFO_LIFE_MS - 1;
    expect([await ask(), await ask('fr')]).toEqual(['de 1', 'fr 2']);
    now = APP_INFO_LIFE_MS;
    expect([await ask(), calls]).toEqual(['de 3', 3]);
  });

  test('«no such app» is an answer and is kept; no answer is none, and is asked for again after a minute (APPS-029)', async () => {
    let now = 0;
    const cache = createAppInfoCache<string>(10, () => now);
    expect(await cache.get('gone', 'en', async () => null)).toBeNull();
    expect(await cache.get('gone', 'en', async () => 'now known')).toBeNull();
    const broken = () => Promise.reject(new Error('no answer'));
    expect(await cache.get('down', 'en', broken)).toBeNull();
    expect(await cache.get('down', 'en', async () => 'too early')).toBeNull();
    now = 60_000;
    expect(await cache.get('down', 'en', async () => 'there')).toBe('there');
  });

  test('an answer that lacks its pictures is shown, and asked for again after a minute', async () => {
    let now = 0;
    const cache = createAppInfoCache<string>(10, () => now);
    const half = async (noteHalf: () => void) => {
      noteHalf();
      return 'no pictures';
    };
    const whole = async () => 'with pictures';
    expect(await cache.get('a', 'en', half)).toBe('no pictures');
    now = 59_999;
    expect(await cache.get('a', 'en', whole)).toBe('no pictures');
    now = 60_000;
    expect(await cache.get('a', 'en', whole)).toBe('with pictures');
  });

  test('the cache is bounded: what was asked for longest ago goes', async () => {
    const cache = createAppInfoCache<string>(2, () => 0);
    for (const id of ['a', 'b', 'c']) await cache.get(id, 'en', async () => id);
    expect(['a', 'b', 'c'].map((id) => cache.peek(id, 'en'))).toEqual([undefined, 'b', 'c']);
  });
});
