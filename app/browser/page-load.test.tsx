import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageLoader, expireLoads, keepLoadsOf, loadState, loadWithPatience, setReported } from './page-load';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const request = (path = '/manage/mia', signal?: AbortSignal) => new Request(`http://localhost${path}`, { signal: signal ?? null });

/** A server that answers with these in turn, the last one for ever. */
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

/** What single fetch makes of an answer that a server loader threw. */
const answered = (status: number) => ({ status, statusText: '', internal: false, data: null });
const unavailable = () => answered(503);

describe('page load', () => {
  test('a load that fails is tried again, and says so meanwhile (RT-028)', async () => {
    const { load, calls } = server(unavailable(), new TypeError('Failed to fetch'), new Error('Unexpected Server Error'), 'ok');
    const page = createPageLoader()(request(), load);
    await vi.advanceTimersByTimeAsync(0);
    expect(loadState.get().isRetrying).toBe(true);
    await vi.advanceTimersByTimeAsync(1500 + 3000 + 6000);
    expect((await page).seq).toBe(4);
    expect([calls(), loadState.get().isRetrying, loadState.get().failedAt]).toEqual([4, false, null]);
  });

  test.each([
    ['a refusal', answered(403)],
    ['a page that is not there', answered(404)],
    ['a way to another page', new Response(null, { status: 302, headers: { Location: '/login' } })],
    ['a reader who left', new DOMException('gone', 'AbortError')],
  ])('%s is not (RT-023)', async (_name, thrown) => {
    const { load, calls } = server(thrown);
    await expect(createPageLoader()(request(), load)).rejects.toBe(thrown);
    expect([calls(), loadState.get().isRetrying]).toEqual([1, false]);
  });

  test('who is at a page already is led on in its place, so that Back gets past it; who comes along a link is not', async () => {
    const lead = async (path: string): Promise<string | null> => {
      const { load } = server(new Response(null, { status: 302, headers: { Location: '/connect' } }));
      const thrown = await createPageLoader()(request(path), load).catch((error: unknown) => error);
      return thrown instanceof Response ? `${thrown.headers.get('Location')} ${thrown.headers.has('X-Remix-Replace')}` : null;
    };
    window.history.replaceState(null, '', '/my-family?device=gone');
    expect([await lead('/my-family?device=gone'), await lead('/my-family')]).toEqual(['/connect true', '/connect false']);
    window.history.replaceState(null, '', '/');
  });

  test('an answer that says nothing is none of ours, and tried again', async () => {
    let said = ['null', '{"seq":7}'];
    const load = async (): Promise<{ seq: number }> => JSON.parse(said.shift() ?? '');
    const kept = createPageLoader()(request('/kept'), load);
    await vi.advanceTimersByTimeAsync(1500);
    await expect(kept).resolves.toEqual({ seq: 7 });
    said = ['null', '{"seq":8}'];
    const notKept = loadWithPatience(request('/'), load);
    await vi.advanceTimersByTimeAsync(1500);
    await expect(notKept).resolves.toEqual({ seq: 8 });
  });

  test('eleven tries, then the page breaks', async () => {
    const { load, calls } = server(unavailable());
    const page = createPageLoader()(request(), load);
    const outcome = expect(page).rejects.toMatchObject({ name: 'Exhausted', status: 503 });
    await vi.advanceTimersByTimeAsync(11 * 60_000);
    await outcome;
    expect([calls(), loadState.get().isRetrying]).toEqual([11, false]);
  });

  test('the reader’s leaving ends the tries', async () => {
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

  test('offline, a day passes without a try or an end, and the network’s return is one', async () => {
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

  test('whether a device is there is asked once; no answer means not yet (A106)', async () => {
    const check = createPageLoader({ isCheck: true });
    const first = await check(request('/pair'), server('ok').load);
    expireLoads();
    const { load, calls } = server(unavailable());
    expect(await check(request('/pair'), load)).toBe(first);
    expect([calls(), loadState.get().isRetrying]).toEqual([1, false]);
    expect(loadState.get().failedAt).not.toBeNull();
  });

  test('kept answers end with what is told, what is done, and with the account (RT-018, A102)', async () => {
    const load = createPageLoader();
    const { load: ask, calls } = server('ok');
    keepLoadsOf('a');
    setReported(true);
    await load(request(), ask);
    await load(request(), ask);
    expect(calls()).toBe(1);
    expireLoads();
    await load(request(), ask);
    expect(calls()).toBe(2);
    setReported(false);
    await load(request(), ask);
    expect(calls()).toBe(3);
    keepLoadsOf('b');
    await load(request(), ask);
    expect(calls()).toBe(4);
  });
});
