import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy-component';
import { SECOND_TRY_MS } from './load-with-retry';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('{"status":"ok"}'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  press.mockReset();
});

const press = vi.fn();
const Written = () => <button type="submit">Save</button>;

/** The page of that part in the browser, on what the server wrote; its file fails so many times. Says how often a document was asked for. */
async function open(failures: number, writtenAt = window.location.href): Promise<number> {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return () => (
      <button type="submit" onClick={press}>
        Save
      </button>
    );
  });
  const goAsDocument = vi.fn();
  const Part = lazyComponent(load, { writtenAt, goAsDocument });
  const container = document.createElement('div');
  container.innerHTML = renderToString(
    <Suspense>
      <Written />
    </Suspense>,
  );
  document.body.appendChild(container);
  render(
    <Suspense>
      <Part />
    </Suspense>,
    { container, hydrate: true },
  );
  await act(() => vi.advanceTimersByTimeAsync(3 * SECOND_TRY_MS));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return goAsDocument.mock.calls.length;
}

describe('lazyComponent', () => {
  test('a part whose file comes at the second try is taken over', async () => {
    expect(await open(1)).toBe(0);
    expect(press).toHaveBeenCalledOnce();
  });

  test('a part whose file is gone stays as the server wrote it', async () => {
    expect(await open(9)).toBe(0);
    expect(press).not.toHaveBeenCalled();
  });

  test('one that was opened by script is asked for as a document', async () => {
    expect(await open(9, new URL('/manage/mia/schedule', window.location.href).href)).toBe(1);
  });
});
