import { RECENT_LOGIN_MS } from '#app/wire/identity';
import type { Call } from './call';
import { findSession } from './session.queries';

/** True if the calling session is less than ten minutes old. */
export function hasJustSignedIn({ sql, actor, now }: Call): boolean {
  const session = findSession(sql, actor.id, now);
  return session !== null && now - session.created_at < RECENT_LOGIN_MS;
}
