import { folderOf, type TextSet } from '../i18n';
import { reportError } from './report-error';

/** Limits for reading text files (9.2.23): concurrent reads, retries, and the first delay in ms, which doubles each time. */
export const TEXT_READS = { concurrent: 10, retries: 5, baseWaitMs: 350 } as const;

export type Texts = { [key: string]: string | Texts };

/** Where the text files are: the build sets the folder of its copies, the development server serves the sources. */
const TEXT_FOLDER: string = import.meta.env.TEXT_FOLDER ?? '/locales';
const read = createTextReader(fetchTexts);

/**
 * Creates a reader for text files that limits concurrent reads and retries failures.
 * @returns a function that returns the texts of one language and set; it throws 'Error fetching {locale}' after the last try (ERR-026)
 */
export function createTextReader(fetchFile: (language: string, set: TextSet) => Promise<Texts>) {
  let reading = 0;
  const waiting: Array<() => void> = [];

  async function readOnce(language: string, set: TextSet): Promise<Texts> {
    if (reading === TEXT_READS.concurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else reading += 1;
    try {
      return await fetchFile(language, set);
    } finally {
      // Passes the slot on directly, so that no other read can take it.
      const next = waiting.shift();
      if (next === undefined) reading -= 1;
      else next();
    }
  }

  return async (language: string, set: TextSet): Promise<Texts> => {
    for (let retry = 0; ; retry += 1) {
      try {
        return await readOnce(language, set);
      } catch (cause) {
        if (retry === TEXT_READS.retries) throw new Error(`Error fetching ${language}`, { cause });
        await new Promise((resolve) => setTimeout(resolve, TEXT_READS.baseWaitMs * 2 ** retry));
      }
    }
  };
}

/**
 * Returns a text set in the given language. On failure, reports the error and returns the English texts (8.2.10).
 * @throws Error if the English texts cannot be loaded either
 */
export async function findTexts(language: string, set: TextSet): Promise<{ language: string; texts: Texts }> {
  try {
    return { language, texts: await read(language, set) };
  } catch (error) {
    void reportError(error);
    if (language === 'en') throw error;
    return { language: 'en', texts: await read('en', set) };
  }
}

async function fetchTexts(language: string, set: TextSet): Promise<Texts> {
  // Files instead of modules, because some browsers never fetch a failed module again.
  const response = await fetch(`${TEXT_FOLDER}/${folderOf(set)}${language}.json`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const texts: unknown = await response.json();
  if (!isTexts(texts)) throw new Error('No texts');
  return texts;
}

/** Returns true for our texts, which have an object per section. A proxy may return other JSON. */
function isTexts(value: unknown): value is Texts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const parts = Object.values(value);
  return parts.length > 0 && parts.every((part) => typeof part === 'object' && part !== null);
}
