import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Drawer } from './drawer';

beforeEach(() => {
  Object.defineProperty(window, 'innerWidth', { value: 375, configurable: true });
  Object.defineProperty(window, 'innerHeight', { value: 650, configurable: true });
});
afterEach(cleanup);

const isFrozen = () => document.documentElement.dataset.frozen !== undefined;

function show(only: 'all' | 'small' = 'all') {
  render(
    <Drawer label="Log in" only={only}>
      <input aria-label="Email" />
    </Drawer>,
  );
  const handle = screen.getByText('Log in');
  const details = handle.closest('details');
  if (details === null) throw new Error('no drawer');
  Object.defineProperty(details, 'offsetHeight', { get: () => (details.open ? 650 : 50) });
  return { handle, details };
}

function drag(handle: HTMLElement, from: number, to: number): void {
  act(() => {
    fireEvent.pointerDown(handle, { clientY: from, button: 0 });
    fireEvent.pointerMove(handle, { clientY: (from + to) / 2 });
    fireEvent.pointerMove(handle, { clientY: to });
    fireEvent.pointerUp(handle, { clientY: to });
  });
}

describe('Drawer', () => {
  test('renders its whole content, collapsed, on the server', () => {
    const html = renderToString(
      <Drawer label="Log in" only="small">
        <input name="email" />
      </Drawer>,
    );
    expect(html).toContain('name="email"');
    expect(html).not.toContain(' open');
  });

  test.each([
    ['a third of the way or more, it opens', 620, 400, true],
    ['less than a third, it closes again', 620, 500, false],
  ])('when dragged %s', (_name, from, to, isUp) => {
    const { handle, details } = show();
    drag(handle, from, to);
    expect(details.open).toBe(isUp);
    expect(details.style.getPropertyValue('--height')).toBe('');
    expect(details.dataset.dragged).toBeUndefined();
  });

  test('follows the finger while dragged, but stays at least 50 px high', () => {
    const { handle, details } = show();
    act(() => {
      fireEvent.pointerDown(handle, { clientY: 620, button: 0 });
      fireEvent.pointerMove(handle, { clientY: 420 });
    });
    expect(details.style.getPropertyValue('--height')).toBe('250px');
    act(() => {
      fireEvent.pointerMove(handle, { clientY: 900 });
    });
    expect(details.style.getPropertyValue('--height')).toBe('50px');
  });

  test('ignores the click at the end of a drag', () => {
    const { handle, details } = show();
    drag(handle, 620, 100);
    expect(details.open).toBe(true);
    const isHeard = fireEvent.click(handle, { detail: 1 });
    expect(isHeard).toBe(false);
  });

  test('opens and closes with the arrow keys; Esc closes it and focuses the handle', () => {
    const { handle, details } = show();
    fireEvent.keyDown(handle, { key: 'ArrowUp' });
    expect(details.open).toBe(true);
    fireEvent.keyDown(handle, { key: 'ArrowDown' });
    expect(details.open).toBe(false);
    fireEvent.keyDown(handle, { key: 'ArrowUp' });
    screen.getByLabelText('Email').focus();
    fireEvent.keyDown(screen.getByLabelText('Email'), { key: 'Escape' });
    expect(details.open).toBe(false);
  });

  function toggle(details: HTMLDetailsElement, isOpen: boolean): void {
    act(() => {
      details.open = isOpen;
      fireEvent(details, new Event('toggle'));
    });
  }

  test("freezes the page's scrolling while it covers the page", () => {
    const { details } = show('all');
    toggle(details, true);
    expect(isFrozen()).toBe(true);
    toggle(details, false);
    expect(isFrozen()).toBe(false);
  });

  test('closes when the page below scrolls, but not while the focus is in the drawer', () => {
    const { details } = show('small');
    const scrollTo = (top: number) => {
      Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
      act(() => void window.dispatchEvent(new Event('scroll')));
    };
    toggle(details, true);
    expect(isFrozen()).toBe(false);
    act(() => details.querySelector('summary')?.focus());
    scrollTo(400);
    expect(details.open).toBe(true);
    act(() => details.querySelector('summary')?.blur());
    scrollTo(410);
    expect(details.open).toBe(false);
    scrollTo(0);
  });
});
