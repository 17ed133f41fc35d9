import { describe, expect, test } from 'vitest';
import { Exhausted, loadWithRetries, MAX_RETRIES, RETRY_LIMIT_MS, RETRY_START_MS, retryDelay } from './load-retry';

/**
 * Runs a load that ends with these statuses in order and then repeats the last one. Waits take no time. 200 is a success; 302 is a
 * redirect.
 */
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
  test('uses the values of the specification (CONST-046, 047, 081)', () => {
    expect([RETRY_START_MS, RETRY_LIMIT_MS, MAX_RETRIES]).toEqual([1000, 60_000, 10]);
  });

  test.each([0, 408, 429, 500, 502, 503])('retries status %i (RT-019 to RT-022)', async (status) => {
    expect(await run([status, status, 200])).toMatchObject({ calls: 3, outcome: 'answer', failures: [status, status] });
  });

  test.each([400, 401, 403, 404, 410])('does not retry status %i (RT-023)', async (status) => {
    expect(await run([status])).toMatchObject({ calls: 1, outcome: status, failures: [] });
  });

  test('does not treat a redirect as a failure', async () => {
    expect(await run([503, 302])).toMatchObject({ calls: 2, outcome: 302 });
  });

  test('gives up after eleven calls (RT-024)', async () => {
    const { calls, outcome, waits } = await run([503]);
    expect(calls).toBe(11);
    expect(waits).toHaveLength(10);
    expect(outcome).toBeInstanceOf(Exhausted);
    expect(outcome).toMatchObject({ status: 503 });
  });

  test('does not count a retry when the network is back before the delay has ended', async () => {
    let cuts = 5;
    expect((await run([0], async () => cuts-- > 0)).calls).toBe(16);
  });

  test('starts with a delay of one second and grows to a minute, with jitter (RT-025 to RT-027)', () => {
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
