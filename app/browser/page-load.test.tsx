import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageLoader, expireLoads, keepLoadsOf, loadFreshData, loadState, setLive } from './page-load';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const request = (path = '/manage/mia', signal?: AbortSignal) => new Request(`http://localhost${path}`, { signal: signal ?? null });

/** Returns a fake server that sends these responses in order and then repeats the last one. */
function server(...answers: Array<unknown>) {
  let calls = 0;
  const load = async () => {
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    if (answer !== 'ok') throw answer;
    return { seq: calls };
  };
  return { load, calls: () => calls };
}

/** A response thrown by a server loader, in the form that single fetch delivers. */
const answered = (status: number) => ({ status, statusText: '', internal: false, data: null });
const unavailable = () => answered(503);

describe('page load', () => {
  test('retries a failed load and reports the retry (RT-028)', async () => {
    const { load, calls } = server(unavailable(), new TypeError('Failed to fetch'), new Error('Unexpected Server Error'), 'ok');
    const page = createPageLoader()(request(), load);
    await vi.advanceTimersByTimeAsync(0);
    expect(loadState.get().isRetrying).toBe(true);
    await vi.advanceTimersByTimeAsync(1500 + 3000 + 6000);
    expect((await page).seq).toBe(4);
    expect([calls(), loadState.get().isRetrying, loadState.get().failedAt]).toEqual([4, false, null]);
  });

  test.each([
    ['a 403 response', answered(403)],
    ['a 404 response', answered(404)],
    ['a redirect', new Response(null, { status: 302, headers: { Location: '/login' } })],
    ['an aborted request', new DOMException('gone', 'AbortError')],
  ])('does not retry %s (RT-023)', async (_name, thrown) => {
    const { load, calls } = server(thrown);
    await expect(createPageLoader()(request(), load)).rejects.toBe(thrown);
    expect([calls(), loadState.get().isRetrying]).toEqual([1, false]);
  });

  test('replaces the history entry on a redirect from the current page, but not after a link', async () => {
    const loadRedirect = async (path: string): Promise<string | null> => {
      const { load } = server(new Response(null, { status: 302, headers: { Location: '/connect' } }));
      const thrown = await createPageLoader()(request(path), load).catch((error: unknown) => error);
      return thrown instanceof Response ? `${thrown.headers.get('Location')} ${thrown.headers.has('X-Remix-Replace')}` : null;
    };
    window.history.replaceState(null, '', '/my-family?device=gone');
    expect([await loadRedirect('/my-family?device=gone'), await loadRedirect('/my-family')]).toEqual(['/connect true', '/connect false']);
    window.history.replaceState(null, '', '/');
  });

  test('retries when the response has no data', async () => {
    let responses = ['null', '{"seq":7}'];
    const load = async (): Promise<{ seq: number }> => JSON.parse(responses.shift() ?? '');
    const kept = createPageLoader()(request('/kept'), load);
    await vi.advanceTimersByTimeAsync(1500);
    await expect(kept).resolves.toEqual({ seq: 7 });
    responses = ['null', '{"seq":8}'];
    const notKept = loadFreshData(request('/'), load);
    await vi.advanceTimersByTimeAsync(1500);
    await expect(notKept).resolves.toEqual({ seq: 8 });
  });

  test('throws after eleven tries', async () => {
    const { load, calls } = server(unavailable());
    const page = createPageLoader()(request(), load);
    const outcome = expect(page).rejects.toMatchObject({ name: 'Exhausted', status: 503 });
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    await outcome;
    expect([calls(), loadState.get().isRetrying]).toEqual([11, false]);
  });

  test('stops retrying when the request is aborted', async () => {
    const leaving = new AbortController();
    const { load, calls } = server(unavailable());
    const page = createPageLoader()(request('/manage/mia', leaving.signal), load);
    const outcome = expect(page).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort();
    await outcome;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([calls(), loadState.get().isRetrying]).toEqual([1, false]);
  });

  test('waits a day offline without another try or an error, then retries when the network is back', async () => {
    const { load, calls } = server(new TypeError('Failed to fetch'), 'ok');
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const page = createPageLoader()(request(), load);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(calls()).toBe(1);
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await page;
    expect(calls()).toBe(2);
    onLine.mockRestore();
  });

  test('checks for a device once and returns the known data on failure (A106)', async () => {
    const check = createPageLoader({ isCheck: true });
    const first = await check(request('/pair'), server('ok').load);
    expireLoads();
    const { load, calls } = server(unavailable());
    expect(await check(request('/pair'), load)).toBe(first);
    expect([calls(), loadState.get().isRetrying]).toEqual([1, false]);
    expect(loadState.get().failedAt).not.toBeNull();
  });

  test('expires cached responses after a hint or an action, and deletes them when the account changes (RT-018, A102)', async () => {
    const load = createPageLoader();
    const { load: ask, calls } = server('ok');
    keepLoadsOf('a');
    setLive(true);
    await load(request(), ask);
    await load(request(), ask);
    expect(calls()).toBe(1);
    expireLoads();
    await load(request(), ask);
    expect(calls()).toBe(2);
    setLive(false);
    await load(request(), ask);
    expect(calls()).toBe(3);
    keepLoadsOf('b');
    await load(request(), ask);
    expect(calls()).toBe(4);
  });
});
