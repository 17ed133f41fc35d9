import { isRetryable } from '~/domain/retry';

/** The schedule of retries (8.1.12, 9.2.22): up to ten, from one second to a minute. */
export const MAX_RETRIES = 10;
export const RETRY_START_MS = 1000;
export const RETRY_LIMIT_MS = 60_000;

/** The tries are used up. `status` is that of the last one. */
export class Exhausted extends Error {
  readonly status: number;

  constructor(status: number, cause: unknown) {
    super(`no answer after ${MAX_RETRIES} retries (${status})`, { cause });
    this.name = 'Exhausted';
    this.status = status;
  }
}

/** How long to wait before retry number `retry` (from 0), in ms: doubling, up to half as long again, never over a minute. `random` in [0, 1). */
export function retryDelay(retry: number, random: number): number {
  const base = RETRY_START_MS * 2 ** retry;
  if (base < RETRY_LIMIT_MS) return Math.min(RETRY_LIMIT_MS, Math.floor(base * (1 + random / 2)));
  return Math.floor(RETRY_LIMIT_MS * (1 - random / 5));
}

/** How one try ended, as far as retrying goes; null for what is no failure: a redirect, or a reader who left. */
type Failure = { status: number } | null;

/**
 * Tries until there is an answer. Waiting can end early, by the network's return or the reader's, and then does not count as a retry.
 * @throws what is no retryable failure as it is; Exhausted after the last retry
 */
export async function loadWithRetries<Value>(
  load: () => Promise<Value>,
  how: {
    toFailure: (error: unknown) => Failure;
    /** Resolves to true when it was cut short; rejects when the reader left. */
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
