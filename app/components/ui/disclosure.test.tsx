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
  test('the arrow keys go round what it offers', () => {
    show();
    const pressed = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp'].map((key) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      return document.activeElement?.textContent;
    });
    expect(pressed).toEqual(['30 minutes', '1 hour', 'Allow…', '1 hour']);
  });

  test('Esc folds it and gives the focus back', () => {
    const { summary, details } = show();
    screen.getByText('1 hour').focus();
    fireEvent.keyDown(screen.getByText('1 hour'), { key: 'Escape' });
    expect(details.open).toBe(false);
    expect(document.activeElement).toBe(summary);
  });

  test('a tap beside it folds it, one inside does not', () => {
    const { details } = show();
    fireEvent.pointerDown(screen.getByText('1 hour'));
    expect(details.open).toBe(true);
    fireEvent.pointerDown(screen.getByText('Elsewhere'));
    expect(details.open).toBe(false);
  });

  test('when the focus leaves it, it folds', () => {
    const { details } = show();
    screen.getByText('1 hour').focus();
    screen.getByText('Elsewhere').focus();
    expect(details.open).toBe(false);
  });
});
