import { Form, Link, useNavigation } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { useTapQueue } from './use-tap-queue';

afterEach(cleanup);

function Page() {
  useTapQueue();
  const { state } = useNavigation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <output>{state}</output>
      <Form method="post">
        {['block', 'pause', 'lift'].map((intent) => (
          <button key={intent} name="intent" type="submit" value={intent}>
            {intent}
          </button>
        ))}
      </Form>
      <Link to="/elsewhere">elsewhere</Link>
      <form
        action="/resources/menu"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <button type="submit">{isOpen ? 'open' : 'folded'}</button>
      </form>
    </>
  );
}

function Elsewhere() {
  return <h1>Elsewhere</h1>;
}

/** A page whose action answers when it is told to; `done` are the taps that it answered. */
async function show() {
  const done: Array<string> = [];
  const dropped: Array<string> = [];
  const open: Array<() => void> = [];
  const action = async ({ request }: { request: Request }) => {
    const intent = String((await request.formData()).get('intent'));
    await new Promise<void>((resolve, reject) => {
      open.push(resolve);
      const drop = () => {
        // Of what is answered already it means nothing.
        if (!done.includes(intent)) dropped.push(intent);
        reject(new Error('dropped'));
      };
      if (request.signal.aborted) drop();
      else request.signal.addEventListener('abort', drop);
    });
    done.push(intent);
    return null;
  };
  const Stub = createRemixStub([
    { path: '/', Component: Page, action },
    { path: '/elsewhere', Component: Elsewhere },
  ]);
  render(<Stub />);
  await screen.findByText('idle');
  const answer = async () => {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()?.();
  };
  return { done, dropped, answer };
}

const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('useTapQueue', () => {
  test('taps that follow each other quickly are all sent, in their order', async () => {
    const { done, dropped, answer } = await show();
    tap('block');
    tap('pause');
    tap('lift');
    for (const count of [1, 2, 3]) {
      await answer();
      await expect.poll(() => done.length).toBe(count);
    }
    expect([done, dropped]).toEqual([['block', 'pause', 'lift'], []]);
  });

  test('a double click is one tap', async () => {
    const { done, answer } = await show();
    tap('block');
    tap('block');
    await answer();
    await expect.poll(() => done).toEqual(['block']);
    await screen.findByText('idle');
    tap('pause');
    await answer();
    await expect.poll(() => done).toEqual(['block', 'pause']);
  });

  test('a link is followed when the tap has been answered', async () => {
    const { done, dropped, answer } = await show();
    tap('block');
    fireEvent.click(screen.getByRole('link'));
    tap('pause');
    await answer();
    await answer();
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect([done, dropped]).toEqual([['block', 'pause'], []]);
  });

  test('a choice that the router does not send is made at once while a tap is on its way', async () => {
    const { done, dropped, answer } = await show();
    tap('block');
    await screen.findByText('submitting');
    tap('folded');
    expect(await screen.findByRole('button', { name: 'open' })).toBeDefined();
    await answer();
    await expect.poll(() => done).toEqual(['block']);
    await screen.findByText('idle');
    expect([done, dropped]).toEqual([['block'], []]);
  });
});
