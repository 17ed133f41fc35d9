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

/**
 * Hydrates the server's HTML while the component's file fails to load `failures` times. Returns how often the page was reloaded as a
 * document.
 */
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
  test('hydrates a component whose file loads on the second try', async () => {
    expect(await open(1)).toBe(0);
    expect(press).toHaveBeenCalledOnce();
  });

  test("keeps the server's HTML of a component whose file is missing", async () => {
    expect(await open(9)).toBe(0);
    expect(press).not.toHaveBeenCalled();
  });

  test('reloads the document if the file of a component is missing after client navigation', async () => {
    expect(await open(9, new URL('/manage/mia/schedule', window.location.href).href)).toBe(1);
  });
});
