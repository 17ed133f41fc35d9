import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '#app/wire/endpoint';
import { Refusal } from '#app/wire/errors';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { makeSession } from '#tests/web-session.ts';
import { type Api, readAhead, signedApi, toRead, Unavailable } from './api.server';
import { readFlow } from './flow.server';

const session = makeSession({ startedAt: 0 });
const output = z.object({ ok: z.boolean() });
const get: Endpoint<unknown, undefined, { ok: boolean }> = {
  method: 'GET',
  path: '/thing',
  auth: 'session',
  query: z.unknown(),
  body: z.undefined(),
  output,
};
const post: Endpoint<unknown, { a: number }, { ok: boolean }> = {
  method: 'POST',
  path: '/thing',
  auth: 'session',
  query: z.unknown(),
  body: z.object({ a: z.number() }),
  output,
};
const nothing = { query: {}, body: undefined };
const OK = { status: 200, body: { ok: true } };

/** Creates a fake API that returns these responses in order, then repeats the last one. Records its requests. */
function apiAnswering(...answers: Array<{ status: number; body: unknown }>) {
  const asked: Array<Request> = [];
  const context = webContext({
    api: async (request) => {
      asked.push(request);
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? OK;
      return new Response(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body), { status: answer.status });
    },
  });
  const request = new Request('https://porchlight.example/manage/1/schedule?x=1');
  return { asked, context, request, api: signedApi(request, context, session) };
}

/** Awaits `work` and skips the delays between retries. Signing runs in real time. */
async function hurried<Value>(work: Promise<Value>): Promise<Value> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  while (!isDone) {
    // Advance time only while a timer is pending, never during a signature.
    if (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return done;
}

function freezeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
}

afterEach(() => {
  vi.useRealTimers();
});

