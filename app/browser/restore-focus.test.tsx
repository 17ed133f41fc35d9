import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restoreFocus } from './restore-focus';

let stop = () => {};
beforeEach(() => {
  stop = restoreFocus(document);
});
afterEach(() => {
  stop();
  cleanup();
});

/** A card of which the form, the button or the menu goes when it is sent. */
function Page() {
  const [sent, setSent] = useState<string | null>(null);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    setSent(submitter?.textContent ?? null);
  };
  return (
    <main>
      <div className="stack">
        <form hidden={sent === 'Never'} onSubmit={send}>
          <button type="submit">Never</button>
        </form>
        <section>
          <h2>Card</h2>
          <form onSubmit={send}>
            <button type="submit">{sent === 'Pause' ? 'Resume' : 'Block'}</button>
            {sent === 'Pause' ? null : (
              <button key="pause" type="submit">
                Pause
              </button>
            )}
          </form>
          <details open={sent !== 'For an hour'}>
            <summary>More</summary>
            <form onSubmit={send}>
              <button type="submit">For an hour</button>
            </form>
          </details>
          {sent === 'Off' ? null : (
            <form onSubmit={send}>
              <button type="submit">Off</button>
            </form>
          )}
          {sent === 'Pause' ? null : <a href="#there">Goes with it</a>}
        </section>
      </div>
    </main>
  );
}

function press(name: string) {
  const button = screen.getByRole('button', { name });
  act(() => button.focus());
  fireEvent.click(button);
}

describe('restoreFocus', () => {
  test.each([
    ['what takes its place in its form', 'Pause', 'Resume'],
    ['the heading of its card, where its form goes', 'Off', 'Card'],
    ['the next heading, where it has none', 'Never', 'Card'],
    ['what opens its menu, where that closes', 'For an hour', 'More'],
    ['itself, where it stays', 'Block', 'Block'],
  ])('the focus of what was pressed goes to %s', async (_, name, next) => {
    render(<Page />);
    press(name);
    await expect.poll(() => document.activeElement?.textContent).toBe(next);
  });

  test('what somebody focuses meanwhile keeps the focus', async () => {
    render(<Page />);
    press('Pause');
    act(() => screen.getByText('Off').focus());
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(document.activeElement?.textContent).toBe('Off');
  });
});
