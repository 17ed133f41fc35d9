import type { Call } from '../core/call';
import { endSessions } from '../core/end-sessions';
import { voidInvitations } from '../credentials/invitations';
import { knowOnly } from '../credentials/known-only';

/**
 * Nothing that was handed out before counts any more: every session ends and its sockets are told, and nothing pairs (S06, S08). No browser is
 * known but the one that did this, by `browserId` (A132); null where it keeps no id.
 */
export function signEveryoneOut(call: Call, browserId: string | null): void {
  endSessions(call, null);
  knowOnly(call, browserId);
  voidInvitations(call);
}
