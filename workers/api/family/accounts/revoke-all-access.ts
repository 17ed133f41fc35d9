import type { CallContext } from '../core/call-context';
import { endSessions } from '../core/end-sessions';
import { forgetOtherBrowsers } from '../credentials/forget-other-browsers';
import { voidOpenPairings } from '../credentials/void-open-pairings';

/**
 * Ends every session, notifies its sockets and voids open pairings (S06, S08). Only the browser with `browserId` stays known (A132); null
 * if the browser can't keep an id.
 */
export function revokeAllAccess(call: CallContext, browserId: string | null): void {
  endSessions(call, null);
  forgetOtherBrowsers(call, browserId);
  voidOpenPairings(call);
}
