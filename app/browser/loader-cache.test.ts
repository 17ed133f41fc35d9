import { beforeEach, describe, expect, test } from 'vitest';
import { CLEAN_EVERY_MS, createLoaderCache, ENTITY_LIFE_MS, ENTRY_LIFE_MS, type LoaderCache } from './loader-cache';

type Page = { seq: number; text: string };

let now = 0;
let isLive = false;
let calls = 0;
let cache: LoaderCache<Page>;

beforeEach(() => {
  now = 1_800_000_000_000;
  isLive = false;
  calls = 0;
  cache = createLoaderCache<Page>(
    () => isLive,
    () => now,
  );
});

function answer(text: string, seq = 1): () => Promise<Page> {
  return async () => {
    calls += 1;
    return { seq, text };
  };
}

/** Returns a load that the test completes. */
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

describe('createLoaderCache', () => {
  test('uses the values of the specification (CONST-025, 044, 045)', () => {
    expect([ENTRY_LIFE_MS, CLEAN_EVERY_MS, ENTITY_LIFE_MS]).toEqual([3000, 15_000, 180_000]);
  });

  test('shares one request between simultaneous reads of a URL (RT-015)', async () => {
    const { load, arrive } = slow();
    const both = [cache.read('/a', load), cache.read('/a', load)];
    arrive({ seq: 1, text: 'x' });
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['x', 'x']);
    expect(calls).toBe(1);
  });

  test.each([
    ['without a live socket, within three seconds', false, ENTRY_LIFE_MS, 1],
    ['without a live socket, later', false, ENTRY_LIFE_MS + 1, 2],
    ['with a live socket, within three minutes', true, ENTITY_LIFE_MS, 1],
    ['with a live socket, later', true, ENTITY_LIFE_MS + 1, 2],
  ])('sends the expected number of requests on a revisit %s (RT-016, RT-031)', async (_name, told, age, expected) => {
    isLive = told;
    await cache.read('/a', answer('x'));
    now += age;
    await cache.read('/a', answer('y'));
    expect(calls).toBe(expected);
  });

  test('deletes only expired responses in `clean` (RT-017)', async () => {
    isLive = true;
    await cache.read('/a', answer('x'));
    cache.clean();
    await cache.read('/a', answer('y'));
    expect(calls).toBe(1);
    isLive = false;
    now += ENTRY_LIFE_MS + 1;
    cache.clean();
    isLive = true;
    await cache.read('/a', answer('y'));
    expect(calls).toBe(2);
  });

  test('sends a new request for a forced read instead of joining an earlier one (RT-018)', async () => {
    const first = slow();
    const early = cache.read('/a', first.load);
    cache.expire();
    expect((await cache.read('/a', answer('new'))).text).toBe('new');
    first.arrive({ seq: 1, text: 'old' });
    // Requested first but received last, so it must not replace the newer response.
    expect((await early).text).toBe('new');
    expect((await cache.read('/a', answer('more'))).text).toBe('new');
    expect(calls).toBe(2);
  });

  test('returns a response that expired in flight to its caller but does not cache it', async () => {
    const first = slow();
    const early = cache.read('/a', first.load);
    cache.expire();
    first.arrive({ seq: 1, text: 'old' });
    expect((await early).text).toBe('old');
    expect((await cache.read('/a', answer('new'))).text).toBe('new');
  });

  test('does not replace a response with one that has a lower change number (FAM-044)', async () => {
    await cache.read('/a', answer('seven', 7));
    cache.expire();
    expect((await cache.read('/a', answer('six', 6))).text).toBe('seven');
    cache.expire();
    expect((await cache.read('/a', answer('seven again', 7))).text).toBe('seven again');
  });

  test('removes the response of the previous URL when another URL is read, because the server stores the visit (A111)', async () => {
    await cache.read('/manage/mia', answer('mia'));
    await cache.read('/manage/ben', answer('ben'));
    await cache.read('/manage/mia', answer('mia'));
    expect(calls).toBe(3);
  });

  test('sends a new request if the shared one was aborted, and passes other failures to every caller', async () => {
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

  test('shares one new request between all callers of an aborted request (RT-015)', async () => {
    const [first, second] = [slow(), slow()];
    const left = cache.read('/a', first.load);
    const stay = [cache.read('/a', second.load), cache.read('/a', answer('own'))];
    first.fail(new DOMException('gone', 'AbortError'));
    await expect(left).rejects.toThrow('gone');
    second.arrive({ seq: 1, text: 'shared' });
    expect((await Promise.all(stay)).map(({ text }) => text)).toEqual(['shared', 'shared']);
    expect(calls).toBe(2);
  });

  test('keeps the newest response of a URL at any age until `empty`', async () => {
    await cache.read('/a', answer('x'));
    now += 3_600_000;
    cache.expire();
    expect([cache.last('/a')?.text, cache.last('/b')]).toEqual(['x', null]);
    cache.empty();
    expect(cache.last('/a')).toBeNull();
  });
});
