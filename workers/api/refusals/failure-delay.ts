import { ERROR_CODES, Refusal } from '#app/wire/errors';

/** Failed logins are answered after a multiple of this time, in ms. */
export const STEP_MS = 250;

/** Returns the delay in ms for a response that took `tookMs`. The response is then sent at the next step. */
export function remainingDelay(tookMs: number): number {
  const steps = Math.max(1, Math.ceil(tookMs / STEP_MS));
  return steps * STEP_MS - tookMs;
}

/**
 * Runs a login and delays a failure until the next step. Without the delay, timing would reveal an account: an object in memory responds
 * faster than one that must be loaded. Successes are not delayed. Rate limit refusals are not delayed either: their counters treat all
 * addresses alike, and a flood must not pile up waiting responses.
 */
export async function withConstantTiming<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  try {
    return await work();
  } catch (error) {
    if (!isRateLimited(error)) await scheduler.wait(remainingDelay(Date.now() - startedAt));
    throw error;
  }
}

function isRateLimited(error: unknown): boolean {
  return error instanceof Refusal && error.code === ERROR_CODES.rateLimited;
}
