import { useLocation, useNavigate } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { StrictMode, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { takeOver } from '#tests/take-over.ts';
import { Dialog } from './dialog';
import { useTopDialog } from './open-dialogs';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const isFrozen = () => document.documentElement.dataset.frozen !== undefined;

function Page({ isBlocking = false }: { isBlocking?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const top = useTopDialog();
  return (
    <>
      <button onClick={() => setOpen(true)} type="button">
        Ask
      </button>
      <p data-testid="top">{top?.textContent ?? 'none'}</p>
      {isOpen ? (
        <Dialog isBlocking={isBlocking} title="Remove it?" wayOut={{ label: 'Keep it', onClose: () => setOpen(false) }}>
          <p>It is gone then.</p>
        </Dialog>
      ) : null}
    </>
  );
}

function Below() {
  return <p>below</p>;
}

function Tablet() {
  return (
    <Dialog backLabel="Back" kind="hybrid" title="Tablet" wayOut={{ label: 'Close', to: '/' }}>
      <p>Details</p>
    </Dialog>
  );
}

function open(isBlocking = false): HTMLElement {
  render(
    <StrictMode>
      <Page isBlocking={isBlocking} />
    </StrictMode>,
  );
  const opener = screen.getByRole('button', { name: 'Ask' });
  opener.focus();
  fireEvent.click(opener);
  return screen.getByRole('dialog', { name: 'Remove it?' });
}

function Elsewhere() {
  const navigate = useNavigate();
  return (
    <button onClick={() => navigate(-1)} type="button">
      {useLocation().pathname}
    </button>
  );
}

describe('Dialog', () => {
  test("is modal, is named by its title and freezes the page's scrolling until it closes", () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    const dialog = open();
    expect(showModal).toHaveBeenCalled();
    expect(dialog.hasAttribute('open')).toBe(true);
    expect(isFrozen()).toBe(true);
    expect(screen.getByTestId('top').textContent).toContain('It is gone then.');
    fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(isFrozen()).toBe(false);
    expect(screen.getByTestId('top').textContent).toBe('none');
    expect(document.activeElement?.textContent).toBe('Ask');
  });

  test.each([
    ['Esc', (dialog: HTMLElement) => fireEvent.keyDown(dialog, { key: 'Escape' })],
    [
      'a tap outside',
      (dialog: HTMLElement) => {
        fireEvent.pointerDown(dialog);
        fireEvent.click(dialog);
      },
    ],
    ['a system gesture', (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }))],
  ])('%s closes the dialog unless it is blocking', (_name, act) => {
    act(open());
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    act(open(true));
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });

  test('stays open when a text selection is dragged outside', () => {
    const dialog = open();
    fireEvent.pointerDown(screen.getByText('It is gone then.'));
    fireEvent.click(dialog);
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });

  test('stays open after a tap inside', () => {
    open();
    fireEvent.click(screen.getByText('It is gone then.'));
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });

  test('closes when the browser closes it, unless it is blocking', () => {
    const close = (dialog: HTMLElement) => act(() => (dialog instanceof HTMLDialogElement ? dialog.close() : undefined));
    close(open());
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    const blocking = open(true);
    close(blocking);
    expect(blocking.hasAttribute('open')).toBe(true);
  });

  test('closes by a link if `wayOut` has a URL, and Esc follows that link', async () => {
    const Stub = createRemixStub([
      { path: '/', Component: Below },
      { path: '/open', Component: Tablet },
    ]);
    render(<Stub initialEntries={['/open']} />);
    const dialog = await screen.findByRole('dialog', { name: 'Tablet' });
    expect([...dialog.querySelectorAll('a')].map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
      ['Back', '/'],
      ['Close', '/'],
    ]);
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(await screen.findByText('below')).toBeTruthy();
  });

  /** Opens the dialog with `/far` and `/` in the history, closes it with `leave` and goes back. */
  async function leaveAndGoBack(leave: (dialog: HTMLElement) => void): Promise<string | null> {
    const Stub = createRemixStub(['/far', '/', '/open'].map((path) => ({ path, Component: path === '/open' ? Tablet : Elsewhere })));
    render(<Stub initialEntries={['/far', '/', '/open']} initialIndex={2} />);
    leave(await screen.findByRole('dialog', { name: 'Tablet' }));
    fireEvent.click(await screen.findByRole('button', { name: '/' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return (await screen.findByRole('button')).textContent;
  }

  test.each([
    ['Esc', (dialog: HTMLElement) => fireEvent.keyDown(dialog, { key: 'Escape' })],
    ['its button', () => fireEvent.click(screen.getByRole('link', { name: 'Close' }))],
  ])('after the dialog was closed by %s, Back does not open it again', async (_name, leave) => {
    expect(await leaveAndGoBack(leave)).toBe('/');
  });

  test('on close, goes back if the previous history entry is the page below', async () => {
    const url = (path: string) => new URL(path, location.href).href;
    vi.stubGlobal('navigation', { currentEntry: { index: 2 }, entries: () => ['/far', '/', '/open'].map((path) => ({ url: url(path) })) });
    expect(await leaveAndGoBack((dialog) => fireEvent.keyDown(dialog, { key: 'Escape' }))).toBe('/far');
  });

  test('keeps its scroll position and focus on hydration', () => {
    const question = (
      <Dialog title="Sure?" wayOut={{ label: 'No', onClose: () => {} }}>
        <input aria-label="Name" />
      </Dialog>
    );
    // Imitates browsers, which focus the first link or button and scroll the dialog to the top.
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
      this.setAttribute('open', '');
      this.scrollTop = 0;
      this.querySelector('button')?.focus();
    });
    const { container } = takeOver(question, () => {
      screen.getByLabelText('Name').focus();
      screen.getByRole('dialog').scrollTop = 160;
    });
    const dialog = container.querySelector('dialog');
    expect([dialog?.scrollTop, document.activeElement]).toEqual([160, screen.getByLabelText('Name')]);
    expect(dialog?.classList).toContain('dialog-still');
    vi.restoreAllMocks();
    cleanup();
    expect(open().classList).not.toContain('dialog-still');
  });
});
