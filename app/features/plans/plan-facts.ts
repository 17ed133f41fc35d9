import type { BillingCycle } from '#app/domain/billing';
import type { Limits, Sku, Tier } from '#app/domain/plan';
import type { Benefits, Discount } from '#app/domain/price';
import type { PickerTier } from '#app/domain/subscription-view';
import type { Instant, TimeZone } from '#app/domain/time';
import type { DeclineReason } from './decline-reason';

/** The page of the plan. */
export const PLANS_PATH = '/subscription';
/** Our page for the question of the bank, with the provider’s script. */
export const CONFIRM_PATH = `${PLANS_PATH}/confirm`;

/**
 * A plan that is sold. Prices in US cents per cycle; `netPrice` is after the discount: that of a purchase, or of a change if the account pays for
 * a plan by card here (A192). `trialDays`: 0 without a trial.
 */
export type PlanOffer = {
  sku: string;
  tier: PickerTier;
  cycle: BillingCycle;
  price: number;
  percentOff: number;
  netPrice: number;
  trialDays: number;
  limits: Limits;
};

/** The card on file. `brand` as the provider names it, such as `visa`. */
export type StoredCard = { brand: string; last4: string; expMonth: number; expYear: number; isExpired: boolean };

/**
 * A receipt. Amounts in US cents. `plan` and `period`: what it is for, null if unknown. `url`: the provider’s page, or null. `trial`: costs
 * nothing; `credit`: in the parent’s favor.
 */
export type PlanReceipt = {
  id: string;
  at: Instant;
  kind: 'charge' | 'trial' | 'credit';
  plan: { tier: Tier; cycle: BillingCycle | null } | null;
  period: { startsAt: Instant; endsAt: Instant } | null;
  amount: number;
  refunded: number;
  status: string;
  url: string | null;
};

/** How the plan continues. `at`: end of the trial, renewal, next attempt to charge the card, or the end. */
export type PlanTerm = { kind: 'none' | 'trial' | 'paid' | 'past_due' | 'canceled'; at: Instant | null; isCanceled: boolean };

/** What `/subscription` and its payment step show about an account’s plan. */
export type PlanFacts = {
  sku: string;
  tier: Tier;
  cycle: BillingCycle | null;
  source: Sku['source'];
  limits: Limits;
  /** The limits once the plan has ended: those of the free plan, or of the one `beside`. */
  freeLimits: Limits;
  isTrialEligible: boolean;
  term: PlanTerm;
  /**
   * The period that is paid or tried, for the strip; null for other plans. `unpaidSince`: when the unpaid period began; the strip then starts with the
   * paid one before it.
   */
  period: { startedAt: Instant; unpaidSince: Instant | null; endsAt: Instant } | null;
  /** What the next renewal costs, in US cents; null if there is none. */
  nextAmount: number | null;
  pendingChange: { tier: Tier; cycle: BillingCycle | null; at: Instant } | null;
  /** The change that undoing the cancellation brings back (A196). */
  heldChange: PlanFacts['pendingChange'];
  nextAttemptAt: Instant | null;
  /** The payment that is past due, in US cents. `reason`: why the last attempt failed, as text keys know it; null if unknown. */
  due: { invoiceId: string; amount: number; reason: DeclineReason | null } | null;
  /** The page on which the parent confirms the payment with the bank; null if nothing waits for that. */
  confirmUrl: string | null;
  canCancel: boolean;
  canUndoCancel: boolean;
  /** The plans that the account can change to (A168); empty if it can’t change now. */
  changes: Array<{ sku: string; direction: 'upgrade' | 'downgrade' }>;
  /** The best plan from another source beside the one that is paid by card here (A207). */
  beside: { tier: Tier } | null;
  /** The coupon whose discount or trial the offers include. */
  coupon: string | null;
  /** The discount of the plan that is paid by card here; null for other plans. */
  ownDiscount: Discount | null;
  /** What the account’s coupon and group bring. */
  benefits: { coupon: Benefits | null; group: Benefits | null };
  offers: Array<PlanOffer>;
  card: StoredCard | null;
  receipts: Array<PlanReceipt>;
  /** Who takes payments here; null if plans are not sold. */
  provider: 'stripe' | 'sandbox' | null;
  /** `screenshots`: asked for this month. `stored`: screenshots in the gallery. */
  used: { blocks: number; devices: number; children: number; schedules: number; screenshots: number; stored: number };
  resetsAt: Instant;
  zone: TimeZone;
  now: Instant;
};

/** Returns the offer of a tier and cycle, or null if it is not sold. */
export function findOffer(offers: ReadonlyArray<PlanOffer>, tier: string | null, cycle: string | null): PlanOffer | null {
  return offers.find((offer) => offer.tier === tier && offer.cycle === cycle) ?? null;
}

/** True for a plan that an app store charges for. It is only shown here (SUBS-102). */
export function isExternal({ source }: Pick<PlanFacts, 'source'>): boolean {
  return source === 'apple' || source === 'google';
}

/** True if the account pays for its plan by card here, so that it can change and cancel it. */
export function isPaidHere({ source, term }: Pick<PlanFacts, 'source' | 'term'>): boolean {
  return source === 'stripe' && term.kind !== 'none';
}
