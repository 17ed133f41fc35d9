import { RECENT_LOGIN_MS } from '../../../../app/wire/identity';
import type { Call } from './call';
import { findSession } from './session.queries';

/** Whether the session that makes the call began less than ten minutes ago. */
export function hasJustSignedIn({ sql, actor, now }: Call): boolean {
  const session = findSession(sql, actor.id, now);
  return session !== null && now - session.created_at < RECENT_LOGIN_MS;
}
