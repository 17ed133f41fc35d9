import { describe, expect, test } from 'vitest';
import { createChangeLoader, LIST_EVERY_MS } from './load-changes';

/** Returns a loader of a page with a clock and a family, and how often the page was loaded. */
function newPage() {
  const page = { now: 1000, seq: 7 as number | null, loads: 0 };
  const changes = createChangeLoader<{ seq: number; now: number; actionAgeMs: number | null; load: number }>({
    fetchSeq: async () => page.seq,
    now: () => page.now,
  });
  const read = (url = '/gallery/mia') =>
    changes.read(url, async () => {
      page.loads += 1;
      return { seq: page.seq ?? 0, now: page.now, actionAgeMs: 500, load: page.loads };
    });
  return { page, changes, read };
}

describe('createChangeLoader', () => {
  test('loads the list only once in two minutes while nothing changes (GAL-040)', async () => {
    const { page, read } = newPage();
    await read();
    for (let poll = 1; poll < LIST_EVERY_MS / 5000; poll += 1) {
      page.now += 5000;
      expect(await read()).toEqual({ seq: 7, now: page.now, actionAgeMs: 500 + poll * 5000, load: 1 });
    }
    page.now += 5000;
    await read();
    expect(page.loads).toBe(2);
  });

  test('loads at once after a change, an own action, another address, and if the check fails', async () => {
    const { page, changes, read } = newPage();
    await read();
    page.seq = 8;
    await read();
    changes.forget();
    await read();
    await read('/gallery/mia?category=violence');
    page.seq = null;
    await read('/gallery/mia?category=violence');
    expect(page.loads).toBe(5);
  });

  test('does not keep an answer that an own action has overtaken', async () => {
    const { page, changes, read } = newPage();
    const slow = read();
    changes.forget();
    await slow;
    await read();
    expect(page.loads).toBe(2);
  });
});
