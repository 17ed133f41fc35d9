import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Menu } from './menu';

afterEach(cleanup);

function show() {
  render(
    <>
      <Menu summary="Allow…">
        <button type="button">30 minutes</button>
        <button type="button">1 hour</button>
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  );
  const summary = screen.getByText('Allow…');
  const details = summary.closest('details');
  if (details === null) throw new Error('no menu');
  act(() => {
    details.open = true;
    fireEvent(details, new Event('toggle'));
  });
  summary.focus();
  return { summary, details };
}

describe('Disclosure', () => {
  test('moves through its items with the arrow keys and wraps around', () => {
    show();
    const pressed = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'].map((key) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      return document.activeElement?.textContent;
    });
    expect(pressed).toEqual(['30 minutes', '1 hour', 'Allow…', '1 hour']);
  });

  test('closes on Esc and returns the focus', () => {
    const { summary, details } = show();
    screen.getByText('1 hour').focus();
    fireEvent.keyDown(screen.getByText('1 hour'), { key: 'Escape' });
    expect(details.open).toBe(false);
    expect(document.activeElement).toBe(summary);
  });

  test('closes on a tap outside but not inside', () => {
    const { details } = show();
    fireEvent.pointerDown(screen.getByText('1 hour'));
    expect(details.open).toBe(true);
    fireEvent.pointerDown(screen.getByText('Elsewhere'));
    expect(details.open).toBe(false);
  });

  test('closes when the focus leaves', () => {
    const { details } = show();
    screen.getByText('1 hour').focus();
    screen.getByText('Elsewhere').focus();
    expect(details.open).toBe(false);
  });
});
