import { awaitLine } from './use-online';

/** A file that fails for no reason of the line is asked for once more after this long, in ms. */
export const SECOND_TRY_MS = 1000;

/**
 * Asks for a file of the page: again whenever the line is back, and once more where it was not the line.
 * @returns what it holds, or null where it cannot be had: another release of the server, say
 */
export async function loadWithRetry<File>(load: () => Promise<File>): Promise<{ file: File } | null> {
  for (let hasWaited = false; ; ) {
    try {
      return { file: await load() };
    } catch {
      if (await awaitLine()) continue;
      if (hasWaited) return null;
      hasWaited = true;
      await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
    }
  }
}
