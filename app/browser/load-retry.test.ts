import { describe, expect, test } from 'vitest';
import { Exhausted, loadWithRetries, MAX_RETRIES, RETRY_LIMIT_MS, RETRY_START_MS, retryDelay } from './load-retry';

/** Runs a load that ends with these statuses in turn, the last one for ever; waiting takes no time. 200 is an answer, 302 no failure. */
async function run(statuses: Array<number>, wait: (ms: number) => Promise<boolean> = async () => false) {
  let calls = 0;
  const waits: Array<number> = [];
  const failures: Array<number> = [];
  const outcome = await loadWithRetries(
    async () => {
      const status = statuses[Math.min(calls, statuses.length - 1)];
      calls += 1;
      if (status !== 200) throw status;
      return 'answer';
    },
    {
      toFailure: (error) => (typeof error === 'number' && error !== 302 ? { status: error } : null),
      wait: (ms) => {
        waits.push(ms);
        return wait(ms);
      },
      onFailure: (status) => failures.push(status),
      random: () => 0.5,
    },
  ).catch((error: unknown) => error);
  return { calls, waits, failures, outcome };
}

describe('load retry', () => {
  test('the figures of the specification (CONST-046, 047, 081)', () => {
    expect([RETRY_START_MS, RETRY_LIMIT_MS, MAX_RETRIES]).toEqual([1000, 60_000, 10]);
  });

  test.each([0, 408, 429, 500, 502, 503])('status %i is tried again (RT-019 to RT-022)', async (status) => {
    expect(await run([status, status, 200])).toMatchObject({ calls: 3, outcome: 'answer', failures: [status, status] });
  });

  test.each([400, 401, 403, 404, 410])('status %i is not (RT-023)', async (status) => {
    expect(await run([status])).toMatchObject({ calls: 1, outcome: status, failures: [] });
  });

  test('what leads elsewhere is no failure', async () => {
    expect(await run([503, 302])).toMatchObject({ calls: 2, outcome: 302 });
  });

  test('eleven calls in all, then it is given up (RT-024)', async () => {
    const { calls, outcome, waits } = await run([503]);
    expect(calls).toBe(11);
    expect(waits).toHaveLength(10);
    expect(outcome).toBeInstanceOf(Exhausted);
    expect(outcome).toMatchObject({ status: 503 });
  });

  test('a wait that the network’s return cut short is no retry', async () => {
    let cuts = 5;
    expect((await run([0], async () => cuts-- > 0)).calls).toBe(16);
  });

  test('the delay starts at one second, grows, and ends at a minute, with jitter (RT-025 to RT-027)', () => {
    const delays = (random: number) => Array.from({ length: 10 }, (_, retry) => retryDelay(retry, random));
    expect(delays(0)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000]);
    expect(delays(0.999)).toEqual([1499, 2999, 5998, 11_996, 23_992, 47_984, 48_012, 48_012, 48_012, 48_012]);
    for (const random of [0, 0.25, 0.5, 0.75, 0.999]) {
      const growing = delays(random);
      expect(growing.slice(1, 7).every((delay, index) => delay > (growing[index] ?? 0))).toBe(true);
      expect(Math.max(...growing)).toBeLessThanOrEqual(RETRY_LIMIT_MS);
    }
  });
});
