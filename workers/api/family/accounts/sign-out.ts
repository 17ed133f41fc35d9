import type { Call } from '../call';
import { endSessions } from '../end-sessions';
import { newSecret } from '../secrets';
import { setTokenKey } from './account.queries';
import { removeAllBrowsers } from './known-browser.queries';

/**
 * Nothing that was handed out before counts any more: every session ends and its sockets are told, no browser is known, and links with the
 * account's token are void (S06, S08, A132).
 */
export function signEveryoneOut(call: Call): void {
  endSessions(call, null);
  removeAllBrowsers(call.sql);
  setTokenKey(call.sql, call.sealer.seal(newSecret(), 'account'));
}
