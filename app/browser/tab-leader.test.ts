import { afterEach, describe, expect, test, vi } from 'vitest';
import { joinTabs } from './tab-leader';

type Event = { seq: number };

/** Creates a fake lock manager that the tabs of a test share, because Node has none. */
function fakeLocks() {
  const queue: Array<() => Promise<void>> = [];
  let isHeld = false;
  const next = () => {
    const turn = isHeld ? undefined : queue.shift();
    if (turn === undefined) return;
    isHeld = true;
    void turn().finally(() => {
      isHeld = false;
      next();
    });
  };
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
      return new Promise((resolve, reject) => {
        queue.push(() => (signal.aborted ? Promise.resolve() : hold().then(resolve)));
        signal.addEventListener('abort', () => reject(signal.reason));
        next();
      });
    },
  };
}

const left: Array<() => void> = [];

afterEach(() => {
  for (const leave of left.splice(0)) leave();
  vi.unstubAllGlobals();
});

function tab(name: string) {
  const seen = { received: [] as Array<number>, opened: 0, closed: 0, tell: (_event: Event) => {} };
  let last = 0;
  const leave = joinTabs<Event>(
    name,
    (tell) => {
      seen.opened += 1;
      seen.tell = (event) => {
        last = event.seq;
        tell(event);
      };
      return {
        state: () => ({ seq: last }),
        close: () => {
          seen.closed += 1;
        },
      };
    },
    ({ seq }) => seen.received.push(seq),
  );
  left.push(leave);
  return { seen, leave };
}

describe('joinTabs', () => {
  test('opens one connection for all tabs, and another tab takes over when the leader closes', async () => {
    vi.stubGlobal('navigator', { locks: fakeLocks() });
    const first = tab('a');
    await expect.poll(() => first.seen.opened).toBe(1);
    const second = tab('a');
    // The second tab asked for the state.
    await expect.poll(() => second.seen.received).toEqual([0]);
    first.seen.tell({ seq: 4 });
    expect(first.seen.received).toEqual([4]);
    await expect.poll(() => second.seen.received).toEqual([0, 4]);
    expect(second.seen.opened).toBe(0);
    first.leave();
    await expect.poll(() => second.seen.opened).toBe(1);
    expect(first.seen.closed).toBe(1);
    second.seen.tell({ seq: 5 });
    expect([first.seen.received, second.seen.received]).toEqual([[4], [0, 4, 5]]);
  });

  test('sends the current state to a new tab', async () => {
    vi.stubGlobal('navigator', { locks: fakeLocks() });
    const first = tab('b');
    await expect.poll(() => first.seen.opened).toBe(1);
    first.seen.tell({ seq: 9 });
    const late = tab('b');
    await expect.poll(() => late.seen.received).toEqual([9]);
  });

  test('does not connect in a tab that closed while waiting for the lock', async () => {
    vi.stubGlobal('navigator', { locks: fakeLocks() });
    const [first, second, third] = [tab('c'), tab('c'), tab('c')];
    second.leave();
    first.leave();
    await expect.poll(() => third.seen.opened).toBe(1);
    expect(second.seen.opened).toBe(0);
  });

  test('does not reconnect in any tab if the leader reports the end of the session and closes immediately', async () => {
    vi.stubGlobal('navigator', { locks: fakeLocks() });
    const LAST = 7;
    const join = () => {
      const seen = { opened: 0, received: [] as Array<number>, tell: (_event: Event) => {} };
      const leave = joinTabs<Event>(
        'f',
        (tell) => {
          seen.opened += 1;
          seen.tell = tell;
          return { state: () => ({ seq: 0 }), close: () => {} };
        },
        ({ seq }) => {
          seen.received.push(seq);
          if (seq === LAST) leave();
        },
      );
      left.push(leave);
      return seen;
    };
    const first = join();
    await expect.poll(() => first.opened).toBe(1);
    const second = join();
    await expect.poll(() => second.received).toEqual([0]);
    // The second tab gets the lock before the message about the end.
    first.tell({ seq: LAST });
    await expect.poll(() => second.received).toEqual([0, LAST]);
    // The third tab becomes the next in the queue when the second tab leaves it.
    const third = join();
    await expect.poll(() => third.opened).toBe(1);
    expect(second.opened).toBe(0);
  });

  test('opens a connection in each tab without the Web Locks API', () => {
    vi.stubGlobal('navigator', {});
    const [first, second] = [tab('d'), tab('d')];
    expect([first.seen.opened, second.seen.opened]).toEqual([1, 1]);
    first.seen.tell({ seq: 1 });
    expect([first.seen.received, second.seen.received]).toEqual([[1], []]);
    first.leave();
    expect([first.seen.closed, second.seen.closed]).toEqual([1, 0]);
  });
});
