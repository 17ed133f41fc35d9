import type { CallContext } from '../core/call-context';
import { endSessions } from '../core/end-sessions';
import { dropResetTokens } from '../store/credential.queries';
import { forgetOtherBrowsers } from './forget-other-browsers';
import { voidOpenPairings } from './void-open-pairings';

/** Ends everything valid before a change of password or address: other sessions, known browsers, reset links and open pairings. */
export function revokeEarlierAccess(call: CallContext, browserId: string | undefined): void {
  endSessions(call, call.actor.id);
  forgetOtherBrowsers(call, browserId ?? null);
  voidOpenPairings(call);
  dropResetTokens(call.sql);
  call.recordChange('account', call.accountId);
}
