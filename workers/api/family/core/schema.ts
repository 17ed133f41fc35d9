/**
 * The family's migrations. Each entry runs once, in order, in one transaction with its version number. Never edit a released entry.
 * Instants are epoch ms; JSON columns are named `*_json`.
 */
export const MIGRATIONS: ReadonlyArray<string> = [
  `
  CREATE TABLE account (
    account_id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    email_verified_at INTEGER,
    password_salt TEXT NOT NULL,
    password_verifier TEXT NOT NULL,
    token_key TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    locale TEXT NOT NULL,
    marketing_optin INTEGER NOT NULL,
    count_month TEXT NOT NULL,
    block_count INTEGER NOT NULL DEFAULT 0,
    grant_count INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    confirmed_at INTEGER,
    last_activity_at INTEGER NOT NULL,
    retired_at INTEGER
  ) WITHOUT ROWID;

  CREATE TABLE email_token (
    hash TEXT PRIMARY KEY,
    sent_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE session (
    id TEXT PRIMARY KEY,
    secret_id TEXT NOT NULL,
    secret TEXT NOT NULL,
    device_json TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) WITHOUT ROWID;

  CREATE TABLE sku (
    sku TEXT PRIMARY KEY,
    owned_json TEXT NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE child (
    id TEXT PRIMARY KEY,
    type INTEGER NOT NULL,
    name TEXT NOT NULL,
    birthday TEXT,
    gender TEXT,
    time_zone TEXT NOT NULL,
    locale TEXT,
    slot INTEGER NOT NULL,
    picture INTEGER,
    allowance_json TEXT NOT NULL,
    allowance_enabled INTEGER NOT NULL,
    requested_state TEXT NOT NULL,
    pause_until INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    retired_at INTEGER
  ) WITHOUT ROWID;

  CREATE TABLE rule (
    id TEXT PRIMARY KEY,
    child_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    effect TEXT,
    until INTEGER,
    name TEXT NOT NULL,
    weekdays TEXT NOT NULL,
    window TEXT NOT NULL,
    suspended INTEGER NOT NULL,
    recurring INTEGER NOT NULL,
    exceptions_json TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX rule_child ON rule (child_id);
  CREATE UNIQUE INDEX rule_override ON rule (child_id) WHERE kind = 'override';

  CREATE TABLE pairing (
    id TEXT PRIMARY KEY,
    child_id TEXT NOT NULL,
    child_name TEXT NOT NULL,
    os TEXT NOT NULL,
    code TEXT NOT NULL,
    code_expires_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    nonce TEXT,
    device_id TEXT,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE device (
    id TEXT PRIMARY KEY,
    pair_id TEXT NOT NULL,
    secret TEXT NOT NULL,
    name TEXT NOT NULL,
    make TEXT NOT NULL,
    model TEXT NOT NULL,
    model_name TEXT NOT NULL,
    os TEXT NOT NULL,
    udid TEXT NOT NULL,
    fcm_token TEXT,
    management_level TEXT NOT NULL,
    key_pinned INTEGER NOT NULL,
    child_ids_json TEXT NOT NULL,
    suspended INTEGER NOT NULL,
    schedule_at INTEGER NOT NULL,
    report_seq INTEGER NOT NULL,
    report_json TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    retired_at INTEGER
  ) WITHOUT ROWID;

  CREATE TABLE usage (
    device_id TEXT NOT NULL,
    child_id TEXT NOT NULL,
    date TEXT NOT NULL,
    seconds INTEGER NOT NULL,
    PRIMARY KEY (child_id, date, device_id)
  ) WITHOUT ROWID;

  CREATE TABLE app_report (
    device_id TEXT PRIMARY KEY,
    apps_json TEXT NOT NULL,
    at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE location_report (
    device_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    from_at INTEGER NOT NULL,
    to_at INTEGER NOT NULL,
    fixes_json TEXT NOT NULL,
    PRIMARY KEY (device_id, seq)
  ) WITHOUT ROWID;

  CREATE TABLE command (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    device_id TEXT NOT NULL,
    child_id TEXT,
    kind TEXT NOT NULL,
    action TEXT,
    state TEXT NOT NULL,
    schedule_at INTEGER NOT NULL,
    saved_at INTEGER NOT NULL,
    sent_at INTEGER,
    ended_at INTEGER,
    expires_at INTEGER,
    error TEXT
  );
  CREATE INDEX command_device ON command (device_id, kind, seq);

  CREATE TABLE answer (
    actor_id TEXT NOT NULL,
    key TEXT NOT NULL,
    hash TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (actor_id, key)
  ) WITHOUT ROWID;

  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    actor_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    refused TEXT
  );

  CREATE TABLE due (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) WITHOUT ROWID;
  CREATE INDEX due_at ON due (at);

  CREATE TABLE outbox (
    id TEXT PRIMARY KEY,
    message_json TEXT NOT NULL,
    tries INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  ALTER TABLE child ADD COLUMN paused_at INTEGER;

  CREATE TABLE notice (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    occurrence INTEGER NOT NULL,
    child_id TEXT NOT NULL,
    facts_json TEXT NOT NULL,
    at INTEGER NOT NULL,
    read_at INTEGER,
    shown_at INTEGER,
    hidden INTEGER NOT NULL,
    withdrawn_at INTEGER
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX notice_once ON notice (type, subject_id, occurrence);

  INSERT INTO due (kind, id, at) SELECT 'boundary', id, 0 FROM child WHERE type = 10 AND retired_at IS NULL;
  INSERT INTO due (kind, id, at) SELECT 'silence', id, 0 FROM device WHERE retired_at IS NULL;
  INSERT INTO due (kind, id, at) SELECT 'pairing-reminder', id, created_at + 86400000 FROM pairing WHERE device_id IS NULL;
  `,
  `
  ALTER TABLE account ADD COLUMN login_scheme TEXT NOT NULL DEFAULT 'password';
  ALTER TABLE account ADD COLUMN is_legacy INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE account ADD COLUMN sso_type TEXT;
  ALTER TABLE account ADD COLUMN sso_issuer TEXT;
  ALTER TABLE account ADD COLUMN sso_subject TEXT;
  ALTER TABLE account ADD COLUMN group_id TEXT;
  ALTER TABLE account ADD COLUMN gclid TEXT;
  ALTER TABLE account ADD COLUMN webapp_json TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE account ADD COLUMN deletion_requested_at INTEGER;

  ALTER TABLE session ADD COLUMN place TEXT;

  -- The one key of the account. staged_*: what S14 prepared and S05 or S06 commits.
  CREATE TABLE account_key (
    key_id TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    enc_priv TEXT NOT NULL,
    secret_salt TEXT,
    secret_verifier TEXT,
    state TEXT NOT NULL,
    staged_enc_priv TEXT,
    staged_verifier TEXT,
    staged_at INTEGER,
    requested_by TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- Keys that were replaced: only a recovery copy is left of their envelopes, until their samples have expired.
  CREATE TABLE old_key (
    key_id TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    enc_priv TEXT NOT NULL,
    replaced_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE known_browser (
    hash TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE reset_token (
    hash TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- What an address change replaced, so that the link in the mail to the old address can bring it back.
  CREATE TABLE email_undo (
    hash TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    email_verified_at INTEGER,
    password_salt TEXT NOT NULL,
    password_verifier TEXT NOT NULL,
    is_legacy INTEGER NOT NULL,
    key_id TEXT,
    enc_priv TEXT,
    changed_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) WITHOUT ROWID;

  -- Counted tries of signed calls: wrong secrets, mails.
  CREATE TABLE tried (
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (kind, at, id)
  ) WITHOUT ROWID;

  CREATE TABLE coupon (
    code TEXT PRIMARY KEY,
    coupon_json TEXT NOT NULL,
    applied_at INTEGER NOT NULL,
    redeemed_at INTEGER
  ) WITHOUT ROWID;
  `,
  `
  -- {date, seconds} on top of that date's allowance; null = none.
  ALTER TABLE child ADD COLUMN allowance_extra_json TEXT;
  -- GranularityContentWire, and when it was changed last; 0 = never.
  ALTER TABLE child ADD COLUMN granularity_json TEXT;
  ALTER TABLE child ADD COLUMN granularity_at INTEGER NOT NULL DEFAULT 0;
  -- Where the child's own picture lies in the bucket.
  ALTER TABLE child ADD COLUMN photo_key TEXT;
  ALTER TABLE child ADD COLUMN photo_at INTEGER;

  -- 'apps': blocks only the apps that name it.
  ALTER TABLE rule ADD COLUMN scope TEXT NOT NULL DEFAULT 'device';
  -- Of an override: the one that it replaced, for an undo within its ten seconds.
  ALTER TABLE rule ADD COLUMN replaced_json TEXT;

  -- Seconds per app of a child's local date on one device, one row for all apps: {bundle_id: seconds}.
  CREATE TABLE app_usage (
    child_id TEXT NOT NULL,
    date TEXT NOT NULL,
    device_id TEXT NOT NULL,
    seconds_json TEXT NOT NULL,
    PRIMARY KEY (child_id, date, device_id)
  ) WITHOUT ROWID;
  `,
  `
  -- {grant, pause}: what the pause replaced that holds now, for an undo within its ten seconds.
  ALTER TABLE child ADD COLUMN pause_replaced_json TEXT;

  -- Plans that end were taken before anything followed their end.
  INSERT OR IGNORE INTO due (kind, id, at)
    SELECT 'plan', sku, json_extract(owned_json, '$.expiration') FROM sku WHERE json_extract(owned_json, '$.expiration') IS NOT NULL;
  `,
  `
  -- [{zone, until}]: zones that the child has left, in that order.
  ALTER TABLE child ADD COLUMN left_zones_json TEXT;
  -- When the seconds were used: UsageLog. Of apps {bundle_id: UsageLog}. Null in rows of before that was kept.
  ALTER TABLE usage ADD COLUMN log_json TEXT;
  ALTER TABLE app_usage ADD COLUMN logs_json TEXT;
  `,
  `
  -- Rows written are the bill. What is due is a short list, read without an index.
  DROP INDEX IF EXISTS due_at;

  -- AUTOINCREMENT writes a second row for each. The last row is never swept away, so no number comes twice.
  CREATE TABLE audit_next (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    refused TEXT
  );
  INSERT INTO audit_next (id, at, actor_id, kind, subject_id, refused) SELECT id, at, actor_id, kind, subject_id, refused FROM audit;
  DROP TABLE audit;
  ALTER TABLE audit_next RENAME TO audit;
  `,
  `
  -- What grows with every report stands in the row that every report writes: of each child the date that grew last, and no other row has
  -- that date. {child id: {date, seconds, log}}, {child id: {date, seconds: {bundle id: seconds}, logs: {bundle id: UsageLog}}}.
  -- resend_at: when its unanswered commands are sent once more; before what is long, which a look at it need not walk through. As with the
  -- ends of rules no row beside it says so again.
  ALTER TABLE device ADD COLUMN resend_at INTEGER;
  ALTER TABLE device ADD COLUMN usage_json TEXT;
  ALTER TABLE device ADD COLUMN app_usage_json TEXT;
  UPDATE device SET resend_at = (SELECT at FROM due WHERE due.kind = 'resend' AND due.id = device.id)
    WHERE id IN (SELECT id FROM due WHERE kind = 'resend');
  DELETE FROM due WHERE kind IN ('rule', 'resend');

  -- An index is a row more for each that is written. Both are asked for by their device or child; the rest is short enough to be looked through.
  CREATE TABLE command_next (
    device_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    id TEXT NOT NULL,
    child_id TEXT,
    kind TEXT NOT NULL,
    action TEXT,
    state TEXT NOT NULL,
    schedule_at INTEGER NOT NULL,
    saved_at INTEGER NOT NULL,
    sent_at INTEGER,
    ended_at INTEGER,
    expires_at INTEGER,
    error TEXT,
    PRIMARY KEY (device_id, seq)
  ) WITHOUT ROWID;
  INSERT INTO command_next (device_id, seq, id, child_id, kind, action, state, schedule_at, saved_at, sent_at, ended_at, expires_at, error)
    SELECT device_id, seq, id, child_id, kind, action, state, schedule_at, saved_at, sent_at, ended_at, expires_at, error FROM command;
  DROP TABLE command;
  ALTER TABLE command_next RENAME TO command;
  -- What a parent asks of a device is rare among what carries rules: nobody reads a month of these for the one.
  CREATE INDEX command_asked ON command (device_id, kind, seq) WHERE kind <> 'policy';

  CREATE TABLE rule_next (
    child_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    effect TEXT,
    until INTEGER,
    name TEXT NOT NULL,
    weekdays TEXT NOT NULL,
    window TEXT NOT NULL,
    suspended INTEGER NOT NULL,
    recurring INTEGER NOT NULL,
    exceptions_json TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    scope TEXT NOT NULL,
    replaced_json TEXT,
    PRIMARY KEY (child_id, id)
  ) WITHOUT ROWID;
  INSERT INTO rule_next (child_id, id, kind, effect, until, name, weekdays, window, suspended, recurring, exceptions_json, created_at,
      updated_at, scope, replaced_json)
    SELECT child_id, id, kind, effect, until, name, weekdays, window, suspended, recurring, exceptions_json, created_at, updated_at, scope,
      replaced_json FROM rule;
  DROP TABLE rule;
  ALTER TABLE rule_next RENAME TO rule;
  `,
  `
  -- Zeros that a parent has typed are not those that every child had at first: these are null now.
  UPDATE child SET allowance_json = 'null' WHERE allowance_enabled = 0 AND allowance_json = '[0,0,0,0,0,0,0]';
  `,
  `
  -- The account key's row as it was before a change of address, as JSON: an undo restores it whatever was done to the key since. Null where
  -- there was no key, and in rows from before this column.
  ALTER TABLE email_undo ADD COLUMN key_json TEXT;
  -- When the password was first reset by mail to the address that the account was moved to; null: never.
  ALTER TABLE email_undo ADD COLUMN reset_at INTEGER;
  `,
  `
  -- pairing.code is a keyed hash from here on, and recorded answers that hold a code are sealed: Family hashes and seals what it finds.
  -- Refused tries at the account's door, a row for each hour, kind, reason and network's prefix. Not in audit: its last id is what browsers
  -- resume by, and no browser has to hear of these.
  CREATE TABLE refused_entry (
    hour INTEGER NOT NULL,
    what TEXT NOT NULL,
    reason TEXT NOT NULL,
    network TEXT NOT NULL,
    times INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    PRIMARY KEY (hour, what, reason, network)
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE place (
    id TEXT PRIMARY KEY,
    lat REAL NOT NULL,
    lon REAL NOT NULL,
    radius INTEGER NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    icon TEXT NOT NULL,
    active INTEGER NOT NULL,
    triggers_json TEXT NOT NULL,
    child_ids_json TEXT NOT NULL,
    not_by_json TEXT NOT NULL,
    -- When the position, the radius or the active flag last changed. Earlier states of devices are void.
    judged_since INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- DeviceLocation: the last position and the states at places. Every report writes this row, so no other row repeats them. Null: none.
  ALTER TABLE device ADD COLUMN location_json TEXT;

  -- One row per report. fixes_json: [[at, lat, lng, accuracy, speed, reason]]. from_at and to_at leave out positions from the future.
  -- child_ids_json: the children who had the device. The key serves days of one device and the retention.
  CREATE TABLE location_next (
    device_id TEXT NOT NULL,
    to_at INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    from_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    child_ids_json TEXT NOT NULL,
    fixes_json TEXT NOT NULL,
    PRIMARY KEY (device_id, to_at, seq)
  ) WITHOUT ROWID;
  INSERT INTO location_next (device_id, to_at, seq, from_at, received_at, child_ids_json, fixes_json)
    SELECT device_id, to_at, seq, from_at, to_at, device.child_ids_json, (SELECT json_group_array(json_array(value ->> '$.at', value ->> '$.lat',
      value ->> '$.lng', value ->> '$.accuracy', NULL, NULL)) FROM json_each(fixes_json))
    FROM location_report JOIN device ON device.id = device_id;
  DROP TABLE location_report;
  ALTER TABLE location_next RENAME TO location_report;

  -- Who read which child's positions. what: last or history. date: the day of the history, else ''. Kept for 90 days.
  CREATE TABLE location_access (
    child_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    actor_id TEXT NOT NULL,
    what TEXT NOT NULL,
    date TEXT NOT NULL,
    PRIMARY KEY (child_id, at, actor_id, what, date)
  ) WITHOUT ROWID;
  `,
  `
  -- A plan can be granted by the operator and bought at the same time. source: '' for the plan that every account has.
  CREATE TABLE sku_next (
    sku TEXT NOT NULL,
    source TEXT NOT NULL,
    owned_json TEXT NOT NULL,
    PRIMARY KEY (sku, source)
  ) WITHOUT ROWID;
  INSERT INTO sku_next (sku, source, owned_json) SELECT sku, coalesce(owned_json ->> '$.source', ''), owned_json FROM sku;
  DROP TABLE sku;
  ALTER TABLE sku_next RENAME TO sku;

  -- One row, from the first purchase on. trial_used never goes back to 0. tickets: syncs begun; applied_ticket: the newest one whose result
  -- is stored. cards_json, receipts_json: as the provider listed them. fingerprints_json: of every card that had a trial.
  CREATE TABLE billing (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    provider TEXT,
    customer_id TEXT,
    trial_used INTEGER NOT NULL DEFAULT 0,
    fingerprints_json TEXT NOT NULL DEFAULT '[]',
    cards_json TEXT NOT NULL DEFAULT '[]',
    receipts_json TEXT NOT NULL DEFAULT '[]',
    mailed_json TEXT NOT NULL DEFAULT '[]',
    tickets INTEGER NOT NULL DEFAULT 0,
    applied_ticket INTEGER NOT NULL DEFAULT 0,
    synced_at INTEGER,
    webhook_at INTEGER
  );

  -- The customer's subscriptions as the provider last listed them. Only a sync writes this table. is_kept: the one that gives access.
  CREATE TABLE subscription (
    id TEXT PRIMARY KEY,
    sku TEXT NOT NULL,
    is_kept INTEGER NOT NULL,
    reported_json TEXT NOT NULL
  ) WITHOUT ROWID;

  -- What a parent began to buy. kind: subscription, setup or purchase; state: open, done, failed or expired. provider_id: the provider's
  -- checkout, null for a purchase. order_json: the price and the offer. token_hash: of the card token of a purchase, else ''.
  CREATE TABLE checkout (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    order_json TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    provider_id TEXT,
    answer_json TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- The sandbox's provider: what Stripe would keep elsewhere (workers/api/billing/sandbox).
  CREATE TABLE sandbox (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    state_json TEXT NOT NULL
  );
  `,
  `
  -- When a device, or its location, was turned off and on. kind: location or powered. type: the event, such as location_off.
  CREATE TABLE silence_event (
    device_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    PRIMARY KEY (device_id, kind, at)
  ) WITHOUT ROWID;
  `,
  `
  -- What the group brings to a purchase, as it was promised at sign-up (A177); null without a group, or if it brings nothing.
  ALTER TABLE account ADD COLUMN group_offer_json TEXT;
  `,
  `
  -- A sample (screenshots) whose sealed objects are in the bucket. state: arriving, stored or deleted. updated_at rises with every change of
  -- any sample. keys_json: the wrapped content keys. objects_json: [{kind, bytes, sha256, iv, storedAt, isMissing}].
  -- gone_at: when the bucket had confirmed that it holds no object of a deleted sample.
  CREATE TABLE sample (
    id TEXT PRIMARY KEY,
    child_id TEXT NOT NULL,
    device_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    cause TEXT NOT NULL,
    command_id TEXT,
    state TEXT NOT NULL,
    keys_json TEXT NOT NULL,
    hits_json TEXT NOT NULL,
    has_hits INTEGER NOT NULL,
    objects_json TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    gone_at INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX sample_updated ON sample (updated_at);
  CREATE INDEX sample_of_child ON sample (child_id, updated_at);
  CREATE INDEX sample_of_device ON sample (device_id, received_at);

  -- Settings that a parent changed. Without a row, the defaults apply.
  CREATE TABLE sample_config (
    child_id TEXT PRIMARY KEY,
    config_json TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  -- Who got access to which sealed objects. what: thumbnails, screens or details. Kept for 90 days.
  CREATE TABLE sample_access (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor_id TEXT NOT NULL,
    child_id TEXT NOT NULL,
    what TEXT NOT NULL,
    sample_ids_json TEXT NOT NULL
  );
  `,
];

/**
 * Migrates the object's tables to the newest version. Safe to interrupt, because version and change commit together. Returns true if
 * anything changed. The caller must then set the alarm, because a migration may add due rows.
 */
export function migrate(storage: DurableObjectStorage): boolean {
  return migrateTo(storage);
}

/** Like `migrate`, but stops after `version` entries. */
export function migrateTo(storage: DurableObjectStorage, version = MIGRATIONS.length): boolean {
  storage.sql.exec('CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, at INTEGER NOT NULL)');
  const done = storage.sql.exec<{ version: number }>('SELECT coalesce(max(version), 0) AS version FROM migration').one().version;
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (index < done || index >= version) continue;
    storage.transactionSync(() => {
      storage.sql.exec(statements);
      storage.sql.exec('INSERT INTO migration (version, at) VALUES (?, ?)', index + 1, Date.now());
    });
  }
  return done < version;
}

/** Deletes the version of the tables, so that an imported one takes its place. */
export function removeVersion(sql: SqlStorage): void {
  sql.exec('DELETE FROM migration');
}
