import type { SubscriptionStatus } from '#app/domain/billing';
import type { Instant } from '#app/domain/time';

/** The providers of card payments. `sandbox` is part of Porchlight and accepts test cards only. */
export type ProviderName = 'stripe' | 'sandbox';

/** Why a card was declined. */
export const DECLINE_CODES = ['generic', 'insufficient_funds', 'expired_card', 'authentication_required', 'processing_error'] as const;
export type DeclineCode = (typeof DECLINE_CODES)[number];

/**
 * Why a call had no result. `unavailable`: no response or a server error, so it is unknown whether anything was done. `conflict`: the
 * provider’s state does not allow the call, for example a change of a canceled subscription.
 */
export type ProviderError = { kind: 'declined'; code: DeclineCode } | { kind: 'unavailable' } | { kind: 'conflict'; reason: string };

/** The result of a call. Expected errors are values; anything thrown is a bug. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: ProviderError };

/** A card as stored: never its number. `id`: the provider’s payment method. `fingerprint`: equal for the same number. */
export type Card = {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  name: string;
  fingerprint: string | null;
  isDefault: boolean;
};

/**
 * A receipt. Amounts in US cents. `url`: the provider’s page with the receipt, or null. `kind`: `trial` costs nothing, `credit` is in the
 * customer’s favor. `sku` and the period: what it is for; null if the provider does not say.
 */
export type Invoice = {
  id: string;
  at: Instant;
  kind: 'charge' | 'trial' | 'credit';
  sku: string | null;
  periodStart: Instant | null;
  periodEnd: Instant | null;
  amount: number;
  /** What was given back of it. */
  refunded: number;
  status: 'paid' | 'open' | 'void' | 'uncollectible' | 'draft';
  url: string | null;
};

/**
 * The newest invoice of a subscription. `clientSecret` confirms a payment that needs 3-D Secure in the browser; `hostedUrl` does the same
 * on the provider’s own page. Both null if nothing needs to be confirmed.
 */
export type InvoiceState = {
  id: string;
  status: Invoice['status'];
  amountDue: number;
  declined: DeclineCode | null;
  clientSecret: string | null;
  hostedUrl: string | null;
};

export type HeldChange = { sku: string; at: Instant; percentOff: number; id: string };

/** A subscription as the provider reports it. Prices in US cents per period, before the discount. Instants in epoch ms. */
export type ProviderSubscription = {
  id: string;
  sku: string;
  status: SubscriptionStatus;
  createdAt: Instant;
  periodStart: Instant;
  periodEnd: Instant;
  cancelAtPeriodEnd: boolean;
  canceledAt: Instant | null;
  trialEnd: Instant | null;
  /** A scheduled downgrade. */
  pendingChange: { sku: string; at: Instant } | null;
  /** A downgrade that a cancellation withdrew (A196). Not set while one is scheduled. `id`: of that cancellation. `percentOff`: from then on. */
  heldChange: HeldChange | null;
  /** When the provider charges a failed payment again; null if it does not. */
  nextAttemptAt: Instant | null;
  price: number;
  discountPercent: number;
  /** Our coupon with which it was bought; null without one. Its discount may have ended since. */
  couponId: string | null;
  /** The amount of the next renewal, after discount and pending change; null if it ends. */
  nextAmount: number | null;
  latestInvoice: InvoiceState | null;
};

/**
 * What a checkout creates. `idempotencyKey` is the id of our row, so a repeated call returns the same checkout. `returnUrl`: the address to
 * which the provider redirects the browser afterwards; it contains the id of our row. `elements`: the form is on our page and gets
 * `clientSecret`. `hosted`: the provider’s page, at `url`.
 */
export type CheckoutInput = {
  customerId: string;
  accountId: string;
  ui: 'elements' | 'hosted';
  returnUrl: string;
  locale: string;
  idempotencyKey: string;
  /** After this instant the checkout cannot be paid. */
  expiresAt: Instant;
} & (
  | {
      mode: 'subscription';
      sku: string;
      /** US cents per period, as shown on the page. The provider refuses another price with `conflict`. */
      price: number;
      /** 0 to 100, for every period. */
      percentOff: number;
      couponId: string | null;
      trialDays: number;
    }
  | { mode: 'setup' }
);

export type Checkout = { id: string; clientSecret: string | null; url: string | null };

/** The state of a checkout. `declined`: why the last attempt to pay failed. */
export type CheckoutState = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  customerId: string;
  subscriptionId: string | null;
  declined: DeclineCode | null;
  clientSecret: string | null;
  url: string | null;
};

/**
 * A subscription bought with a stored card (POST /purchase). The price and offer are as for a checkout. `returnUrl`: the address to which
 * the page for 3-D Secure redirects afterwards.
 */
