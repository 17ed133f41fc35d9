import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InvalidEnvelope, WrongSecret } from '#app/keys/envelope';
import { createKeyPool, IDLE_MS, type KeyWorker, MIN_WORKERS, WorkerCrashed } from './key-pool';

type Job = { name: string; input: unknown; answer(value: unknown): void; fail(error: Error): void };
type Fake = { jobs: Array<Job>; isEnded: boolean; crash(message: string): void };

let workers: Array<Fake> = [];

/** Starts a fake worker whose results the test triggers. */
function start(): KeyWorker {
  let crashed: (error: Error) => void = () => {};
  const fake: Fake = { jobs: [], isEnded: false, crash: (message) => crashed(new WorkerCrashed(message)) };
  workers.push(fake);
  return {
    run: (name, input) => new Promise((answer, fail) => fake.jobs.push({ name, input, answer, fail })),
    onCrash: (tell) => {
      crashed = tell;
    },
    terminate: () => {
      fake.isEnded = true;
    },
  };
}

const alive = () => workers.filter(({ isEnded }) => !isEnded).length;

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('keyPool', () => {
  test('uses the values of the specification (KEYS-024, 025, CONST-051, 052)', () => {
    expect([MIN_WORKERS, IDLE_MS]).toEqual([2, 30_000]);
  });

  test('runs two tasks concurrently on one core and queues a third (KEYS-024)', async () => {
    const pool = createKeyPool(start, 1);
    const tasks = ['a', 'b', 'c'].map((key) => pool.run('keyId', key));
    expect(workers.map(({ jobs }) => jobs.map(({ input }) => input))).toEqual([['a'], ['b']]);
    workers[1]?.jobs[0]?.answer('id of b');
    expect(await tasks[1]).toBe('id of b');
    expect(workers[1]?.jobs[1]?.input).toBe('c');
    expect(pool.size()).toBe(2);
  });

  test('starts no worker before there is a task, and at most one per core', () => {
    const pool = createKeyPool(start, 4);
    expect(workers).toHaveLength(0);
    for (let index = 0; index < 6; index += 1) void pool.run('generateKeyPair');
    expect(workers).toHaveLength(4);
  });

  test('reuses a free worker', async () => {
    const pool = createKeyPool(start, 4);
    for (const key of ['a', 'b']) {
      const task = pool.run('keyId', key);
      workers[0]?.jobs.at(-1)?.answer(key);
      await task;
    }
    expect(workers).toHaveLength(1);
  });

  test('ends a worker after 30 s without a task, and runs a later task in a new worker (KEYS-025)', async () => {
    const pool = createKeyPool(start, 2);
    const first = pool.run('keyId', 'a');
    workers[0]?.jobs[0]?.answer('id');
    await first;
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(alive()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect([alive(), pool.size()]).toEqual([0, 0]);
    const second = pool.run('keyId', 'b');
    workers[1]?.jobs[0]?.answer('id of b');
    expect(await second).toBe('id of b');
  });

  test('restarts the idle time after each task and does not end a busy worker', async () => {
    const pool = createKeyPool(start, 2);
    const first = pool.run('keyId', 'a');
    workers[0]?.jobs[0]?.answer('id');
    await first;
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    const slow = pool.run('generateKeyPair');
    await vi.advanceTimersByTimeAsync(10 * IDLE_MS);
    expect(alive()).toBe(1);
    workers[0]?.jobs[1]?.answer('pair');
    await slow;
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    expect(alive()).toBe(1);
  });

  test('rejects the task of a crashed worker, replaces the worker and runs queued tasks', async () => {
    const pool = createKeyPool(start, 1);
    const tasks = ['a', 'b', 'c'].map((key) => pool.run('keyId', key));
    const [lost] = await Promise.allSettled([tasks[0], workers[0]?.crash('out of memory')]);
    expect(lost).toMatchObject({ status: 'rejected', reason: expect.any(WorkerCrashed) });
    expect([workers[0]?.isEnded, workers[2]?.jobs[0]?.input, pool.size()]).toEqual([true, 'c', 2]);
    workers[2]?.jobs[0]?.answer('id of c');
    expect(await tasks[2]).toBe('id of c');
  });

  test('ignores a late result of a crashed worker', async () => {
    const pool = createKeyPool(start, 1);
    const task = pool.run('keyId', 'a');
    workers[0]?.crash('gone');
    workers[0]?.jobs[0]?.answer('late');
    await expect(task).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(IDLE_MS);
    expect(pool.size()).toBe(0);
  });

  test('rejects the task if the worker cannot be started', async () => {
    const pool = createKeyPool(() => {
      throw new Error('no workers here');
    }, 2);
    await expect(pool.run('keyId', 'a')).rejects.toThrow(WorkerCrashed);
  });

  test.each([
    [new WrongSecret(), WrongSecret],
    [new InvalidEnvelope(), InvalidEnvelope],
  ])('restores %s from the worker and keeps the worker', async (thrown, Class) => {
    const pool = createKeyPool(start, 2);
    const task = pool.run('keyId', 'a');
    // An error from another thread loses its class and keeps its name.
    workers[0]?.jobs[0]?.fail(Object.assign(new Error(thrown.message), { name: thrown.name }));
    await expect(task).rejects.toThrow(Class);
    expect(pool.size()).toBe(1);
  });
});
