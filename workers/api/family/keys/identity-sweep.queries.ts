import { STAGED_LIFE_MS } from './account-key';

/** Time after which the cookie of an unused browser has expired (A132). */
const KNOWN_KEPT_MS = 400 * 24 * 60 * 60_000;
/** Longest period over which attempts are counted. */
const TRIED_KEPT_MS = 60 * 60_000;

/** Deletes expired links, counted attempts, staged envelopes and known browsers. Returns true if links, attempts or envelopes remain. */
export function dropExpired(sql: SqlStorage, now: number): boolean {
  sql.exec('DELETE FROM reset_token WHERE expires_at <= ?', now);
  sql.exec('DELETE FROM email_undo WHERE expires_at <= ?', now);
  sql.exec('DELETE FROM tried WHERE at <= ?', now - TRIED_KEPT_MS);
  sql.exec('DELETE FROM known_browser WHERE seen_at <= ?', now - KNOWN_KEPT_MS);
  sql.exec(
    `UPDATE account_key SET staged_enc_priv = NULL, staged_verifier = NULL, staged_at = NULL WHERE staged_at <= ?`,
    now - STAGED_LIFE_MS,
  );
  const query = `SELECT EXISTS (SELECT 1 FROM reset_token) OR EXISTS (SELECT 1 FROM email_undo) OR EXISTS (SELECT 1 FROM tried)
    OR EXISTS (SELECT 1 FROM account_key WHERE staged_at IS NOT NULL) AS is_left`;
  return sql.exec<{ is_left: number }>(query).one().is_left === 1;
}

/** Returns when the next known browser expires, in epoch ms; null if there is none. */
export function nextBrowserExpiry(sql: SqlStorage): number | null {
  const { seen_at } = sql.exec<{ seen_at: number | null }>('SELECT MIN(seen_at) AS seen_at FROM known_browser').one();
  return seen_at === null ? null : seen_at + KNOWN_KEPT_MS;
}
