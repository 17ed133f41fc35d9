import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { IconButton } from './button';
import { Tooltip } from './tooltip';

afterEach(cleanup);

describe('Tooltip', () => {
  test('describes the control without changing its name, and Esc hides it until focus or pointer leaves', () => {
    render(
      <Tooltip text="Asks once more">
        {(id) => (
          <IconButton aria-describedby={id} label="Remove">
            ×
          </IconButton>
        )}
      </Tooltip>,
    );
    const button = screen.getByRole('button', { name: 'Remove', description: 'Asks once more' });
    const text = screen.getByText('Asks once more');
    button.focus();
    fireEvent.keyDown(button, { key: 'Escape' });
    expect(text.hidden).toBe(true);
    act(() => button.blur());
    expect(text.hidden).toBe(false);
  });
});
