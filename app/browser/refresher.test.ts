import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRefresher, FORCED_REFRESH_MS } from './refresher';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a refresher with a fake page whose loads the test ends. */
function page() {
  const state = { canRun: true, runs: 0, end: [] as Array<(hasSucceeded: boolean) => void> };
  const refresher = createRefresher(
    () => state.canRun,
    () => {
      state.runs += 1;
      state.end.push(refresher.loadStarted());
    },
  );
  const finish = (hasSucceeded = true) => state.end.shift()?.(hasSucceeded);
  return { state, refresher, finish };
}

describe('createRefresher', () => {
  test('refreshes 250 ms after a request, not earlier (RT-014, CONST-035)', () => {
    const { state, refresher } = page();
    refresher.request();
    vi.advanceTimersByTime(FORCED_REFRESH_MS - 1);
    expect(state.runs).toBe(0);
    vi.advanceTimersByTime(1);
    expect([state.runs, FORCED_REFRESH_MS]).toEqual([1, 250]);
  });

  test('combines a hundred requests within a second into at most four loads, and does not lose the last one', () => {
    const { state, refresher, finish } = page();
    for (let count = 0; count < 100; count++) {
      refresher.request();
      vi.advanceTimersByTime(10);
      finish();
    }
    vi.runAllTimers();
    expect(state.runs).toBeLessThanOrEqual(4);
    const before = state.runs;
    finish();
    refresher.request();
    vi.runAllTimers();
    expect(state.runs).toBe(before + 1);
  });

  test('loads again for a request during a load', () => {
    const { state, refresher, finish } = page();
    refresher.request();
    vi.runAllTimers();
    refresher.request();
    vi.runAllTimers();
    expect(state.runs).toBe(1);
    finish();
    vi.runAllTimers();
    expect(state.runs).toBe(2);
  });

  test('skips the refresh if another load began after the request, such as a load after an action', () => {
    const { state, refresher } = page();
    refresher.request();
    const end = refresher.loadStarted();
    vi.runAllTimers();
    end(true);
    vi.runAllTimers();
    expect(state.runs).toBe(0);
  });

  test('loads again after a failed load', () => {
    const { state, refresher } = page();
    refresher.request();
    refresher.loadStarted()(false);
    vi.runAllTimers();
    expect(state.runs).toBe(1);
  });

  test('postpones a load until `check` if it cannot run', () => {
    const { state, refresher } = page();
    state.canRun = false;
    refresher.request();
    vi.runAllTimers();
    expect(state.runs).toBe(0);
    state.canRun = true;
    refresher.check();
    vi.runAllTimers();
    expect(state.runs).toBe(1);
  });

  test('does nothing after it is stopped', () => {
    const { state, refresher } = page();
    refresher.request();
    refresher.stop();
    refresher.check();
    vi.runAllTimers();
    expect(state.runs).toBe(0);
  });
});
