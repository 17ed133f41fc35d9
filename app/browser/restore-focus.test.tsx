import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restoreFocus } from './restore-focus';
import { addGate } from './submit-gate';

let stop = () => {};
beforeEach(() => {
  stop = restoreFocus(document);
});
afterEach(() => {
  stop();
  cleanup();
});

/** Cards whose form, button or menu is removed when a form is sent. */
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

let removeForm = () => {};

/** A card whose form is removed by `removeForm`, as by an optimistic change. */
function HeldForm() {
  const [isRemoved, setRemoved] = useState(false);
  removeForm = () => setRemoved(true);
  return (
    <main>
      <section>
        <h2>Card</h2>
        {isRemoved ? null : (
          <form method="post">
            <button type="submit">Pause</button>
          </form>
        )}
      </section>
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
    ['its replacement in the form', 'Pause', 'Resume'],
    ["the card's heading if the form is removed", 'Off', 'Card'],
    ['the next heading if the card has none', 'Never', 'Card'],
    ["the menu's button if the menu closes", 'For an hour', 'More'],
    ['the same button if it stays on the page', 'Block', 'Block'],
  ])('moves the focus from a pressed button to %s', async (_, name, next) => {
    render(<Page />);
    press(name);
    await expect.poll(() => document.activeElement?.textContent).toBe(next);
  });

  test('moves the focus after a press whose form the tap queue holds', async () => {
    const removeGate = addGate('tap-queue', { onSubmit: () => true });
    render(<HeldForm />);
    press('Pause');
    act(() => removeForm());
    await expect.poll(() => document.activeElement?.tagName).toBe('H2');
    removeGate();
  });

  test('keeps the focus if the user has moved it after the press', async () => {
    render(<Page />);
    press('Pause');
    act(() => screen.getByText('Off').focus());
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(document.activeElement?.textContent).toBe('Off');
  });
});
