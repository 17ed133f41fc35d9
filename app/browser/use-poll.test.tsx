import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPageLoader } from './page-load';
import { ERROR_PAUSE_MS, LIVE_POLL_MS, maxJitter, type PollKind } from './poll-schedule';
import { usePoll } from './use-poll';

const MINUTE = 60_000;
const MOST_JITTER = 5000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(1_800_000_000_000);
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Props = { kind: PollKind | null; doneAt?: number | null; isLive?: boolean };

function poll(first: Props) {
  const refresh = vi.fn();
  const hook = renderHook(
    ({ kind, doneAt = null, isLive = false }: Props) => usePoll(kind === null ? null : { kind, doneAt }, isLive, refresh),
    { initialProps: first },
  );
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const say = (event: string) => act(async () => void window.dispatchEvent(new Event(event)));
  const asked = () => refresh.mock.calls.length;
  return { ...hook, pass, say, asked };
}

describe('usePoll', () => {
  test('polls once a minute plus jitter', async () => {
    const { pass, asked } = poll({ kind: 'block-status' });
    await pass(MINUTE - 1);
    expect(asked()).toBe(0);
    await pass(1 + MOST_JITTER);
    expect(asked()).toBe(1);
    await pass(10 * (MINUTE + MOST_JITTER));
    expect(asked()).toBeGreaterThanOrEqual(11);
  });

  test('pauses without focus and resumes with it (RT-006)', async () => {
    const { pass, say, asked } = poll({ kind: 'block-status' });
    await say('blur');
    await pass(60 * MINUTE);
    expect(asked()).toBe(0);
    await say('focus');
    await pass(0);
    expect(asked()).toBe(1);
  });

  test('pauses while offline and resumes when online (RT-007)', async () => {
    const { pass, say, asked } = poll({ kind: 'devices' });
    await say('offline');
    await pass(24 * 60 * MINUTE);
    expect(asked()).toBe(0);
    await say('online');
    await pass(0);
    expect(asked()).toBe(1);
  });

  test('polls every five seconds for two minutes after an action (RT-012)', async () => {
    const { pass, asked } = poll({ kind: 'block-status', doneAt: Date.now() });
    await pass(5000 - 1);
    expect(asked()).toBe(0);
    // A fast poll may start just before the period ends. The next slow poll is due a minute later.
    await pass(2 * MINUTE + maxJitter(5000));
    const fast = asked();
    expect(fast).toBeGreaterThanOrEqual(17);
    await pass(MINUTE - 10_000);
    expect(asked()).toBe(fast);
  });

  test('polls every five minutes while the socket reports changes', async () => {
    const { pass, asked, rerender } = poll({ kind: 'block-status', isLive: true });
    await pass(LIVE_POLL_MS - 1);
    expect(asked()).toBe(0);
    await pass(1 + MOST_JITTER);
    expect(asked()).toBe(1);
    rerender({ kind: 'block-status', isLive: false });
    await pass(MINUTE + MOST_JITTER);
    expect(asked()).toBe(2);
  });

  test('does not poll on a page without `poll`', async () => {
    const { pass, asked } = poll({ kind: null });
    await pass(24 * 60 * MINUTE);
    expect(asked()).toBe(0);
  });

  test('pauses for a minute at most after a failure, or until focus or a success (RT-008, A107)', async () => {
    const load = createPageLoader<{ seq: number }>();
    let isDown = true;
    const request = new Request('http://localhost/manage');
    const { pass, say, asked } = poll({ kind: 'block-status', doneAt: Date.now() });
    const page = load(request, async () => {
      // Responds with a delay, so that the effects of the focus event run first.
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (isDown) throw new TypeError('Failed to fetch');
      return { seq: 1 };
    });
    await pass(10);
    // Fast polling would have sent eight requests. Retries of the failed load continue, and each failure restarts the pause.
    await pass(ERROR_PAUSE_MS - 10_000);
    expect(asked()).toBe(0);
    await say('blur');
    await say('focus');
    await pass(0);
    expect(asked()).toBe(1);
    isDown = false;
    await pass(ERROR_PAUSE_MS);
    await page;
    const before = asked();
    await pass(5000 + 1750);
    // One or two polls, depending on the jitter.
    expect(asked()).toBeGreaterThan(before);
  });
});
