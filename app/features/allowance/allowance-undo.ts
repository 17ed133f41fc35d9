import * as z from 'zod';

/** Value in an undo form: no limits were set before. */
export const UNSET = 'unset';

const DAY_SECONDS = 24 * 3600;

/**
 * Parses the limits that an undo restores: seven comma-separated values in seconds, 0 = Sunday. Returns undefined if the text is invalid.
 */
export function parseSeconds(text: string): Array<number> | undefined {
  const parts = text.split(',');
  const isRight = parts.length === 7 && parts.every((part) => /^\d{1,5}$/.test(part) && Number(part) <= DAY_SECONDS);
  return isRight ? parts.map(Number) : undefined;
}

const changesSchema = z.record(z.string(), z.boolean());

/** Parses the apps that an undo reverts, and whether each was set to uncounted. Returns `{}` if the text is invalid. */
export function parseChanges(text: string): Record<string, boolean> {
  try {
    return changesSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}
