import { isRetryable } from '#app/domain/retry';

/** Retry limits (8.1.12, 9.2.22): up to ten retries, with delays from one second to a minute. */
export const MAX_RETRIES = 10;
export const RETRY_START_MS = 1000;
export const RETRY_LIMIT_MS = 60_000;

/** Thrown after all retries failed. `status` is that of the last try. */
export class Exhausted extends Error {
  readonly status: number;

  constructor(status: number, cause: unknown) {
    super(`no answer after ${MAX_RETRIES} retries (${status})`, { cause });
    this.name = 'Exhausted';
    this.status = status;
  }
}

/**
 * Returns the delay in ms before retry number `retry` (from 0). The delay doubles each time, plus up to 50 % jitter. At the limit it is one
 * minute, minus up to 20 % jitter. `random` is in [0, 1).
 */
export function retryDelay(retry: number, random: number): number {
  const base = RETRY_START_MS * 2 ** retry;
  if (base < RETRY_LIMIT_MS) return Math.min(RETRY_LIMIT_MS, Math.floor(base * (1 + random / 2)));
  return Math.floor(RETRY_LIMIT_MS * (1 - random / 5));
}

/** The status of a failed try; null if the error is no failure: a redirect or an aborted request. */
type Failure = { status: number } | null;

/**
 * Calls `load` until it succeeds. A wait that ended early does not count as a retry.
 * @throws errors that cannot be retried, unchanged; Exhausted after the last retry
 */
export async function loadWithRetries<Value>(
  load: () => Promise<Value>,
  how: {
    toFailure: (error: unknown) => Failure;
    /** Resolves to true if the wait ended early; rejects if the request was aborted. */
    wait: (ms: number) => Promise<boolean>;
    onFailure: (status: number) => void;
    random?: () => number;
  },
): Promise<Value> {
  const random = how.random ?? Math.random;
  for (let retry = 0; ; ) {
    try {
      return await load();
    } catch (error) {
      const failure = how.toFailure(error);
      if (failure === null || !isRetryable(failure.status)) throw error;
      if (retry === MAX_RETRIES) throw new Exhausted(failure.status, error);
      how.onFailure(failure.status);
      if (!(await how.wait(retryDelay(retry, random())))) retry += 1;
    }
  }
}
