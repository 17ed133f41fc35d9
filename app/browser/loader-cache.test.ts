import { beforeEach, describe, expect, test } from 'vitest';
import { CLEAN_EVERY_MS, createLoaderCache, ENTITY_LIFE_MS, ENTRY_LIFE_MS, type LoaderCache } from './loader-cache';

type Page = { seq: number; text: string };

let now = 0;
let isTold = false;
let calls = 0;
let cache: LoaderCache<Page>;

beforeEach(() => {
  now = 1_800_000_000_000;
  isTold = false;
  calls = 0;
  cache = createLoaderCache<Page>(
    () => isTold,
    () => now,
  );
});

function answer(text: string, seq = 1): () => Promise<Page> {
  return async () => {
    calls += 1;
    return { seq, text };
  };
}

/** A load whose answer comes when the test says so. */
function slow() {
  let resolve: (page: Page) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const load = () => {
    calls += 1;
    return new Promise<Page>((yes, no) => {
      resolve = yes;
      reject = no;
    });
  };
  return { load, arrive: (page: Page) => resolve(page), fail: (error: unknown) => reject(error) };
}

describe('loader cache', () => {
  test('the figures of the specification (CONST-025, 044, 045)', () => {
    expect([ENTRY_LIFE_MS, CLEAN_EVERY_MS, ENTITY_LIFE_MS]).toEqual([3000, 15_000, 180_000]);
  });

  test('equal reads at one time are one request (RT-015)', async () => {
    const { load, arrive } = slow();
    const both = [cache.read('/a', load), cache.read('/a', load)];
    arrive({ seq: 1, text: 'x' });
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['x', 'x']);
    expect(calls).toBe(1);
  });

  test.each([
    ['not told of changes, until three seconds', false, ENTRY_LIFE_MS, 1],
    ['not told of changes, later', false, ENTRY_LIFE_MS + 1, 2],
    ['told of changes, until three minutes', true, ENTITY_LIFE_MS, 1],
    ['told of changes, later', true, ENTITY_LIFE_MS + 1, 2],
  ])('a revisit, %s (RT-016, RT-031)', async (_name, told, age, expected) => {
    isTold = told;
    await cache.read('/a', answer('x'));
    now += age;
    await cache.read('/a', answer('y'));
    expect(calls).toBe(expected);
  });

  test('cleaning throws away what is too old and leaves the rest (RT-017)', async () => {
    isTold = true;
    await cache.read('/a', answer('x'));
    cache.clean();
    await cache.read('/a', answer('y'));
    expect(calls).toBe(1);
    isTold = false;
    now += ENTRY_LIFE_MS + 1;
    cache.clean();
    isTold = true;
    await cache.read('/a', answer('y'));
    expect(calls).toBe(2);
  });

  test('a forced read asks again, and does not join what was asked before (RT-018)', async () => {
    const first = slow();
    const early = cache.read('/a', first.load);
    cache.expire();
    expect((await cache.read('/a', answer('new'))).text).toBe('new');
    first.arrive({ seq: 1, text: 'old' });
    // Asked for earlier, arrived later: never in the place of the newer one.
    expect((await early).text).toBe('new');
    expect((await cache.read('/a', answer('more'))).text).toBe('new');
    expect(calls).toBe(2);
  });

  test('an answer that was expired while it was under way is for its reader only', async () => {
    const first = slow();
    const early = cache.read('/a', first.load);
    cache.expire();
    first.arrive({ seq: 1, text: 'old' });
    expect((await early).text).toBe('old');
    expect((await cache.read('/a', answer('new'))).text).toBe('new');
  });

  test('an answer that knows of fewer changes never replaces one that knows more', async () => {
    await cache.read('/a', answer('seven', 7));
    cache.expire();
    expect((await cache.read('/a', answer('six', 6))).text).toBe('seven');
    cache.expire();
    expect((await cache.read('/a', answer('seven again', 7))).text).toBe('seven again');
  });

  test('visiting another address forgets the one before: the server remembers the visit (A111)', async () => {
    await cache.read('/manage/mia', answer('mia'));
    await cache.read('/manage/ben', answer('ben'));
    await cache.read('/manage/mia', answer('mia'));
    expect(calls).toBe(3);
  });

  test('who joined a request whose reader left asks by itself; another failure is everybody’s', async () => {
    const first = slow();
    const left = cache.read('/a', first.load);
    const stays = cache.read('/a', answer('own'));
    first.fail(new DOMException('gone', 'AbortError'));
    await expect(left).rejects.toThrow('gone');
    expect((await stays).text).toBe('own');

    const second = slow();
    const both = [cache.read('/b', second.load), cache.read('/b', answer('never'))];
    second.fail(new Error('broken'));
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('the newest answer of an address is known however old, until everything is forgotten', async () => {
    await cache.read('/a', answer('x'));
    now += 3_600_000;
    cache.expire();
    expect([cache.last('/a')?.text, cache.last('/b')]).toEqual(['x', null]);
    cache.empty();
    expect(cache.last('/a')).toBeNull();
  });
});
