import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ONLINE_CHECK_MS, useOnline } from './use-online';

let saysOnline = true;
let isHidden = false;
let isServerThere = true;
let status = 200;
const ask = vi.fn(async () => {
  if (!isServerThere) throw new TypeError('Failed to fetch');
  return new Response(null, { status });
});

beforeEach(() => {
  [saysOnline, isHidden, isServerThere, status] = [true, false, true, 200];
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

test('a line that goes without a word is noticed within 3 s, and so is its return (NAV-048)', async () => {
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

test('what the browser tells counts at once', async () => {
  const { result } = renderHook(useOnline);
  saysOnline = false;
  await act(async () => void window.dispatchEvent(new Event('offline')));
  expect(result.current).toBe(false);
});

test('a network that leads nowhere is no line: only an answer of the server ends it', async () => {
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

test('what answers in the place of the server is no line either', async () => {
  const { result } = renderHook(useOnline);
  saysOnline = false;
  await pass(ONLINE_CHECK_MS);
  [saysOnline, status] = [true, 502];
  await pass(ONLINE_CHECK_MS);
  expect(result.current).toBe(false);
  status = 200;
  await pass(ONLINE_CHECK_MS);
  expect(result.current).toBe(true);
});

test('nobody is asked while there is no doubt, nor while the page is hidden', async () => {
  const { result } = renderHook(useOnline);
  await pass(60_000);
  [saysOnline, isHidden] = [false, true];
  await pass(60_000);
  expect(result.current).toBe(true);
  expect(ask).not.toHaveBeenCalled();
  isHidden = false;
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current).toBe(false);
});
