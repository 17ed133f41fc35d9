import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRefresher, FORCED_REFRESH_MS } from './refresher';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page whose loads end when the test says so. */
function page() {
  const state = { canRun: true, runs: 0, end: [] as Array<(hasSucceeded: boolean) => void> };
  const refresher = createRefresher(
    () => state.canRun,
    () => {
      state.runs += 1;
      state.end.push(refresher.begin());
    },
  );
  const finish = (hasSucceeded = true) => state.end.shift()?.(hasSucceeded);
  return { state, refresher, finish };
}

describe('createRefresher', () => {
  test('a forced refresh comes after 250 ms, not before (RT-014, CONST-035)', () => {
    const { state, refresher } = page();
    refresher.ask();
    vi.advanceTimersByTime(FORCED_REFRESH_MS - 1);
    expect(state.runs).toBe(0);
    vi.advanceTimersByTime(1);
    expect([state.runs, FORCED_REFRESH_MS]).toEqual([1, 250]);
  });

  test('a hundred wishes in a second are at most four loads, and the last one is never lost', () => {
    const { state, refresher, finish } = page();
    for (let wish = 0; wish < 100; wish++) {
      refresher.ask();
      vi.advanceTimersByTime(10);
      finish();
    }
    vi.runAllTimers();
    expect(state.runs).toBeLessThanOrEqual(4);
    const before = state.runs;
    finish();
    refresher.ask();
    vi.runAllTimers();
    expect(state.runs).toBe(before + 1);
  });

  test('a wish while a load is under way is met by another load after it', () => {
    const { state, refresher, finish } = page();
    refresher.ask();
    vi.runAllTimers();
    refresher.ask();
    vi.runAllTimers();
    expect(state.runs).toBe(1);
    finish();
    vi.runAllTimers();
    expect(state.runs).toBe(2);
  });

  test('a load that begins after the wish meets it, whoever asked for it: no second one after an action', () => {
    const { state, refresher } = page();
    refresher.ask();
    const end = refresher.begin();
    vi.runAllTimers();
    end(true);
    vi.runAllTimers();
    expect(state.runs).toBe(0);
  });

  test('a load that failed has met nothing', () => {
    const { state, refresher } = page();
    refresher.ask();
    refresher.begin()(false);
    vi.runAllTimers();
    expect(state.runs).toBe(1);
  });

  test('who cannot load now does it when asked to look again', () => {
    const { state, refresher } = page();
    state.canRun = false;
    refresher.ask();
    vi.runAllTimers();
    expect(state.runs).toBe(0);
    state.canRun = true;
    refresher.check();
    vi.runAllTimers();
    expect(state.runs).toBe(1);
  });

  test('nothing happens after the end', () => {
    const { state, refresher } = page();
    refresher.ask();
    refresher.stop();
    refresher.check();
    vi.runAllTimers();
    expect(state.runs).toBe(0);
  });
});
