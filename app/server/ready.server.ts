import type { WebEnv } from '../context.ts';

/** A healthy API responds faster. */
const PATIENCE_MS = 3000;

/** True if the API and its storage are reachable. Never throws. */
export async function isReady({ INTERNAL }: Pick<WebEnv, 'INTERNAL'>): Promise<boolean> {
  const tooLong = new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
  // Async, because `ready` can throw before it returns a promise.
  const ask = async () => INTERNAL.ready();
  return Promise.race([ask().catch(() => false), tooLong]);
}
