import * as z from 'zod';

/** In an undo: nobody had set any numbers before. */
export const UNSET = 'unset';

const DAY_SECONDS = 24 * 3600;

/** Reads the seven numbers that an undo brings back: seconds by weekday, 0 = Sunday, joined by commas; undefined where they are not that. */
export function parseSeconds(text: string): Array<number> | undefined {
  const parts = text.split(',');
  const isRight = parts.length === 7 && parts.every((part) => /^\d{1,5}$/.test(part) && Number(part) <= DAY_SECONDS);
  return isRight ? parts.map(Number) : undefined;
}

const changesSchema = z.record(z.string(), z.boolean());

/** Reads which apps an undo is about, and whether each was set to not count; none where that cannot be read. */
export function parseChanges(text: string): Record<string, boolean> {
  try {
    return changesSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
