import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_HITS } from '#app/wire/samples';
import { SignedOut } from './fetch-sealed';
import { packRows, type SampleChanges, type StoredSample, unpackRows } from './sample-rows';
import { createSampleStore, FETCH_EVERY_MS } from './sample-store';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

function sample(id: string, at: number, updatedAt = at): StoredSample {
  return { id, at, updatedAt, deviceId: 'd', hits: NO_HITS, isMissing: false };
}

let answers: Array<SampleChanges | Error>;
let asked: Array<number | null>;
let gone: Array<string>;
let signedOut: number;
let stops: Array<() => void>;
beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  [answers, asked, gone, stops, signedOut] = [[], [], [], [], 0];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
});

function newStore() {
  const store = createSampleStore({
    fetchSamples: async (since) => {
      asked.push(since);
      const answer = answers.shift() ?? { samples: [], gone: [], newest: null };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: Date.now,
    // Midnight in UTC.
    untilMidnight: () => DAY - (Date.now() % DAY),
    onGone: (ids) => gone.push(...ids),
    onSignedOut: () => {
      signedOut += 1;
    },
  });
  stops.push(store.stop);
  return store;
}

const idsOf = (store: ReturnType<typeof newStore>) => store.get()?.samples.map(({ id }) => id);

describe('sampleStore', () => {
  test('fetches everything first, then changes by `updated_ts`, at most once in two minutes (GAL-039, GAL-040)', async () => {
    const store = newStore();
    expect(store.get()).toBeNull();
    answers = [{ samples: [sample('a', NOON - HOUR), sample('b', NOON - 2 * HOUR)], gone: [], newest: NOON - 5 }];
    await store.refresh();
    expect(idsOf(store)).toEqual(['a', 'b']);
    vi.setSystemTime(NOON + FETCH_EVERY_MS - 1);
    await store.refresh();
    expect(asked).toEqual([null]);
    vi.setSystemTime(NOON + FETCH_EVERY_MS);
    answers = [{ samples: [sample('c', NOON)], gone: ['b'], newest: NOON + 9 }];
    await store.refresh();
    expect([asked, idsOf(store), gone]).toEqual([[null, NOON - 5], ['c', 'a'], ['b']]);
  });

  test('fetches everything again after two weeks without a fetch (GAL-039)', async () => {
    const store = newStore();
    answers = [{ samples: [], gone: [], newest: 7 }];
    await store.refresh();
    vi.setSystemTime(NOON + 14 * DAY);
    await store.refresh();
    vi.setSystemTime(NOON + 28 * DAY + 1);
    await store.refresh();
    expect(asked).toEqual([null, 7, null]);
  });

  test('a hint or an own action may fetch sooner, and once more if it comes during a fetch', async () => {
    const store = newStore();
    answers = [{ samples: [], gone: [], newest: 7 }];
    await store.refresh();
    await store.refresh(true);
    const [first, second] = [store.refresh(true), store.refresh(true)];
    void store.refresh();
    await Promise.all([first, second]);
    expect(asked).toEqual([null, 7, 7, 7]);
  });

  test('removes expired screenshots at midnight without a fetch (GAL-033, GAL-037)', async () => {
    const store = newStore();
    const old = NOON - 14 * DAY;
    answers = [
      { samples: [sample('expired', old), sample('today', old + HOUR), sample('tomorrow', old + 13 * HOUR)], gone: [], newest: 7 },
    ];
    await store.refresh();
    expect(idsOf(store)).toEqual(['tomorrow', 'today']);
    let changes = 0;
    store.subscribe(() => {
      changes += 1;
    });
    await vi.advanceTimersByTimeAsync(12 * HOUR - 1);
    expect([idsOf(store), changes]).toEqual([['tomorrow', 'today'], 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([idsOf(store), gone, changes]).toEqual([['tomorrow'], ['today'], 1]);
    await vi.advanceTimersByTimeAsync(DAY);
    expect([idsOf(store), gone, asked]).toEqual([[], ['today', 'tomorrow'], [null]]);
  });

  test('forgets everything at once, and a response under way (GAL-035)', async () => {
    const store = newStore();
    answers = [
      { samples: [sample('a', NOON)], gone: [], newest: 7 },
      { samples: [sample('b', NOON)], gone: [], newest: 8 },
    ];
    await store.refresh();
    const late = store.refresh(true);
    store.empty();
    await late;
    expect([store.get(), gone]).toEqual([null, ['a']]);
    await store.refresh();
    expect(asked).toEqual([null, 7, null]);
  });

  test('the end of the session forgets everything (GAL-036)', async () => {
    const store = newStore();
    answers = [{ samples: [sample('a', NOON)], gone: [], newest: 7 }, new SignedOut()];
    await store.refresh();
    await store.refresh(true);
    expect([store.get(), gone, signedOut]).toEqual([null, ['a'], 1]);
  });

  test('keeps what it has when a fetch fails, and may try again at once', async () => {
    const store = newStore();
    answers = [{ samples: [sample('a', NOON)], gone: [], newest: 7 }, new TypeError('Failed to fetch')];
    await store.refresh();
    await expect(store.refresh(true)).rejects.toThrow('Failed to fetch');
    await store.refresh(true);
    expect([idsOf(store), asked]).toEqual([['a'], [null, 7, 7]]);
  });

  test('removes what the parent has deleted, with its pictures (GAL-034)', async () => {
    const store = newStore();
    answers = [{ samples: [sample('a', NOON), sample('b', NOON - 1)], gone: [], newest: 7 }];
    await store.refresh();
    store.remove(new Set(['a']));
    expect([idsOf(store), gone]).toEqual([['b'], ['a']]);
  });
});

describe('packRows', () => {
  test('unpackRows restores them, and 10,000 fit into a megabyte', () => {
    const samples = Array.from({ length: 10_000 }, (_, index) => ({
      ...sample(`sample-${crypto.randomUUID()}`, NOON - index * 60_000, NOON + index),
      deviceId: `device-${index % 3}`,
      hits: index % 20 === 0 ? { ...NO_HITS, violence: 2, custom: 1 } : NO_HITS,
      isMissing: index % 100 === 0,
    }));
    const changes = { samples, gone: ['x'], newest: 9 };
    const text = JSON.stringify(packRows(changes));
    expect(unpackRows(JSON.parse(text))).toEqual(changes);
    expect(text.length).toBeLessThan(1_000_000);
  });
});
