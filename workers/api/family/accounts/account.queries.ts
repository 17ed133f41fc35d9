/** The one account of the family. `email_verified_at` null = not proven; `confirmed_at` null = provisional (A125). */
export type AccountRow = {
  account_id: string;
  email: string;
  email_verified_at: number | null;
  password_salt: string;
  password_verifier: string;
  token_key: string;
  time_zone: string;
  locale: string;
  marketing_optin: number;
  count_month: string;
  block_count: number;
  grant_count: number;
  created_at: number;
  confirmed_at: number | null;
  last_activity_at: number;
  retired_at: number | null;
};

export function findAccount(sql: SqlStorage): AccountRow | null {
  return sql.exec<AccountRow>('SELECT * FROM account').toArray()[0] ?? null;
}

/** @throws Error in an object that was never provisioned: nothing signed can get there */
export function getAccount(sql: SqlStorage): AccountRow {
  return sql.exec<AccountRow>('SELECT * FROM account').one();
}

export function insertAccount(sql: SqlStorage, row: AccountRow): void {
  sql.exec(
    `INSERT INTO account (account_id, email, email_verified_at, password_salt, password_verifier, token_key, time_zone, locale,
      marketing_optin, count_month, block_count, grant_count, created_at, confirmed_at, last_activity_at, retired_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.account_id,
    row.email,
    row.email_verified_at,
    row.password_salt,
    row.password_verifier,
    row.token_key,
    row.time_zone,
    row.locale,
    row.marketing_optin,
    row.count_month,
    row.block_count,
    row.grant_count,
    row.created_at,
    row.confirmed_at,
    row.last_activity_at,
    row.retired_at,
  );
}

export function confirmAccount(sql: SqlStorage, now: number): void {
  sql.exec('UPDATE account SET confirmed_at = ?', now);
}

export function markVerified(sql: SqlStorage, now: number): void {
  sql.exec('UPDATE account SET email_verified_at = coalesce(email_verified_at, ?)', now);
}

export function touchAccount(sql: SqlStorage, now: number): void {
  sql.exec('UPDATE account SET last_activity_at = ?', now);
}

/** Stores the two counts of a calendar month (A28, A45). */
export function setCounts(sql: SqlStorage, month: string, blocks: number, grants: number): void {
  sql.exec('UPDATE account SET count_month = ?, block_count = ?, grant_count = ?', month, blocks, grants);
}

export type EmailTokenRow = { hash: string; sent_at: number; expires_at: number };

export function insertEmailToken(sql: SqlStorage, row: EmailTokenRow): void {
  sql.exec('INSERT INTO email_token (hash, sent_at, expires_at) VALUES (?, ?, ?)', row.hash, row.sent_at, row.expires_at);
}

export function findEmailToken(sql: SqlStorage, hash: string): EmailTokenRow | null {
  return sql.exec<EmailTokenRow>('SELECT * FROM email_token WHERE hash = ?', hash).toArray()[0] ?? null;
}

export function countEmailTokensSince(sql: SqlStorage, since: number): number {
  return sql.exec<{ n: number }>('SELECT count(*) AS n FROM email_token WHERE sent_at > ?', since).one().n;
}

export function dropEmailTokensBefore(sql: SqlStorage, before: number): void {
  sql.exec('DELETE FROM email_token WHERE expires_at < ?', before);
}
