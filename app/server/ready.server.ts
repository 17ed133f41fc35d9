import type { WebEnv } from '../context.ts';

/** Longer than a sound API ever takes. */
const PATIENCE_MS = 3000;

/** True when the API and its storage can be reached now. Never throws. */
export async function isReady({ INTERNAL }: Pick<WebEnv, 'INTERNAL'>): Promise<boolean> {
  const tooLong = new Promise<false>((resolve) => setTimeout(resolve, PATIENCE_MS, false));
  // Asked inside, for a call may fail before it gives a promise.
  const ask = async () => INTERNAL.ready();
  return Promise.race([ask().catch(() => false), tooLong]);
}
