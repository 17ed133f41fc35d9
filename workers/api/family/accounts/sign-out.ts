import type { Call } from '../call';
import { endSessions } from '../end-sessions';
import { voidInvitations } from '../invitations';
import { removeAllBrowsers } from './known-browser.queries';

/**
 * Nothing that was handed out before counts any more: every session ends and its sockets are told, no browser is known, and nothing pairs
 * (S06, S08, A132).
 */
export function signEveryoneOut(call: Call): void {
  endSessions(call, null);
  removeAllBrowsers(call.sql);
  voidInvitations(call);
}
