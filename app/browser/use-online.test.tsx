import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IDLE_AFTER_MS, ONLINE_CHECK_MS, useOnline } from './use-online';

let saysOnline = true;
let isHidden = false;
let isServerThere = true;
let status = 200;
let word = '';
let answerMs = 0;
const ask = vi.fn(async () => {
  if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs));
  if (!isServerThere) throw new TypeError('Failed to fetch');
  return new Response(word, { status });
});

beforeEach(() => {
  [saysOnline, isHidden, isServerThere, status, word, answerMs] = [true, false, true, 200, '{"status":"ok"}', 0];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', ask);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => saysOnline);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'));
});
afterEach(() => {
  cleanup();
  ask.mockClear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('useOnline', () => {
  test('reports a silent connection loss within 3 s, and reports when the connection is back (NAV-048, CONST-039)', async () => {
    expect(ONLINE_CHECK_MS).toBe(3000);
    const { result } = renderHook(useOnline);
    await pass(100);
    saysOnline = false;
    await pass(ONLINE_CHECK_MS - 101);
    expect(result.current).toBe(true);
    await pass(1);
    expect(result.current).toBe(false);
    saysOnline = true;
    await pass(ONLINE_CHECK_MS);
    expect(result.current).toBe(true);
  });

  test("follows the browser's online and offline events immediately", async () => {
    const { result } = renderHook(useOnline);
    saysOnline = false;
    await act(async () => void window.dispatchEvent(new Event('offline')));
    expect(result.current).toBe(false);
  });

  test('stays offline on a network without internet until the server responds', async () => {
    const { result } = renderHook(useOnline);
    saysOnline = false;
    await pass(ONLINE_CHECK_MS);
    [saysOnline, isServerThere] = [true, false];
    await pass(3 * ONLINE_CHECK_MS);
    expect(result.current).toBe(false);
    expect(ask).toHaveBeenCalledTimes(3);
    isServerThere = true;
    await pass(ONLINE_CHECK_MS);
    expect(result.current).toBe(true);
  });

  test.each([
    ['a proxy without a server', 502, '{"status":"ok"}'],
    ['a captive portal', 200, '<!DOCTYPE html><title>Welcome</title>'],
  ])('treats %s as offline', async (_, answered, expected) => {
    const { result } = renderHook(useOnline);
    saysOnline = false;
    await pass(ONLINE_CHECK_MS);
    const own = word;
    [saysOnline, status, word] = [true, answered, expected];
    await pass(ONLINE_CHECK_MS);
    expect(result.current).toBe(false);
    [status, word] = [200, own];
    await pass(ONLINE_CHECK_MS);
    expect(result.current).toBe(true);
  });

  test('reports a silent loss at the next check while the page is in use (NAV-048)', async () => {
    const { result } = renderHook(useOnline);
    await pass(ONLINE_CHECK_MS + 100);
    expect([result.current, ask.mock.calls.length]).toEqual([true, 1]);
    isServerThere = false;
    await pass(ONLINE_CHECK_MS);
    expect(result.current).toBe(false);
  });

  test('reports a hanging connection after another 3 s, and reports at the next check when it is back', async () => {
    const { result } = renderHook(useOnline);
    answerMs = 60_000;
    await pass(2 * ONLINE_CHECK_MS - 1);
    expect(result.current).toBe(true);
    await pass(1);
    expect(result.current).toBe(false);
    answerMs = 0;
    await pass(ONLINE_CHECK_MS);
    expect(result.current).toBe(true);
  });

  test('does not report a slow connection as offline again after a late response', async () => {
    const { result } = renderHook(useOnline);
    const seen = new Set<boolean>();
    answerMs = 4000;
    await pass(3 * ONLINE_CHECK_MS);
    expect(ask).toHaveBeenCalled();
    await pass(3 * ONLINE_CHECK_MS);
    for (let second = 0; second < 30; second += 1) {
      window.dispatchEvent(new Event('pointerdown'));
      await pass(1000);
      seen.add(result.current);
    }
    expect([...seen]).toEqual([true]);
  });

  test('sends no checks while the user is away, and one immediately when the user returns', async () => {
    const { result } = renderHook(useOnline);
    await pass(IDLE_AFTER_MS + ONLINE_CHECK_MS);
    const before = ask.mock.calls.length;
    isServerThere = false;
    await pass(10 * IDLE_AFTER_MS);
    expect([result.current, ask.mock.calls.length]).toEqual([true, before]);
    window.dispatchEvent(new Event('pointermove'));
    await pass(0);
    expect(result.current).toBe(false);
  });

  test('sends no checks while the page is hidden', async () => {
    const { result } = renderHook(useOnline);
    [saysOnline, isHidden] = [false, true];
    await pass(60_000);
    expect(result.current).toBe(true);
    expect(ask).not.toHaveBeenCalled();
    isHidden = false;
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(result.current).toBe(false);
  });
});
