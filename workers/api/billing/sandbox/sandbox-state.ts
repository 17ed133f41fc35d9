import type { Card, HeldChange, Invoice, InvoiceState, ProviderError, ProviderSubscription, Result } from '../provider';

/** A stored card with what it does when it is charged. `isConfirmed`: 3-D Secure was passed. */
export type SandboxCard = Card & { behavior: string; isConfirmed: boolean };

/**
 * A subscription of the sandbox. Period `n` of a plan starts `n` months or years after `anchorAt`, so that a month end does not move.
 * `failedAttempts` counts since the last renewal.
 */
export type SandboxSubscription = {
  id: string;
  sku: string;
  cycle: 'monthly' | 'annual';
  price: number;
  percentOff: number;
  /** Missing in subscriptions from before it was stored. */
  couponId?: string | null;
  status: ProviderSubscription['status'];
  createdAt: number;
  anchorAt: number;
  periods: number;
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  /** Without `percentOff`, the discount stays. */
  pendingChange: { sku: string; at: number; percentOff?: number } | null;
  /** Undefined in a state from before this field. */
  heldChange?: HeldChange | null;
  /** An upgrade that waits for the parent’s bank. `at`: its proration date. */
  waitingChange?: { invoiceId: string; sku: string; percentOff: number; at: number } | null;
  nextAttemptAt: number | null;
  failedAttempts: number;
  latestInvoiceId: string | null;
};

export type SandboxInvoice = Invoice & { subscriptionId: string; declined: InvoiceState['declined']; confirmUrl: string | null };

export type SandboxCheckout = { id: string; mode: 'subscription' | 'setup'; status: 'open' | 'complete' | 'expired'; expiresAt: number };

/** The page for 3-D Secure, and the address to which it leads back after the payment of an invoice. */
export type Addresses = { confirmUrl: string; dueUrl: string };

/** Plan prices in US cents, as last sent from the catalog. */
export type Prices = Record<string, { price: number; cycle: 'monthly' | 'annual' }>;

/**
 * Everything that the sandbox knows about its one customer. `offsetMs`: how far its clock is ahead. `replies`: results by idempotency key.
 * `faults`: failures that tests have requested, the next first.
 */
export type SandboxState = {
  customerId: string;
  /** Credit for later payments, in US cents. Missing if there never was any. */
  credit?: number;
  offsetMs: number;
  lastId: number;
  prices: Prices;
  cards: Array<SandboxCard>;
  usedTokens: Array<string>;
  subscriptions: Array<SandboxSubscription>;
  invoices: Array<SandboxInvoice>;
  checkouts: Array<SandboxCheckout>;
  confirmations: Array<{ id: string; subscriptionId: string; invoiceId: string; returnUrl: string }>;
  replies: Record<string, Result<unknown>>;
  faults: Array<{ call: string; kind: 'before' | 'after' }>;
};

const PREFIX = 'sbx';

/** Returns the sandbox of an account before anything has happened. */
export function newSandbox(accountId: string): SandboxState {
  return {
    customerId: `${PREFIX}_cus_0.${accountId}`,
    offsetMs: 0,
    lastId: 0,
    prices: {},
    cards: [],
    usedTokens: [],
    subscriptions: [],
    invoices: [],
    checkouts: [],
    confirmations: [],
    replies: {},
    faults: [],
  };
}

/** Returns a new id of this sandbox. It ends with the account id, so that the family can be found by it. */
export function nextId(state: SandboxState, kind: string): string {
  state.lastId += 1;
  return `${PREFIX}_${kind}_${state.lastId}.${accountOf(state.customerId) ?? ''}`;
}

/** Returns the account id in an id of the sandbox, or null. */
export function accountOf(id: string): string | null {
  return /^sbx_[a-z]+_\d+\.([0-9a-f]+)$/.exec(id)?.[1] ?? null;
}

/** Returns a subscription that can still be changed, or null. */
export function findLive(state: SandboxState, wanted: string): SandboxSubscription | null {
  const found = state.subscriptions.find(({ id }) => id === wanted);
  return found !== undefined && ['trialing', 'active', 'past_due'].includes(found.status) ? found : null;
}

export function done<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function conflict(reason: string): { ok: false; error: ProviderError } {
  return { ok: false, error: { kind: 'conflict', reason } };
}
