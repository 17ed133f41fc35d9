import { render, renderHook } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useCrashReport } from './use-crash-report';

type Sent = { path: string; body: { name: string; message: string; stack?: string; path: string } };
let sent: Array<Sent> = [];
let answer: () => Response = () => Response.json({ reference: 'abc' });

beforeEach(() => {
  // The module remembers reports for the life of a page, so each test imports it again.
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
  test('reports an error with its page path and returns the reference', async () => {
    const reportError = await report();
    expect(await reportError(new TypeError('x is no function'))).toBe('abc');
    expect(sent).toMatchObject([
      { path: '/resources/report', body: { name: 'TypeError', message: 'x is no function', path: location.pathname } },
    ]);
  });

  test('reports each error once, and at most three errors', async () => {
    const reportError = await report();
    for (const message of ['a', 'a', 'b', 'c', 'd']) await reportError(new Error(message));
    expect(sent.map(({ body }) => body.message)).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['a thrown response', { status: 403, statusText: '', internal: false, data: null }, 'status 403'],
    ['a thrown string', 'no', 'no'],
  ])('turns %s into text', async (_name, thrown, message) => {
    await (await report())(thrown);
    expect(sent[0]?.body).toMatchObject({ name: 'thrown', message });
  });

  test("cuts a long text to the server's limit", async () => {
    await (await report())(new Error('x'.repeat(5000)));
    expect(sent[0]?.body.message).toHaveLength(2000);
  });

  test.each([
    ['an error status', () => new Response(null, { status: 429 })],
    ['an invalid response', () => new Response('x')],
    [
      'no network',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('returns null when the report fails: %s', async (_name, given) => {
    answer = given;
    expect(await (await report())(new Error(String(Math.random())))).toBeNull();
  });

  test('reports a page that failed to load and redirects to /error with the reference', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
    renderHook(() => useCrashReport(new Error('crash one')));
    await expect.poll(() => replace.mock.calls).toEqual([['/error?ref=abc']]);
  });

  test('only changes the address if the report fails, and keeps the page', async () => {
    answer = () => new Response(null, { status: 503 });
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
    renderHook(() => useCrashReport(new Error('crash two')));
    await expect.poll(() => location.pathname).toBe('/error');
    expect(replace).not.toHaveBeenCalled();
  });

  test('does not report an error that the server already reported', async () => {
    const container = document.createElement('div');
    container.innerHTML = renderToString(<Broken />);
    render(<Broken />, { container, hydrate: true });
    await Promise.resolve();
    expect(sent).toEqual([]);
  });
});
