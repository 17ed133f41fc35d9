import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button, IconButton } from './button';

afterEach(cleanup);

describe('Button', () => {
  test('keeps its name and focus while busy, sets aria-busy and ignores taps', () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const { rerender } = render(
      <form onSubmit={onSubmit}>
        <Button onClick={onClick}>Save</Button>
      </form>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
    screen.getByRole('button').focus();
    rerender(
      <form onSubmit={onSubmit}>
        <Button isBusy onClick={onClick}>
          Save
        </Button>
      </form>,
    );
    const busy = screen.getByRole('button', { name: 'Save' });
    expect(document.activeElement).toBe(busy);
    expect([busy.getAttribute('aria-busy'), busy.getAttribute('aria-disabled'), busy.hasAttribute('disabled')]).toEqual([
      'true',
      'true',
      false,
    ]);
    fireEvent.click(busy);
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1]);
  });

  test('as an icon button, has a name and submits no form', () => {
    render(<IconButton label="Close">×</IconButton>);
    expect(screen.getByRole('button', { name: 'Close' }).getAttribute('type')).toBe('button');
  });
});
