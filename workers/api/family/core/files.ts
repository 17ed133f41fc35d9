import type { CallContext } from './call-context';
import { newToken } from './secrets';

/** Time in ms within which a row must reference a new file. Otherwise the file is deleted, because its call was interrupted or refused. */
const STORE_WITHIN_MS = 60 * 60_000;

/** Returns the prefix of all the family's files, so that a purge deletes every one. */
export function filesOf(accountId: string): string {
  return `family/${accountId}/`;
}

/** Returns an unguessable key for a file about to be stored, and schedules its deletion in case no row follows. */
export function expectFile(call: CallContext, folder: string): string {
  const key = `${filesOf(call.accountId)}${folder}/${newToken(16)}`;
  call.setDue('file', key, call.now + STORE_WITHIN_MS);
  return key;
}

/** Cancels the deletion of a file that a row now references. */
export function keepFile(call: CallContext, key: string): void {
  call.cancelDue('file', key);
}

/** Schedules the deletion of a file that no row references anymore. It is deleted after this commit, never before. */
export function dropFile(call: CallContext, key: string): void {
  call.setDue('file', key, call.now);
}
