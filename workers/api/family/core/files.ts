import type { Call } from './call';
import { newToken } from './secrets';

/**
 * Nobody takes this long to store a file. One that no row names by then was left behind by a call that was cut off or refused, and goes.
 */
const STORE_WITHIN_MS = 60 * 60_000;

/** Where the files of a family lie: all of them, so that none outlives it. */
export function filesOf(accountId: string): string {
  return `family/${accountId}/`;
}

/** A key that nobody can guess, for a file that is about to be stored: its end is written down before it begins. */
export function expectFile(call: Call, folder: string): string {
  const key = `${filesOf(call.accountId)}${folder}/${newToken(16)}`;
  call.due('file', key, call.now + STORE_WITHIN_MS);
  return key;
}

/** With this commit a row names the file. */
export function keepFile(call: Call, key: string): void {
  call.notDue('file', key);
}

/** With this commit no row names the file any more: it goes after it, never before. */
export function dropFile(call: Call, key: string): void {
  call.due('file', key, call.now);
}
