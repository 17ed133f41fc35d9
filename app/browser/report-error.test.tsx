import { render, renderHook } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useCrashReport } from './use-crash-report';

type Sent = { path: string; body: { name: string; message: string; stack?: string; path: string } };
let sent: Array<Sent> = [];
let answer: () => Response = () => Response.json({ reference: 'abc' });

beforeEach(() => {
  // What is reported once per page load is kept in the module: each test is a page load.
  vi.resetModules();
  sent = [];
  answer = () => Response.json({ reference: 'abc' });
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    sent.push({ path, body: JSON.parse(init.body) });
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const CRASH = new Error('crash three');

function Broken() {
  useCrashReport(CRASH);
  return <p>broken</p>;
}

async function report() {
  return (await import('./report-error')).reportError;
}

describe('reportError', () => {
  test('what broke is told with its place, and the reference comes back', async () => {
    const reportError = await report();
    expect(await reportError(new TypeError('x is no function'))).toBe('abc');
    expect(sent).toMatchObject([
      { path: '/resources/report', body: { name: 'TypeError', message: 'x is no function', path: location.pathname } },
    ]);
  });

  test('the same is told once, and no more than three things in total', async () => {
    const reportError = await report();
    for (const message of ['a', 'a', 'b', 'c', 'd']) await reportError(new Error(message));
    expect(sent.map(({ body }) => body.message)).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['a thrown answer', { status: 403, statusText: '', internal: false, data: null }, 'status 403'],
    ['a thrown word', 'no', 'no'],
  ])('%s has words', async (_name, thrown, message) => {
    await (await report())(thrown);
    expect(sent[0]?.body).toMatchObject({ name: 'thrown', message });
  });

  test('a long text is cut to what the server takes', async () => {
    await (await report())(new Error('x'.repeat(5000)));
    expect(sent[0]?.body.message).toHaveLength(2000);
  });

  test.each([
    ['a refusal', () => new Response(null, { status: 429 })],
    ['nonsense', () => new Response('x')],
    [
      'no network',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('who cannot be told breaks nothing: %s', async (_name, given) => {
    answer = given;
    expect(await (await report())(new Error(String(Math.random())))).toBeNull();
  });

  test('a page that broke is reported and led to /error with the reference', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
    renderHook(() => useCrashReport(new Error('crash one')));
    await expect.poll(() => replace.mock.calls).toEqual([['/error?ref=abc']]);
  });

  test('where nobody can be told, the page that stands gets the address', async () => {
    answer = () => new Response(null, { status: 503 });
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
    renderHook(() => useCrashReport(new Error('crash two')));
    await expect.poll(() => location.pathname).toBe('/error');
    expect(replace).not.toHaveBeenCalled();
  });

  test('what came broken with its document was reported by the server', async () => {
    const container = document.createElement('div');
    container.innerHTML = renderToString(<Broken />);
    render(<Broken />, { container, hydrate: true });
    await Promise.resolve();
    expect(sent).toEqual([]);
  });
});
