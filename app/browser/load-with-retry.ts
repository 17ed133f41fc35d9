import { waitUntilOnline } from './use-online';

/** Delay in ms before the second try to load a file, if the browser was online during the first try. */
export const SECOND_TRY_MS = 1000;

/**
 * Loads a file of the page. Retries when the network is back; if the browser was online, retries once.
 * @returns the result of `load` as `file`; null if it failed, for example after a new release of the server
 */
export async function loadWithRetry<File>(load: () => Promise<File>): Promise<{ file: File } | null> {
  for (let hasWaited = false; ; ) {
    try {
      return { file: await load() };
    } catch {
      if (await waitUntilOnline()) continue;
      if (hasWaited) return null;
      hasWaited = true;
      await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
    }
  }
}
