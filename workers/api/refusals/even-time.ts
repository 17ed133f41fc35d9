import { ERROR_CODES, Refusal } from '../../../app/wire/errors';

/** Refused logins leave at a multiple of this after they arrived. */
export const STEP_MS = 250;

/** How long an answer that took `tookMs` still waits, so that it leaves at the next multiple of the step. */
export function waitAfter(tookMs: number): number {
  const steps = Math.max(1, Math.ceil(tookMs / STEP_MS));
  return steps * STEP_MS - tookMs;
}

/**
 * Runs a login; a failure is held back until the next step. An object that has to be loaded first answers some milliseconds later than one
 * that is in memory, and which of both it is depends on whether the address has an account. A success is not held back, nor is a refusal
 * by the rate limit: its counters are the same for every address, and a flood must not pile up waiting answers.
 */
export async function atEvenTimes<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  try {
    return await work();
  } catch (error) {
    if (!isRateLimited(error)) await scheduler.wait(waitAfter(Date.now() - startedAt));
    throw error;
  }
}

function isRateLimited(error: unknown): boolean {
  return error instanceof Refusal && error.code === ERROR_CODES.rateLimited;
}
