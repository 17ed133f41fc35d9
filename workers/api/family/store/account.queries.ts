import { ACCOUNT_TYPES } from '#app/domain/child';

/** The family's single account. `email_verified_at` is null while unverified; `confirmed_at` is null while provisional (A125). */
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
  login_scheme: 'password' | 'sso';
  /** 1 if the verifier is made from the typed password (A80). */
  is_legacy: number;
  sso_type: 'apple' | 'google' | null;
  sso_issuer: string | null;
  sso_subject: string | null;
  group_id: string | null;
  /** A `GroupOfferWire`, or null if the group brings nothing to a purchase. */
  group_offer_json: string | null;
  gclid: string | null;
  webapp_json: string;
  deletion_requested_at: number | null;
};

export function findAccount(sql: SqlStorage): AccountRow | null {
  return sql.exec<AccountRow>('SELECT * FROM account').toArray()[0] ?? null;
}

/**
 * Returns the family's account.
 * @throws Error in an object without an account, which no signed request can reach
 */
export function getAccount(sql: SqlStorage): AccountRow {
  return sql.exec<AccountRow>('SELECT * FROM account').one();
}

export function insertAccount(sql: SqlStorage, row: AccountRow): void {
  const names = Object.keys(row);
  sql.exec(`INSERT INTO account (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...Object.values(row));
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

/** Sets the zone of the account and of the parent's own record. */
export function setTimeZone(sql: SqlStorage, timeZone: string): void {
  sql.exec('UPDATE account SET time_zone = ?', timeZone);
  sql.exec('UPDATE child SET time_zone = ? WHERE type = ?', timeZone, ACCOUNT_TYPES.account);
}

/** Sets the language and region of the account's emails and notifications. */
export function setLocale(sql: SqlStorage, locale: string): void {
  sql.exec('UPDATE account SET locale = ?', locale);
}

/** Stores the counts of blocks and grants in a calendar month (A28, A45). */
export function setCounts(sql: SqlStorage, month: string, blocks: number, grants: number): void {
  sql.exec('UPDATE account SET count_month = ?, block_count = ?, grant_count = ?', month, blocks, grants);
}

/** Replaces the key of the account's tokens, which voids all earlier tokens. */
export function setTokenKey(sql: SqlStorage, sealed: string): void {
  sql.exec('UPDATE account SET token_key = ?', sealed);
}

export type EmailTokenRow = { hash: string; sent_at: number; expires_at: number };

export function insertEmailToken(sql: SqlStorage, row: EmailTokenRow): void {
  sql.exec('INSERT INTO email_token (hash, sent_at, expires_at) VALUES (?, ?, ?)', row.hash, row.sent_at, row.expires_at);
}

export function findEmailToken(sql: SqlStorage, hash: string): EmailTokenRow | null {
  return sql.exec<EmailTokenRow>('SELECT * FROM email_token WHERE hash = ?', hash).toArray()[0] ?? null;
}

export function dropEmailTokensBefore(sql: SqlStorage, before: number): void {
  sql.exec('DELETE FROM email_token WHERE expires_at < ?', before);
}

/** Voids emailed verification links, because a link sent to one address must not verify another. */
export function dropEmailTokens(sql: SqlStorage): void {
  sql.exec('DELETE FROM email_token');
}

export function setAttributes(
  sql: SqlStorage,
  { marketing_optin, webapp_json }: Pick<AccountRow, 'marketing_optin' | 'webapp_json'>,
): void {
  sql.exec('UPDATE account SET marketing_optin = ?, webapp_json = ?', marketing_optin, webapp_json);
}

/** Sets when deletion was requested; null cancels it (S11). */
export function setDeletionRequested(sql: SqlStorage, at: number | null): void {
  sql.exec('UPDATE account SET deletion_requested_at = ?', at);
}

/** Retires the account, so that nobody can log in. */
export function retireAccount(sql: SqlStorage, now: number): void {
  sql.exec('UPDATE account SET retired_at = coalesce(retired_at, ?)', now);
}

/** Replaces the login. The account is then no longer a legacy one, because the verifier is always of a derived value (A80). */
export function setLogin(
  sql: SqlStorage,
  row: Pick<AccountRow, 'email' | 'email_verified_at' | 'password_salt' | 'password_verifier'>,
): void {
  const query = 'UPDATE account SET email = ?, email_verified_at = ?, password_salt = ?, password_verifier = ?, is_legacy = 0';
  sql.exec(query, row.email, row.email_verified_at, row.password_salt, row.password_verifier);
}

type StoredLogin = Pick<AccountRow, 'email' | 'email_verified_at' | 'password_salt' | 'password_verifier' | 'is_legacy'>;
/** Restores the login from before an address change. A legacy account becomes a legacy account again (S06, A80). */
export function restoreLogin(sql: SqlStorage, row: StoredLogin): void {
  setLogin(sql, row);
  sql.exec('UPDATE account SET is_legacy = ?', row.is_legacy);
}

/** Removes the address after it was given to another family (A125). */
export function clearEmail(sql: SqlStorage): void {
  sql.exec("UPDATE account SET email = '', email_verified_at = NULL");
}
