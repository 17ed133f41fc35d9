import { afterEach, describe, expect, test, vi } from 'vitest';
import { webContext } from '#tests/web-context.ts';
import { answerProbe } from './probes.ts';

afterEach(() => {
  vi.useRealTimers();
});

function ask(path: string, ready: () => Promise<boolean> = async () => true, method = 'GET') {
  return answerProbe(new Request(`https://porchlight.example${path}`, { method }), webContext({ internal: { ready } }).env);
}

describe('answerProbe', () => {
  test('responds to /healthz without calling the API', async () => {
    const answer = await ask('/healthz', () => {
      throw new Error('not called here');
    });
    expect([answer?.status, await answer?.json(), answer?.headers.get('Cache-Control')]).toEqual([200, { status: 'ok' }, 'no-store']);
  });

  test.each<[string, () => Promise<boolean>, number, string]>([
    ['storage responds', async () => true, 200, 'ready'],
    ['storage does not respond', async () => false, 503, 'unavailable'],
    ['the API fails', async () => Promise.reject(new Error('secret words')), 503, 'unavailable'],
    [
      'the API cannot be called',
      () => {
        throw new Error('secret words');
      },
      503,
      'unavailable',
    ],
  ])('reports the state at /readyz when %s', async (_, ready, status, word) => {
    const answer = await ask('/readyz', ready);
    expect([answer?.status, await answer?.text()]).toEqual([status, JSON.stringify({ status: word })]);
  });

  test('returns 503 at /readyz if the API does not respond within three seconds', async () => {
    vi.useFakeTimers();
    const answered = ask('/readyz', () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(3000);
    expect((await answered)?.status).toBe(503);
  });

  test('returns null for other requests', async () => {
    expect(await ask('/')).toBeNull();
    expect(await ask('/healthz/x')).toBeNull();
    expect(await ask('/healthz', async () => true, 'POST')).toBeNull();
  });
});
