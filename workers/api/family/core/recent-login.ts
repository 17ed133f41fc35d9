import { RECENT_LOGIN_MS } from '#app/wire/identity';
import type { CallContext } from './call-context';
import { findSession } from './session.queries';

/** True if the calling session is less than ten minutes old. */
export function hasJustLoggedIn({ sql, actor, now }: CallContext): boolean {
  const session = findSession(sql, actor.id, now);
  return session !== null && now - session.created_at < RECENT_LOGIN_MS;
}
