import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { createContext, useContext, useLayoutEffect } from 'react';
import { renderToString } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { restoreFocus } from '#app/browser/restore-focus';
import { ONLINE_CHECK_MS } from '#app/browser/use-online';
import { Dialog } from '#app/components/ui/dialog';
import { CONFIRM_MS } from '#app/components/ui/layout';
import { i18nOptions } from '#app/i18n';
import type { Toast } from '#app/server/toast.server';
import { english as en } from '#tests/texts.ts';
import { Toaster } from './toaster';
import { toasts } from './toasts';

const left = (id: string, tone: 'good' | 'bad' = 'good'): Toast => ({
  id,
  tone,
  text: { key: 'toast.undone', params: {} },
  undo: { action: '/manage', intent: 'undo', fields: { rule_id: 'r1' }, until: 0 },
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('{"status":"ok"}'));
  given.drawn = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const { id } of toasts.get()) toasts.drop(id);
  cleanup();
  vi.useRealTimers();
});

const given = { i18n: createInstance(), isAsking: false, drawn: [0] };
const Left = createContext<Toast | null>(null);

function Page() {
  const toast = useContext(Left);
  // Records the rendered toasts before any effect changes them.
  useLayoutEffect(() => {
    given.drawn.push(document.querySelectorAll('.toast').length);
  });
  return (
    <I18nextProvider i18n={given.i18n}>
      <button type="button">Before</button>
      <form action="/manage" method="post" onSubmit={(event) => event.preventDefault()}>
        <button type="submit">Block</button>
      </form>
      <Toaster toast={toast} token="t" />
      {given.isAsking ? (
        <Dialog title="Sure?" wayOut={{ label: 'No', onClose: () => {} }}>
          <p>Sure?</p>
        </Dialog>
      ) : null}
    </I18nextProvider>
  );
}

const Stub = createRemixStub([{ path: '/', Component: Page }]);

async function page(toast: Toast | null, isAsking = false) {
  given.isAsking = isAsking;
  await given.i18n.use(initReactI18next).init({ ...i18nOptions, lng: 'en', resources: { en: { common: en } } });
  return (
    <Left.Provider value={toast}>
      <Stub />
    </Left.Provider>
  );
}

describe('Toaster', () => {
  test('renders the message with its form on the server, for browsers without script (NAV-045)', async () => {
    const html = renderToString(await page(left('written')));
    expect(html).toContain(en.toast.undone);
    expect(html).toContain('name="rule_id"');
  });

  test('keeps a message with Undo for 10 s, and longer while hovered or focused (WCAG 2.2.1)', async () => {
    render(await page(left('a')));
    // The cookie tells the server not to render the message again.
    expect(document.cookie).toContain('toast_shown=a');
    const undo = screen.getByRole('button', { name: en.actions.undo });
    act(() => vi.advanceTimersByTime(9000));
    act(() => undo.focus());
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.queryByText(en.toast.undone)).not.toBeNull();
    fireEvent.pointerEnter(undo);
    act(() => undo.blur());
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.queryByText(en.toast.undone)).not.toBeNull();
    fireEvent.pointerLeave(undo);
    act(() => vi.advanceTimersByTime(1000));
    expect(screen.queryByText(en.toast.undone)).toBeNull();
  });

  test('closes on dismiss or after an undo, and restores the focus', async () => {
    const stop = restoreFocus(document);
    const { rerender } = render(await page(left('b')));
    const before = screen.getByText('Before');
    const leave = async (name: string, go: (button: HTMLElement) => unknown) => {
      act(() => before.focus());
      // Blurs the button first, so that nothing has the focus.
      act(() => before.blur());
      const button = screen.getByRole('button', { name });
      act(() => button.focus());
      await go(button);
      await act(() => vi.advanceTimersByTimeAsync(0));
      expect(document.activeElement).toBe(before);
    };
    await leave(en.actions.dismiss, (away) => fireEvent.click(away));
    expect(screen.queryByText(en.toast.undone)).toBeNull();
    rerender(await page(left('undoes')));
    await leave(en.actions.undo, async () => rerender(await page({ ...left('undone'), undo: null })));
    // The timer runs again after the focus has left the message.
    act(() => vi.advanceTimersByTime(10_000));
    expect(screen.queryByText(en.toast.undone)).toBeNull();
    stop();
  });

  test('keeps a message about a deletion for one minute (CONST-037)', async () => {
    render(await page({ ...left('deleted'), undo: null, stay: 'confirm' }));
    act(() => vi.advanceTimersByTime(CONFIRM_MS - 1));
    expect(screen.queryByText(en.toast.undone)).not.toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText(en.toast.undone)).toBeNull();
  });

  test('moves the focus to the message and back on F6', async () => {
    const stop = restoreFocus(document);
    render(await page(left('h')));
    const before = screen.getByText('Before');
    act(() => before.focus());
    fireEvent.keyDown(before, { key: 'F6' });
    const undo = screen.getByRole('button', { name: en.actions.undo });
    expect(document.activeElement).toBe(undo);
    fireEvent.keyDown(undo, { key: 'F6' });
    expect(document.activeElement).toBe(before);
    stop();
  });

  test('replaces an earlier action’s message without rendering both at once', async () => {
    const { rerender } = render(await page(left('e')));
    rerender(await page(left('f')));
    expect(toasts.get().map(({ id }) => id)).toEqual(['f']);
    expect(given.drawn).toEqual([1, 1]);
  });

  test('announces a failure assertively and other messages politely', async () => {
    render(await page(left('c', 'bad')));
    act(() => toasts.show({ id: 'lasting', tone: 'bad', stay: 'persistent', text: 'No line' }));
    expect(screen.getByRole('alert').textContent).toContain(en.toast.undone);
    expect(screen.getByText('No line').closest('[aria-live=polite]')).not.toBeNull();
    expect(screen.getByTestId('lasting').querySelector('button')).toBeNull();
  });

  test('moves into a dialog that makes the page inert', async () => {
    render(await page(null, true));
    act(() => toasts.show({ id: 'd', tone: 'good', stay: 'short', text: 'Saved' }));
    expect(screen.getByText('Saved').closest('dialog')).not.toBeNull();
  });

  test('keeps the message about an unsent form when back online, until a form is sent or the message is dismissed', async () => {
    let isOnline = true;
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
    const become = async (next: boolean) => {
      isOnline = next;
      act(() => void window.dispatchEvent(new Event(next ? 'online' : 'offline')));
      // Going online first checks the server.
      await act(() => vi.advanceTimersByTimeAsync(ONLINE_CHECK_MS));
    };
    render(await page(null));
    const toastTexts = () => [...document.querySelectorAll('.toast p')].map((text) => text.textContent);
    const tapBlock = () => fireEvent.click(screen.getByText('Block'));
    await become(false);
    expect(toastTexts()).toEqual([en.error_strings.network_offline_error]);
    tapBlock();
    expect(toastTexts()).toEqual([en.error_strings.offline_not_sent]);
    await become(true);
    expect(toastTexts()).toEqual([en.error_strings.was_offline_not_sent]);
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    tapBlock();
    expect(toastTexts()).toEqual([]);
    await become(false);
    tapBlock();
    await become(true);
    fireEvent.click(screen.getByRole('button', { name: en.actions.dismiss }));
    expect(toastTexts()).toEqual([]);
  });

  test('posts the current page with the Undo form', async () => {
    render(await page(left('g')));
    const form = screen.getByRole('button', { name: en.actions.undo }).closest('form');
    expect(new FormData(form as HTMLFormElement).get('back')).toBe('/');
  });
});
