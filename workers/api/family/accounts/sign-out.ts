import type { CallContext } from '../core/call-context';
import { endSessions } from '../core/end-sessions';
import { voidInvitations } from '../credentials/invitations';
import { knowOnly } from '../credentials/known-only';

/**
 * Ends every session, notifies its sockets and voids open pairings (S06, S08). Only the browser with `browserId` stays known (A132); null
 * if it can't keep an id.
 */
export function signEveryoneOut(call: CallContext, browserId: string | null): void {
  endSessions(call, null);
  knowOnly(call, browserId);
  voidInvitations(call);
}
