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

/** Hydrates the server's HTML in the browser while the file fails `failures` times. Returns how often the document was requested. */
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
  test('hydrates a part whose file loads on the second try', async () => {
    expect(await open(1)).toBe(0);
    expect(press).toHaveBeenCalledOnce();
  });

  test("keeps the server's HTML of a part whose file is missing", async () => {
    expect(await open(9)).toBe(0);
    expect(press).not.toHaveBeenCalled();
  });

  test('requests the document of a part that was opened by script', async () => {
    expect(await open(9, new URL('/manage/mia/schedule', window.location.href).href)).toBe(1);
  });
});
