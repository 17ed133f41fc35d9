import type { Call } from './call';
import { listSessions, revokeSession } from './session.queries';

/** Ends a session at once: its signature is worth nothing any more, and its sockets are told and closed. */
export function endSession(call: Call, id: string): void {
  revokeSession(call.sql, id, call.now);
  call.changed('session', id);
  call.signedOut(id);
}

/** Ends every session but one, or with null every one. Gives how many. */
export function endSessions(call: Call, exceptId: string | null): number {
  const ended = listSessions(call.sql, call.now).filter(({ id }) => id !== exceptId);
  for (const { id } of ended) endSession(call, id);
  return ended.length;
}
