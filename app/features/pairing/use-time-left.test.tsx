import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useTimeLeft } from './use-time-left';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('useTimeLeft', () => {
  test("counts down each second from the server's time, ignoring the browser's clock, and stops at 0", () => {
    const { result, rerender } = renderHook(({ until, now }) => useTimeLeft(until, now), { initialProps: { until: 10_000, now: 7000 } });
    expect(result.current).toBe(3000);
    pass(1000);
    expect(result.current).toBe(2000);
    pass(5000);
    expect(result.current).toBe(0);
    // A new code arrives with the next response.
    rerender({ until: 30_000, now: 13_000 });
    expect(result.current).toBe(17_000);
    pass(2000);
    expect(result.current).toBe(15_000);
  });
});
