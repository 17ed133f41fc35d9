import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, Form, Link, RouterProvider, redirect, useNavigation } from 'react-router-dom';
import { afterEach, describe, expect, test } from 'vitest';
import { useTapQueue } from './use-tap-queue';

afterEach(cleanup);

function Page() {
  useTapQueue();
  const { state } = useNavigation();
  const [isOpen, setOpen] = useState(false);
  const [isLoggedOut, setLoggedOut] = useState(false);
  return (
    <>
      <output>{state}</output>
      <Form data-discover="true" method="post">
        {['block', 'pause', 'lift'].map((intent) => (
          <button key={intent} name="intent" type="submit" value={intent}>
            {intent}
          </button>
        ))}
      </Form>
      <Form data-discover="true" method="post">
        <input name="rule_id" type="hidden" value="r" />
        <button name="intent" type="submit" value="lift">
          lift r
        </button>
      </Form>
      <Link to="/elsewhere">elsewhere</Link>
      <form
        action="/logout"
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          setLoggedOut(true);
        }}
      >
        <button type="submit">{isLoggedOut ? 'logged out' : 'log out'}</button>
      </form>
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

/**
 * Renders a page whose action waits until the test calls `answer`. The action refuses the intents in `refused`. `done` lists answered taps,
 * `dropped` lists aborted taps.
 */
async function show({ refused = [] }: { refused?: ReadonlyArray<string> } = {}) {
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
    return refused.includes(intent) ? { notice: intent } : redirect('/');
  };
  const routes = [
    { path: '/', Component: Page, action },
    { path: '/elsewhere', Component: Elsewhere },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/elsewhere', '/'] });
  render(<RouterProvider router={router} />);
  await screen.findByText('idle');
  const answer = async () => {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()?.();
  };
  return { done, dropped, answer, router };
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

  test('sends a double click only once', async () => {
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

  test('follows a link only after all taps are answered', async () => {
    const { done, dropped, answer } = await show();
    tap('block');
    fireEvent.click(screen.getByRole('link'));
    tap('pause');
    await answer();
    await answer();
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect([done, dropped]).toEqual([['block', 'pause'], []]);
  });

  test.each([
    ['Back', (router: { navigate: (delta: number) => unknown }) => router.navigate(-1)],
    ['a link', () => fireEvent.click(screen.getByRole('link'))],
  ])('sends all taps before %s leaves the page', async (_way, go) => {
    const { done, dropped, answer, router } = await show();
    tap('block');
    tap('pause');
    void go(router);
    await answer();
    await answer();
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect([done, dropped]).toEqual([['block', 'pause'], []]);
  });

  test('goes back immediately if no tap is pending', async () => {
    const { router } = await show();
    void router.navigate(-1);
    await screen.findByRole('heading', { name: 'Elsewhere' });
  });

  test('sends a form that loads a document after the last tap', async () => {
    const { done, answer } = await show();
    tap('block');
    tap('pause');
    tap('log out');
    expect(screen.queryByText('logged out')).toBeNull();
    await answer();
    await answer();
    await screen.findByText('logged out');
    expect(done).toEqual(['block', 'pause']);
  });

  test.each([
    ['discards an unblock that names no rule', 'lift', ['block', 'pause']],
    ['keeps an unblock that names a rule', 'lift r', ['block', 'lift', 'pause']],
  ])('%s if the tap before it was refused', async (_title, name, sent) => {
    const { done, answer } = await show({ refused: ['block'] });
    tap('block');
    tap(name);
    tap('pause');
    for (const _ of sent) await answer();
    await expect.poll(() => done).toEqual(sent);
    await screen.findByText('idle');
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
