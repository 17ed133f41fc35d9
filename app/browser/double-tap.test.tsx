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

/** «Block» becomes «Allow» as soon as it is sent; «Pause» gives way to a button of its own. */
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

/** A list whose next row moves under the finger as soon as one is dismissed. */
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
    ['in its place', { at: 1400, x: 110, y: 590 }, ['block']],
    ['by key on the same button', { at: 1150, isByKey: true }, ['block']],
    ['elsewhere', { at: 1080, x: 220, on: 'second' }, ['block', 'pause']],
    ['in its place, when it was read', { at: 1700 }, ['block', 'allow']],
  ])('a second tap %s', (_, second, expected) => {
    render(<Page />);
    tap({ at: 1000 });
    tap(second);
    expect(sent).toEqual(expected);
  });

  test.each<[string, Array<number>, boolean, Array<string>]>([
    ['a double tap dismisses one', [1000, 1150], false, ['a']],
    ['taps as quick as a reader can mean them dismiss one each', [1000, 1350, 1700], false, ['a', 'b', 'c']],
    ['so do keys', [1000, 1350, 1700], true, ['a', 'b', 'c']],
    ['a double tap after a tap dismisses one more', [1000, 1350, 1500], false, ['a', 'b']],
  ])('of rows that move up under the finger %s', (_, times, isByKey, expected) => {
    render(<Rows />);
    for (const at of times) tap({ at, isByKey });
    expect(sent).toEqual(expected);
  });

  test('by key the successor of a button that went is in its place', () => {
    render(<Page />);
    tap({ at: 1000, on: 'second', isByKey: true });
    tap({ at: 1200, on: 'second', isByKey: true });
    expect(sent).toEqual(['pause']);
  });

  test('where the finger’s button went, a key on another is meant', () => {
    render(<Page />);
    tap({ at: 1000, on: 'second' });
    tap({ at: 1200, isByKey: true });
    expect(sent).toEqual(['pause', 'block']);
  });

  test('whoever goes on by key or types meanwhile means it; a script does always', () => {
    render(<Page />);
    tap({ at: 1000 });
    fireEvent.keyDown(document.body, { key: 'Tab' });
    tap({ at: 1200 });
    fireEvent.input(screen.getByLabelText('minutes'), { target: { value: '5' } });
    tap({ at: 1400 });
    screen.getByTestId<HTMLFormElement>('form').requestSubmit();
    expect(sent).toEqual(['block', 'allow', 'block', 'by script']);
  });

  test('Enter that is held is pressed once', () => {
    render(<Page />);
    const isPressed = (repeat: boolean) => fireEvent.keyDown(screen.getByTestId('first'), { key: 'Enter', repeat });
    expect([isPressed(false), isPressed(true)]).toEqual([true, false]);
    // Another line of a text is none.
    expect(fireEvent.keyDown(screen.getByLabelText('minutes'), { key: 'Enter', repeat: true })).toBe(true);
  });
});
