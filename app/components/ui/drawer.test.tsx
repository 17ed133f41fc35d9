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
  test('the server writes all of it, folded', () => {
    const html = renderToString(
      <Drawer label="Log in" only="small">
        <input name="email" />
      </Drawer>,
    );
    expect(html).toContain('name="email"');
    expect(html).not.toContain(' open');
  });

  test.each([
    ['a third of the way up and more: up', 620, 400, true],
    ['less: down again', 620, 500, false],
  ])('dragged %s', (_name, from, to, isUp) => {
    const { handle, details } = show();
    drag(handle, from, to);
    expect(details.open).toBe(isUp);
    expect(details.style.getPropertyValue('--height')).toBe('');
    expect(details.dataset.dragged).toBeUndefined();
  });

  test('while it is dragged it is as high as the finger, and never lower than 50 px', () => {
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

  test('the click at the end of a drag does not turn it round', () => {
    const { handle, details } = show();
    drag(handle, 620, 100);
    expect(details.open).toBe(true);
    const isHeard = fireEvent.click(handle, { detail: 1 });
    expect(isHeard).toBe(false);
  });

  test('the arrow keys move it, Esc folds it and gives the focus back to the handle', () => {
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

  test('while it covers the page, the page stands still', () => {
    const { details } = show('all');
    toggle(details, true);
    expect(isFrozen()).toBe(true);
    toggle(details, false);
    expect(isFrozen()).toBe(false);
  });

  test('above a page that can be read it goes when that page is scrolled, but not while somebody types in it', () => {
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
