/** A parent's logged-in browser or program. `secret` is sealed; `device_json` is the descriptor of A135. */
export type SessionRow = {
  id: string;
  secret_id: string;
  secret: string;
  device_json: string;
  created_at: number;
  seen_at: number;
  revoked_at: number | null;
  /** Place at login, reported by the edge, such as «Berlin, DE». */
  place: string | null;
};

const IDLE_LIFE_MS = 30 * 24 * 60 * 60_000;
const ABSOLUTE_LIFE_MS = 180 * 24 * 60 * 60_000;
const SEEN_STEP_MS = 60 * 60_000;

/** Returns the session, or null if it is revoked, idle for 30 days or 180 days old (A30). */
export function findSession(sql: SqlStorage, id: string, now: number): SessionRow | null {
  const rows = sql.exec<SessionRow>(
    'SELECT * FROM session WHERE id = ? AND revoked_at IS NULL AND seen_at > ? AND created_at > ?',
    id,
    now - IDLE_LIFE_MS,
    now - ABSOLUTE_LIFE_MS,
  );
  return rows.toArray()[0] ?? null;
}

/** How a session times out: after 30 days without use, or 180 days after the login. */
export type SessionEnd = 'idle' | 'expired';

/** Returns a timed-out session and the reason. Null if it is still valid, revoked or deleted. */
export function findEndedSession(sql: SqlStorage, id: string, now: number): { session: SessionRow; end: SessionEnd } | null {
  const [session] = sql.exec<SessionRow>('SELECT * FROM session WHERE id = ? AND revoked_at IS NULL', id).toArray();
  if (session === undefined) return null;
  if (session.created_at <= now - ABSOLUTE_LIFE_MS) return { session, end: 'expired' };
  return session.seen_at <= now - IDLE_LIFE_MS ? { session, end: 'idle' } : null;
}

export function insertSession(sql: SqlStorage, row: SessionRow): void {
  sql.exec(
    'INSERT INTO session (id, secret_id, secret, device_json, created_at, seen_at, revoked_at, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    row.id,
    row.secret_id,
    row.secret,
    row.device_json,
    row.created_at,
    row.seen_at,
    row.revoked_at,
    row.place,
  );
}

/** Records that a session is in use, at most once an hour, because row writes cost money. */
export function touchSession(sql: SqlStorage, session: SessionRow, now: number): void {
  if (now - session.seen_at >= SEEN_STEP_MS) sql.exec('UPDATE session SET seen_at = ? WHERE id = ?', now, session.id);
}

export function revokeSession(sql: SqlStorage, id: string, now: number): void {
  sql.exec('UPDATE session SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', now, id);
}

/** Deletes sessions 30 days after they timed out or were revoked. */
export function dropDeadSessions(sql: SqlStorage, now: number): void {
  sql.exec(
    'DELETE FROM session WHERE revoked_at < ? OR seen_at < ? OR created_at < ?',
    now - IDLE_LIFE_MS,
    now - 2 * IDLE_LIFE_MS,
    now - ABSOLUTE_LIFE_MS - IDLE_LIFE_MS,
  );
}

/** Returns the valid sessions, most recently used first. */
export function listSessions(sql: SqlStorage, now: number): Array<SessionRow> {
  const query =
    'SELECT * FROM session WHERE revoked_at IS NULL AND seen_at > ? AND created_at > ? ORDER BY seen_at DESC, created_at DESC, id';
  return sql.exec<SessionRow>(query, now - IDLE_LIFE_MS, now - ABSOLUTE_LIFE_MS).toArray();
}