export type SubscribeInput = {
  customerId: string;
  accountId: string;
  sku: string;
  price: number;
  percentOff: number;
  couponId: string | null;
  trialDays: number;
  returnUrl: string;
  idempotencyKey: string;
};

/** `confirm`: what the parent has to confirm first (3-D Secure); null if the payment is complete. */
export type Subscribed = { subscriptionId: string; confirm: { clientSecret: string | null; url: string | null } | null };

/** The plan after a change. `percentOff`: the discount from then on, 0 to 100; another one than before replaces it (A192). */
type ChangeTarget = { subscriptionId: string; sku: string; percentOff: number };

/** `prorationDate`: null for now; otherwise the quote as of that instant. */
export type PreviewInput = ChangeTarget & { prorationDate: Instant | null };

/**
 * The parts of what an upgrade costs now, in US cents (A193): `charge` for the new plan until the next payment, before the `discount` on it;
 * `credit` for the unused time of the old plan; `tax` that is added; `balance` of earlier credits that is used. Together they are
 * `amountDue`. What is below zero is `credited` to later payments. `includedTax` is part of the amounts.
 */
export type ChangeParts = {
  charge: number;
  discount: number;
  credit: number;
  tax: number;
  includedTax: number;
  balance: number;
  credited: number;
};

/** What an upgrade costs, in US cents. Pass `prorationDate` unchanged to `change`, so that the charge equals the quote. */
export type ChangePreview = { prorationDate: Instant; amountDue: number; parts: ChangeParts; nextAmount: number; nextAt: Instant };

export type ChangeInput = ChangeTarget & { prorationDate: Instant; idempotencyKey: string };

/** `price`: US cents per period before the discount. The provider refuses another price with `conflict`. */
export type DowngradeInput = ChangeTarget & { price: number; idempotencyKey: string };

/**
 * A provider of card payments. Both implementations pass the same contract tests. Every change is idempotent by its key. Callers never
 * store what a change returns; they read the state with `listSubscriptions`.
 */
export type BillingProvider = {
  name: ProviderName;
  /** The key for the provider’s script in the browser; null if there is none. */
  publishableKey: string | null;
  /** Returns the customer of an account; creates it once. */
  ensureCustomer: (accountId: string, email: string) => Promise<Result<string>>;
  createCheckout: (input: CheckoutInput) => Promise<Result<Checkout>>;
  readCheckout: (id: string) => Promise<Result<CheckoutState>>;
  /** Closes an open checkout, so that nobody can pay it anymore. `conflict` if it is complete. */
  expireCheckout: (id: string) => Promise<Result<null>>;
  /**
   * Stores the card of a token as the customer’s default (POST /purchase, and a new card in the sandbox). `declined` if the card cannot be
   * used. A repeated key returns the same card.
   */
  saveCard: (customerId: string, token: string, idempotencyKey: string) => Promise<Result<Card>>;
  /**
   * Starts a subscription with the customer’s default card. `declined` leaves no live subscription. Implementations never retry this call.
   */
  subscribe: (input: SubscribeInput) => Promise<Result<Subscribed>>;
  /** Returns the customer's subscriptions, newest first. Includes at least those that ended in the last 90 days. */
  listSubscriptions: (customerId: string) => Promise<Result<Array<ProviderSubscription>>>;
  previewChange: (input: PreviewInput) => Promise<Result<ChangePreview>>;
  /** Upgrades now, plan and discount in one step. `declined` changes nothing. `authentication_required`: see `latestInvoice` of the subscription. */
  change: (input: ChangeInput) => Promise<Result<null>>;
  /**
   * Changes to a lower plan when the period ends. Until then the discount stays. Replaces an earlier schedule, and one that a cancellation
   * withdrew.
   */
  scheduleDowngrade: (input: DowngradeInput) => Promise<Result<null>>;
  /** Withdraws a scheduled downgrade, and forgets one that a cancellation withdrew. Plan and discount stay as they are. */
  releaseSchedule: (subscriptionId: string, idempotencyKey: string) => Promise<Result<null>>;
  /**
   * Withdraws and notes a scheduled downgrade. Undoing the cancellation does not schedule it again; the sync does (A196). A subscription that
   * is past due ends now instead, as with `cancelNow` (A206).
   */
  setCancelAtPeriodEnd: (subscriptionId: string, flag: boolean, idempotencyKey: string) => Promise<Result<null>>;
  /** Ends a live or incomplete subscription now, without a refund. Voids its open invoices, even if it has already ended. */
  cancelNow: (subscriptionId: string, idempotencyKey: string) => Promise<Result<null>>;
  listCards: (customerId: string) => Promise<Result<Array<Card>>>;
  /** Newest first, at most 24. */
  listInvoices: (customerId: string) => Promise<Result<Array<Invoice>>>;
};
