import type { Card, Invoice, ProviderName, ProviderSubscription } from '#workers/api/billing/provider';

/** The account's customer at the provider, and what the provider last reported, except subscriptions. */
export type BillingRow = {
  provider: ProviderName | null;
  customerId: string | null;
  isTrialUsed: boolean;
  fingerprints: Array<string>;
  cards: Array<Card>;
  receipts: Array<Invoice>;
  /** Keys of the emails that were sent, so that none is sent twice. */
  mailed: Array<string>;
  tickets: number;
  appliedTicket: number;
  syncedAt: number | null;
  webhookAt: number | null;
};

type StoredBilling = {
  provider: ProviderName | null;
  customer_id: string | null;
  trial_used: number;
  fingerprints_json: string;
  cards_json: string;
  receipts_json: string;
  mailed_json: string;
  tickets: number;
  applied_ticket: number;
  synced_at: number | null;
  webhook_at: number | null;
};

const NEW: BillingRow = {
  provider: null,
  customerId: null,
  isTrialUsed: false,
  fingerprints: [],
  cards: [],
  receipts: [],
  mailed: [],
  tickets: 0,
  appliedTicket: 0,
  syncedAt: null,
  webhookAt: null,
};

/** Returns the billing row. If there is none, returns that of an account that never bought anything. */
export function findBilling(sql: SqlStorage): BillingRow {
  const row = sql.exec<StoredBilling>('SELECT * FROM billing').toArray()[0];
  if (row === undefined) return NEW;
  return {
    provider: row.provider,
    customerId: row.customer_id,
    isTrialUsed: row.trial_used === 1,
    fingerprints: JSON.parse(row.fingerprints_json),
    cards: JSON.parse(row.cards_json),
    receipts: JSON.parse(row.receipts_json),
    mailed: JSON.parse(row.mailed_json),
    tickets: row.tickets,
    appliedTicket: row.applied_ticket,
    syncedAt: row.synced_at,
    webhookAt: row.webhook_at,
  };
}

export function putBilling(sql: SqlStorage, row: BillingRow): void {
  sql.exec(
    `INSERT OR REPLACE INTO billing (id, provider, customer_id, trial_used, fingerprints_json, cards_json, receipts_json, mailed_json,
      tickets, applied_ticket, synced_at, webhook_at) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.provider,
    row.customerId,
    Number(row.isTrialUsed),
    JSON.stringify(row.fingerprints),
    JSON.stringify(row.cards),
    JSON.stringify(row.receipts),
    JSON.stringify(row.mailed),
    row.tickets,
    row.appliedTicket,
    row.syncedAt,
    row.webhookAt,
  );
}

/** A subscription as last reported. `isKept`: the one that gives access. */
export type StoredSubscription = ProviderSubscription & { isKept: boolean };

/** Returns the reported subscriptions, newest first. */
export function listSubscriptions(sql: SqlStorage): Array<StoredSubscription> {
  return sql
    .exec<{ is_kept: number; reported_json: string }>('SELECT is_kept, reported_json FROM subscription')
    .toArray()
    .map((row): StoredSubscription => ({ ...JSON.parse(row.reported_json), isKept: row.is_kept === 1 }))
    .sort((a, b) => b.createdAt - a.createdAt);
}

/** Returns the subscription that gives access, or null. */
export function findKept(sql: SqlStorage): StoredSubscription | null {
  return listSubscriptions(sql).find(({ isKept }) => isKept) ?? null;
}

/** Replaces the stored subscriptions. Writes only rows that differ. */
export function replaceSubscriptions(sql: SqlStorage, reported: ReadonlyArray<StoredSubscription>): void {
  const known = new Map(
    sql
      .exec<{ id: string; is_kept: number; reported_json: string }>('SELECT id, is_kept, reported_json FROM subscription')
      .toArray()
      .map((row) => [row.id, `${row.is_kept} ${row.reported_json}`]),
  );
  for (const { isKept, ...subscription } of reported) {
    const json = JSON.stringify(subscription);
    if (known.get(subscription.id) !== `${Number(isKept)} ${json}`) {
      const query = 'INSERT OR REPLACE INTO subscription (id, sku, is_kept, reported_json) VALUES (?, ?, ?, ?)';
      sql.exec(query, subscription.id, subscription.sku, Number(isKept), json);
    }
    known.delete(subscription.id);
  }
  for (const id of known.keys()) sql.exec('DELETE FROM subscription WHERE id = ?', id);
}

/** What is bought: the plan with its price in US cents per cycle, and the offer. Null for a new card. */
export type Order = { sku: string; price: number; percentOff: number; coupon: string | null; trialDays: number } | null;

export type CheckoutRow = {
  id: string;
  kind: 'subscription' | 'setup' | 'purchase';
  state: 'open' | 'done' | 'failed' | 'expired';
  ui: 'elements' | 'hosted';
  order: Order;
  /** The invoice that was past due when a change of the card began. Rows from before this field have none. */
  invoiceId?: string | null;
  tokenHash: string;
  providerId: string | null;
  /** What the provider returned when the checkout was created, for the next call for the same order. */
  answer: { clientSecret: string | null; url: string | null } | null;
  createdAt: number;
  expiresAt: number;
};

type StoredCheckout = {
  id: string;
  kind: CheckoutRow['kind'];
  state: CheckoutRow['state'];
  order_json: string;
  token_hash: string;
  provider_id: string | null;
  answer_json: string | null;
  created_at: number;
  expires_at: number;
};

export function listCheckouts(sql: SqlStorage): Array<CheckoutRow> {
  return sql.exec<StoredCheckout>('SELECT * FROM checkout ORDER BY created_at, id').toArray().map(toCheckout);
}

function toCheckout(row: StoredCheckout): CheckoutRow {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    ...JSON.parse(row.order_json),
    tokenHash: row.token_hash,
    providerId: row.provider_id,
    answer: row.answer_json === null ? null : JSON.parse(row.answer_json),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export function putCheckout(sql: SqlStorage, row: CheckoutRow): void {
  sql.exec(
    `INSERT OR REPLACE INTO checkout (id, kind, state, order_json, token_hash, provider_id, answer_json, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.kind,
    row.state,
    JSON.stringify({ order: row.order, ui: row.ui, invoiceId: row.invoiceId ?? null }),
    row.tokenHash,
    row.providerId,
    row.answer === null ? null : JSON.stringify(row.answer),
    row.createdAt,
    row.expiresAt,
  );
}

export function removeCheckoutsBefore(sql: SqlStorage, at: number): void {
  sql.exec("DELETE FROM checkout WHERE created_at < ? AND state != 'open'", at);
}

/** Returns the stored state of the sandbox as JSON, or null. */
export function findSandbox(sql: SqlStorage): string | null {
  return sql.exec<{ state_json: string }>('SELECT state_json FROM sandbox').toArray()[0]?.state_json ?? null;
}

export function putSandbox(sql: SqlStorage, json: string): void {
  sql.exec('INSERT OR REPLACE INTO sandbox (id, state_json) VALUES (1, ?)', json);
}
