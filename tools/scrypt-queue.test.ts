import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FairQueue, QueueFull } from './scrypt-queue.ts';

const PATIENCE_MS = 10_000;

/** Returns a job factory whose jobs end on demand, and the order in which jobs began. */
function jobs() {
  const begun: Array<string> = [];
  const endings: Array<() => void> = [];
  const job = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((done) => endings.push(done));
    return name;
  };
  const endOldest = async () => {
    endings.shift()?.();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { begun, job, endOldest };
}

describe('FairQueue', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('runs as many jobs in parallel as there are slots', async () => {
    const queue = new FairQueue({ slots: 2, perSource: 9, total: 9 });
    const { begun, job, endOldest } = jobs();
    for (const name of ['a1', 'a2', 'a3']) void queue.enter('a', PATIENCE_MS, job(name));
    expect(begun).toEqual(['a1', 'a2']);
    await endOldest();
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  test('takes turns between sources, regardless of how many jobs each source has waiting', async () => {
    const queue = new FairQueue({ slots: 1, perSource: 9, total: 9 });
    const { begun, job, endOldest } = jobs();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void queue.enter('a', PATIENCE_MS, job(name));
    for (const name of ['b1', 'b2']) void queue.enter('b', PATIENCE_MS, job(name));
    void queue.enter('c', PATIENCE_MS, job('c1'));
    for (let count = 0; count < 6; count += 1) await endOldest();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  test('refuses only the source that has reached its limit of waiting jobs', () => {
    const queue = new FairQueue({ slots: 1, perSource: 2, total: 9 });
    const { job } = jobs();
    for (const name of ['a1', 'a2', 'a3']) void queue.enter('a', PATIENCE_MS, job(name));
    expect(queue.hasRoom('a')).toBe(false);
    expect(() => queue.enter('a', PATIENCE_MS, job('a4'))).toThrow(QueueFull);
    expect(queue.hasRoom('b')).toBe(true);
  });

  test('discards the newest job of the source with the longest line when a full queue gets another source’s job', async () => {
    const queue = new FairQueue({ slots: 1, perSource: 3, total: 3 });
    const { begun, job, endOldest } = jobs();
    const tickets = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.enter('a', PATIENCE_MS, job(name)));
    const dropped = tickets.slice(2).map(({ done }) => expect(done).rejects.toBeInstanceOf(QueueFull));
    void queue.enter('b', PATIENCE_MS, job('b1'));
    void queue.enter('c', PATIENCE_MS, job('c1'));
    await Promise.all(dropped);
    for (let count = 0; count < 4; count += 1) await endOldest();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  test('refuses a new source when the queue is full and no source has two waiting jobs', () => {
    const queue = new FairQueue({ slots: 1, perSource: 3, total: 2 });
    const { job } = jobs();
    for (const source of ['a', 'b', 'c']) void queue.enter(source, PATIENCE_MS, job(source));
    expect(queue.hasRoom('d')).toBe(false);
  });

  test('counts a reserved place until it is released or expires', async () => {
    const queue = new FairQueue({ slots: 1, perSource: 2, total: 3 });
    const { begun, job } = jobs();
    const first = queue.promise('a', 1_000);
    queue.promise('a', 1_000);
    expect(() => queue.promise('a', 1_000)).toThrow(QueueFull);
    queue.promise('b', 1_000);
    expect(queue.hasRoom('c')).toBe(false);
    expect(first()).toBe(true);
    void queue.enter('a', PATIENCE_MS, job('a1'));
    expect(begun).toEqual(['a1']);
    vi.advanceTimersByTime(1_000);
    expect([first(), queue.hasRoom('a'), queue.hasRoom('c')]).toEqual([false, true, true]);
  });

  test('discards a waiting job when its maximum wait is over, but not a running job', async () => {
    const queue = new FairQueue({ slots: 1, perSource: 9, total: 9 });
    const { begun, job, endOldest } = jobs();
    const first = queue.enter('a', 1_000, job('a1'));
    const refused = expect(queue.enter('b', 1_000, job('b1')).done).rejects.toBeInstanceOf(QueueFull);
    vi.advanceTimersByTime(1_000);
    await refused;
    await endOldest();
    expect(await first.done).toBe('a1');
    expect(begun).toEqual(['a1']);
  });

  test('starts the next job after a job has left the queue or failed', async () => {
    const queue = new FairQueue({ slots: 1, perSource: 9, total: 9 });
    const { begun, job } = jobs();
    const failing = queue.enter('a', PATIENCE_MS, () => Promise.reject(new Error('out of memory')));
    const left = queue.enter('b', PATIENCE_MS, job('b1'));
    void queue.enter('c', PATIENCE_MS, job('c1'));
    left.leave();
    expect(await left.done).toBe(null);
    await expect(failing.done).rejects.toThrow('out of memory');
    expect(begun).toEqual(['c1']);
  });

  test('calculates retryAfter from the number of jobs and their mean duration', async () => {
    const queue = new FairQueue({ slots: 1, perSource: 99, total: 99 });
    const { job } = jobs();
    expect(queue.retryAfter()).toBe(1);
    for (let count = 0; count < 21; count += 1) void queue.enter('a', PATIENCE_MS, job('a'));
    expect(queue.retryAfter()).toBe(7);
  });
});
