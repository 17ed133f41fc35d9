import type { CallContext } from '../core/call-context';
import { endSessions } from '../core/end-sessions';
import { dropResetTokens } from '../store/credential.queries';
import { voidInvitations } from './invitations';
import { knowOnly } from './known-only';

/** Ends everything valid before a change of password or address: other sessions, known browsers, reset links and open pairings. */
export function settle(call: CallContext, browserId: string | undefined): void {
  endSessions(call, call.actor.id);
  knowOnly(call, browserId ?? null);
  voidInvitations(call);
  dropResetTokens(call.sql);
  call.recordChange('account', call.accountId);
}
