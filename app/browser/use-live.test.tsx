import { Form } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageLoader } from './page-load';
import type { PollKind } from './poll-schedule';
import { useLive } from './use-live';

const SECOND = 1000;

/** A fake socket that never connects, so that the page polls. */
class DeadSocket extends EventTarget {
  readyState = 0;
  close(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', DeadSocket);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Page() {
  useLive({ accountId: 'a', seq: 0 });
  return (
    <Form method="post">
      <button type="submit">Block</button>
    </Form>
  );
}

/**
 * Opens a page with this `poll`. Returns a function that advances the clock by a number of seconds and returns how often the page loaded.
 */
async function show(
  poll: { kind: PollKind; isFastFromStart?: boolean },
  data: () => object = () => ({}),
): Promise<(seconds: number) => Promise<number>> {
  let loads = 0;
  const load = createPageLoader<{ seq: number }>();
  const loader = ({ request }: { request: Request }) =>
    load(request, async () => {
      loads += 1;
      return { seq: 0, ...data() };
    });
  const action = () => new Promise((resolve) => setTimeout(() => resolve(null), 100));
  const Stub = createRemixStub([{ path: '/', Component: Page, loader, action, handle: { live: { hints: [], poll } } }]);
  render(<Stub />);
  await pass(0);
  return async (seconds) => {
    const before = loads;
    // Advances by single seconds, because React renders at the end of each step.
    for (let second = 0; second < seconds; second += 1) await pass(SECOND);
    return loads - before;
  };
}

describe('useLive', () => {
  test('polls every five seconds for two minutes after an action, and otherwise every minute (MAN-022)', async () => {
    const loadsIn = await show({ kind: 'block-status' });
    expect(await loadsIn(59)).toBe(0);
    fireEvent.click(screen.getByRole('button'));
    expect(await loadsIn(120)).toBeGreaterThanOrEqual(14);
    await loadsIn(10);
    expect(await loadsIn(40)).toBe(0);
  });

  test('polls fast from the start if the page waits for something (PAIR-034)', async () => {
    const loadsIn = await show({ kind: 'add-child', isFastFromStart: true });
    expect(await loadsIn(60)).toBeGreaterThanOrEqual(6);
  });

  test('polls every 15 seconds until 12 minutes after the action that the data reports (LOC-053)', async () => {
    const requestedAt = Date.now() - 10 * 60 * SECOND;
    const loadsIn = await show({ kind: 'location' }, () => ({ actionAgeMs: Date.now() - requestedAt }));
    expect(await loadsIn(110)).toBeGreaterThanOrEqual(5);
    await loadsIn(30);
    expect(await loadsIn(13 * 60)).toBe(0);
  });

  test('polls every 15 minutes without an action (LOC-034, LOC-035)', async () => {
    const loadsIn = await show({ kind: 'location' }, () => ({ actionAgeMs: null }));
    expect(await loadsIn(15 * 60 - 1)).toBe(0);
    expect(await loadsIn(10)).toBe(1);
  });
});
