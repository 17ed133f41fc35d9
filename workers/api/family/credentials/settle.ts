import type { Call } from '../call';
import { endSessions } from '../end-sessions';
import { voidInvitations } from '../invitations';
import { knowOnly } from '../known-only';
import { dropResetTokens } from './credential.queries';

/** Ends what was valid before a change of password or address: other sessions, known browsers, reset links and open pairings. */
export function settle(call: Call, browserId: string | undefined): void {
  endSessions(call, call.actor.id);
  knowOnly(call, browserId ?? null);
  voidInvitations(call);
  dropResetTokens(call.sql);
  call.changed('account', call.accountId);
}
