import { describe, expect, test } from 'vitest';
import { APP_INFO_LIFE_MS, createAppInfoCache } from '#app/server/app-info-cache.server';
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
  isConfirmed: true,
  isNew: false,
  ...change,
});

const titles = (rows: Array<AppRow>) => rows.map(({ title }) => title).join(' ');

describe('app list', () => {
  test('sorts alphabetically unless another order is chosen (A67, CONST-107, APPS-030)', () => {
    expect(DEFAULT_SORT_TYPE).toBe('alphabetical');
    expect([toSortType('rule'), toSortType('recent'), toSortType('size'), toSortType(null)]).toEqual(['rule', 'recent', null, null]);
  });

  test("sorts by title in the user's language, by rule (N, S, A) and by age (APPS-031)", () => {
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

  test('finds apps by title and ID, ignoring case and accents', () => {
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

  test('marks an app as new for a week unless it came with its device', () => {
    const installed = { firstSeenAt: 30 * DAY_MS, cameWithDevice: false };
    expect(isNewApp(installed, 37 * DAY_MS - 1)).toBe(true);
    expect(isNewApp(installed, 37 * DAY_MS)).toBe(false);
    expect(isNewApp({ ...installed, cameWithDevice: true }, 31 * DAY_MS)).toBe(false);
  });

  test('requests app info again after five days, separately for each language (APPS-028, CONST-015)', async () => {
    let now = 0;
    let calls = 0;
    const cache = createAppInfoCache<string>(10, () => now);
    const ask = (locale = 'de') =>
      cache.get('a', locale, async () => {
        calls += 1;
        return `${locale} ${calls}`;
      });
    expect(await Promise.all([ask(), ask()])).toEqual(['de 1', 'de 1']);
    expect(APP_INFO_LIFE_MS).toBe(5 * 24 * 3_600_000);
    now = APP_INFO_LIFE_MS - 1;
    expect([await ask(), await ask('fr')]).toEqual(['de 1', 'fr 2']);
    now = APP_INFO_LIFE_MS;
    expect([await ask(), calls]).toEqual(['de 3', 3]);
  });

  test('caches «no such app» and retries a minute after a failure (APPS-029)', async () => {
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

  test('shows app info without images and requests it again after a minute', async () => {
    let now = 0;
    const cache = createAppInfoCache<string>(10, () => now);
    const half = async (markIncomplete: () => void) => {
      markIncomplete();
      return 'no pictures';
    };
    const whole = async () => 'with pictures';
    expect(await cache.get('a', 'en', half)).toBe('no pictures');
    now = 59_999;
    expect(await cache.get('a', 'en', whole)).toBe('no pictures');
    now = 60_000;
    expect(await cache.get('a', 'en', whole)).toBe('with pictures');
  });

  test('removes the oldest entry when the cache is full', async () => {
    const cache = createAppInfoCache<string>(2, () => 0);
    for (const id of ['a', 'b', 'c']) await cache.get(id, 'en', async () => id);
    expect(['a', 'b', 'c'].map((id) => cache.peek(id, 'en'))).toEqual([undefined, 'b', 'c']);
  });
});