describe('api', () => {
  test('signs a call and sends it to the API at its public URL (API-002)', async () => {
    const { api, asked } = apiAnswering(OK);
    expect(
      await api.call(
        post,
        { query: { user_id: 'ä b', flag: true, off: false, none: undefined }, body: { a: 1 } },
        { idempotencyKey: 'key' },
      ),
    ).toEqual({ ok: true });
    const [request] = asked;
    expect(request?.url).toBe('https://api.porchlight.example/thing?user_id=%C3%A4+b&flag=true');
    expect(request?.headers.get('Idempotency-Key')).toBe('key');
    expect(request?.headers.get('X-Session-Id')).toBe('session');
    expect(request?.headers.get('X-Signature')).toMatch(/^v1=[0-9a-f]{64}$/);
    expect(await request?.json()).toEqual({ a: 1 });
  });

  test('throws a refusal with its code', async () => {
    const { api } = apiAnswering({ status: 403, body: { errors: { code: 410, message: 'no', reason: 'limit', limit: 5, resets_ts: 7 } } });
    const error = await api.call(get, nothing).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ code: 410, details: { reason: 'limit', limit: 5, resetsAt: 7 } });
  });

  test('ends the session on a 401, remembers the path and passes the reason (ERR-012, ERR-014)', async () => {
    const { api, context } = apiAnswering({ status: 401, body: { errors: { code: 500, message: 'no', reason: 'session' } } });
    const answer = await api.call(get, nothing).catch((thrown: unknown) => thrown);
    expect(answer).toBeInstanceOf(Response);
    expect(answer).toRedirectTo('/login?reason=auth_401');
    expect(context.responseCookies).toContainEqual(expect.stringMatching(/^__Host-session=;.*Max-Age=0/));
    expect((await readFlow(requestWithCookies(context), webContext())).redirect).toBe('/manage/1/schedule?x=1');
  });

  test.each(['idle', 'expired'])('passes the reason when the 401 is for a session that is %s', async (end) => {
    const errors = { code: 500, message: 'no', reason: 'session', fields: { session: end } };
    const { api } = apiAnswering({ status: 401, body: { errors } });
    const answer = await api.call(get, nothing).catch((thrown: unknown) => thrown);
    expect(answer).toRedirectTo(`/login?reason=${end}`);
  });

  test('redirects to the login and back when the API requires a fresh login (8.1.9, AUTH-067, ERR-009)', async () => {
    const { api, context } = apiAnswering({ status: 403, body: { errors: { code: -2, message: 'no' } } });
    const answer = await api.call(get, nothing).catch((thrown: unknown) => thrown);
    expect(answer).toRedirectTo('/login?reason=reauth');
    expect(context.responseCookies).toContainEqual(expect.stringMatching(/^__Host-session=;.*Max-Age=0/));
    expect((await readFlow(requestWithCookies(context), webContext())).redirect).toBe('/manage/1/schedule?x=1');
  });

  test("corrects a wrong clock once with the server's time", async () => {
    const serverTime = Date.now() + 3_600_000;
    const skew = { status: 401, body: { errors: { code: 500, message: 'skew', reason: 'skew' }, server_time: serverTime } };
    const { api, asked } = apiAnswering(skew, OK);
    expect(await api.call(get, nothing)).toEqual({ ok: true });
    expect(Math.abs(Date.parse(asked[1]?.headers.get('X-Date') ?? '') - serverTime)).toBeLessThan(5000);
    const stubborn = apiAnswering(skew);
    expect(await stubborn.api.call(get, nothing).catch((thrown: unknown) => thrown)).toBeInstanceOf(Response);
    expect(stubborn.asked).toHaveLength(2);
  });

  test.each([408, 429, 500, 503])('retries a read after status %i', async (status) => {
    freezeTime();
    const { api, asked } = apiAnswering({ status, body: {} }, { status, body: {} }, OK);
    expect(await hurried(api.call(get, nothing))).toEqual({ ok: true });
    expect(asked).toHaveLength(3);
  });

  test('gives up a read within eight seconds', async () => {
    freezeTime();
    const start = Date.now();
    const { api, asked } = apiAnswering({ status: 503, body: {} });
    await expect(hurried(api.call(get, nothing))).rejects.toBeInstanceOf(Unavailable);
    expect(Date.now() - start).toBeLessThanOrEqual(8500);
    expect(asked.length).toBeGreaterThan(3);
  });

  test('does not retry a change after a 503, because its outcome is unknown', async () => {
    const { api, asked } = apiAnswering({ status: 503, body: {} });
    await expect(api.call(post, { query: {}, body: { a: 1 } }, { idempotencyKey: 'key' })).rejects.toBeInstanceOf(Unavailable);
    expect(asked).toHaveLength(1);
  });

  test('treats invalid JSON as no response, and a wrong schema as a bug', async () => {
    freezeTime();
    await expect(hurried(apiAnswering({ status: 200, body: '<html>' }).api.call(get, nothing))).rejects.toBeInstanceOf(Unavailable);
    vi.useRealTimers();
    await expect(apiAnswering({ status: 200, body: { ok: 'yes' } }).api.call(get, nothing)).rejects.toBeInstanceOf(z.ZodError);
  });

  test('sends identical reads once per request, and again after a change', async () => {
    const { api, asked } = apiAnswering(OK);
    await Promise.all([api.call(get, nothing), api.call(get, nothing)]);
    expect(asked).toHaveLength(1);
    await api.call(post, { query: {}, body: { a: 1 } }, { idempotencyKey: 'key' });
    await api.call(get, nothing);
    expect(asked).toHaveLength(3);
  });

  const other = { ...get, path: '/other' };
  const REFUSED = { status: 403, body: { errors: { code: 410, message: 'no' } } };
  const FAULT = { status: 500, body: { errors: { code: 500, message: 'Unknown error' } } };
  const UNKNOWN = { status: 404, body: { errors: { code: 500, message: 'Unknown call' } } };

  function pathsOf(asked: Array<Request>): Array<string> {
    return asked.map(({ url }) => url.slice('https://api.porchlight.example'.length));
  }

  const BOTH = '/reads?path=%2Fthing%3Fa%3D%25C3%25A4%2526b&path=%2Fother';
  const AHEAD = [toRead(get, { a: 'ä&b' }), toRead(other, {}), toRead(other, {})];
  const askBoth = (api: Api) => Promise.all([api.call(get, { query: { a: 'ä&b' }, body: undefined }), api.call(other, nothing)]);

  test('sends reads requested ahead in one call and returns each response, including a refusal', async () => {
    const { api, asked, context } = apiAnswering({ status: 200, body: [OK, REFUSED] });
    readAhead(context, session, AHEAD);
    readAhead(context, session, AHEAD);
    expect(await api.call(get, { query: { a: 'ä&b' }, body: undefined })).toEqual({ ok: true });
    await expect(api.call(other, nothing)).rejects.toMatchObject({ code: 410 });
    expect(pathsOf(asked)).toEqual([BOTH]);
  });

  test.each([
    ['an API without batches', [UNKNOWN], [BOTH, '/thing?a=%C3%A4%26b', '/other']],
    ['an API that refuses the batch', [{ status: 400, body: {} }], [BOTH, '/thing?a=%C3%A4%26b', '/other']],
    ['an API that returns another shape', [OK], [BOTH, '/thing?a=%C3%A4%26b', '/other']],
    ['an error in one response', [{ status: 200, body: [OK, FAULT] }], [BOTH, '/other']],
    ['a missing response', [{ status: 200, body: [OK] }], [BOTH, '/other']],
    ['a retryable error of the whole batch', [FAULT, { status: 200, body: [OK, OK] }], [BOTH, BOTH]],
  ])('returns every response despite %s', async (_name, answers, expected) => {
    freezeTime();
    const { api, asked, context } = apiAnswering(...answers, OK);
    readAhead(context, session, AHEAD);
    expect(await hurried(askBoth(api))).toEqual([{ ok: true }, { ok: true }]);
    // Single calls run in parallel, so their order is not fixed.
    expect(pathsOf(asked).sort()).toEqual([...expected].sort());
    expect(pathsOf(asked)[0]).toBe(BOTH);
  });

  test('throws Unavailable for every read after eight seconds without a response; a 401 ends the session as usual', async () => {
    freezeTime();
    const start = Date.now();
    const down = apiAnswering(FAULT);
    readAhead(down.context, session, AHEAD);
    await expect(hurried(askBoth(down.api))).rejects.toBeInstanceOf(Unavailable);
    expect(Date.now() - start).toBeLessThanOrEqual(8500);
    expect(new Set(pathsOf(down.asked))).toEqual(new Set([BOTH]));
    vi.useRealTimers();
    const ended = apiAnswering({ status: 401, body: { errors: { code: 500, message: 'no', reason: 'session' } } });
    readAhead(ended.context, session, AHEAD);
    const answer = await ended.api.call(other, nothing).catch((thrown: unknown) => thrown);
    expect(answer).toRedirectTo('/login?reason=auth_401');
    expect(ended.asked).toHaveLength(1);
  });

  test('a change discards the reads that were requested ahead', async () => {
    const { api, asked, context } = apiAnswering({ status: 200, body: [OK, OK] }, OK);
    readAhead(context, session, AHEAD);
    await api.call(post, { query: {}, body: { a: 1 } }, { idempotencyKey: 'key' });
    await api.call(other, nothing);
    expect(pathsOf(asked)).toEqual([BOTH, '/thing', '/other']);
  });

  test('does not batch a single read, a URL that is too long, or reads from another API (A32)', async () => {
    const { asked, context } = apiAnswering(OK);
    const outside = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not in a test'));
    readAhead(context, session, [toRead(get, {}), toRead(get, {}), toRead(other, { user_id: 'x'.repeat(600) })]);
    readAhead(context, { ...session, endpoint: 'https://other.example' }, AHEAD);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([asked.length, outside.mock.calls.length]).toEqual([0, 0]);
    outside.mockRestore();
  });
});
