import type { CallContext } from './call-context';
import { listSessions, revokeSession } from './session.queries';

/** Ends a session immediately: its signatures become invalid, and its sockets are notified and closed. */
export function endSession(call: CallContext, id: string): void {
  revokeSession(call.sql, id, call.now);
  call.recordChange('session', id);
  call.closeSessionSockets(id);
}

/** Ends every session except `exceptId`; null ends all. Returns the number of ended sessions. */
export function endSessions(call: CallContext, exceptId: string | null): number {
  const ended = listSessions(call.sql, call.now).filter(({ id }) => id !== exceptId);
  for (const { id } of ended) endSession(call, id);
  return ended.length;
}
