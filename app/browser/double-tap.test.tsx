import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type FormEvent, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ignoreDoubleTaps } from './double-tap';

let stop = () => {};
let sent: Array<string> = [];
beforeEach(() => {
  sent = [];
  stop = ignoreDoubleTaps(window);
});
afterEach(() => {
  stop();
  cleanup();
});

/** A page with two submit buttons. «Block» becomes «Allow» as soon as its form is sent; «Pause» is replaced by a new button. */
function Page() {
  const [shown, setShown] = useState('');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : 'by script';
    sent.push(intent);
    setShown(intent);
  };
  const first = shown === 'block' ? 'allow' : 'block';
  const second = shown === 'pause' ? 'resume' : 'pause';
  return (
    <form data-testid="form" method="post" onSubmit={send}>
      <input aria-label="minutes" />
      {[first, second].map((intent, at) => (
        <button data-testid={at === 0 ? 'first' : 'second'} key={at === 0 ? 'first' : intent} type="submit" value={intent}>
          {intent}
        </button>
      ))}
    </form>
  );
}

type Tap = { at: number; x?: number; y?: number; on?: string; isByKey?: boolean };

function tap({ at, x = 100, y = 600, on = 'first', isByKey = false }: Tap) {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: isByKey ? 0 : 1, clientX: x, clientY: y });
  Object.defineProperty(click, 'timeStamp', { value: at });
  fireEvent(screen.getByTestId(on), click);
}

/** A list in which the next row moves up to the tapped position when a row is dismissed. */
function Rows() {
  const [left, setLeft] = useState(['a', 'b', 'c']);
  const dismiss = (id: string) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sent.push(id);
    setLeft(left.filter((one) => one !== id));
  };
  return left.map((id) => (
    <form key={id} method="post" onSubmit={dismiss(id)}>
      <button data-testid={left[0] === id ? 'first' : id} type="submit" value="dismiss">
        Dismiss
      </button>
    </form>
  ));
}

describe('ignoreDoubleTaps', () => {
  test.each<[string, Tap, Array<string>]>([
    ['in the same place is ignored', { at: 1400, x: 110, y: 590 }, ['block']],
    ['by key on the same button is ignored', { at: 1150, isByKey: true }, ['block']],
    ['in another place is accepted', { at: 1080, x: 220, on: 'second' }, ['block', 'pause']],
    ['in the same place is accepted after 700 ms', { at: 1700 }, ['block', 'allow']],
  ])('a second tap %s', (_, second, expected) => {
    render(<Page />);
    tap({ at: 1000 });
    tap(second);
    expect(sent).toEqual(expected);
  });

  test.each<[string, Array<number>, boolean, Array<string>]>([
    ['a double tap dismisses one', [1000, 1150], false, ['a']],
    ['deliberate quick taps dismiss one each', [1000, 1350, 1700], false, ['a', 'b', 'c']],
    ['quick key presses dismiss one each', [1000, 1350, 1700], true, ['a', 'b', 'c']],
    ['a double tap after a single tap dismisses one more', [1000, 1350, 1500], false, ['a', 'b']],
  ])('when rows move up under the finger, %s', (_, times, isByKey, expected) => {
    render(<Rows />);
    for (const at of times) tap({ at, isByKey });
    expect(sent).toEqual(expected);
  });

  test('ignores a second key press on the button that replaced the first', () => {
    render(<Page />);
    tap({ at: 1000, on: 'second', isByKey: true });
    tap({ at: 1200, on: 'second', isByKey: true });
    expect(sent).toEqual(['pause']);
  });

  test('accepts a key press on another button after the tapped one is removed', () => {
    render(<Page />);
    tap({ at: 1000, on: 'second' });
    tap({ at: 1200, isByKey: true });
    expect(sent).toEqual(['pause', 'block']);
  });

  test('accepts a second press after a key press or typing, and a submit by script', () => {
    render(<Page />);
    tap({ at: 1000 });
    fireEvent.keyDown(document.body, { key: 'Tab' });
    tap({ at: 1200 });
    fireEvent.input(screen.getByLabelText('minutes'), { target: { value: '5' } });
    tap({ at: 1400 });
    screen.getByTestId<HTMLFormElement>('form').requestSubmit();
    expect(sent).toEqual(['block', 'allow', 'block', 'by script']);
  });

  test('treats a held Enter as one press', () => {
    render(<Page />);
    const isPressed = (repeat: boolean) => fireEvent.keyDown(screen.getByTestId('first'), { key: 'Enter', repeat });
    expect([isPressed(false), isPressed(true)]).toEqual([true, false]);
    // In a text area, a repeated Enter still adds lines.
    expect(fireEvent.keyDown(screen.getByLabelText('minutes'), { key: 'Enter', repeat: true })).toBe(true);
  });
});
