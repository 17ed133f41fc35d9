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

/** Renders a page whose action waits until the test calls `answer`. `done` lists answered taps, `dropped` lists aborted taps. */
async function show() {
  const done: Array<string> = [];
  const dropped: Array<string> = [];
  const open: Array<() => void> = [];
  const action = async ({ request }: { request: Request }) => {
    const intent = String((await request.formData()).get('intent'));
    await new Promise<void>((resolve, reject) => {
      open.push(resolve);
      const drop = () => {
        // Aborting an answered request has no effect.
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
  test('sends all quick taps in order', async () => {
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

  test('sends a double click once', async () => {
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

  test('follows a link after the tap is answered', async () => {
    const { done, dropped, answer } = await show();
    tap('block');
    fireEvent.click(screen.getByRole('link'));
    tap('pause');
    await answer();
    await answer();
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect([done, dropped]).toEqual([['block', 'pause'], []]);
  });

  test('does not delay a form that the router does not submit while a tap is pending', async () => {
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
