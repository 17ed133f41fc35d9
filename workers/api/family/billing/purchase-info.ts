import { canCancel, isTrialEligible, termOf } from '#app/domain/billing';
import { isUsable } from '#app/domain/offer';
import { type Discount, percentFor } from '#app/domain/price';
import { type GroupOfferWire, groupOfferSchema, type PurchaseInfoWire, type TermWire } from '#app/wire/billing';
import type { OwnedSkuWire } from '#app/wire/subscription';
import type { Invoice, InvoiceState } from '#workers/api/billing/provider';
import { providerNameOf } from '#workers/api/billing/provider-name';
import type { CallContext } from '../core/call-context';
import { listCoupons } from '../coupons/coupon.queries';
import { getAccount } from '../store/account.queries';
import { listOwnedSkus, sortOwned } from '../subscription/sku.queries';
import { findBilling, findKept, listSubscriptions, type StoredSubscription } from './billing.queries';
import { usageOf } from './plan-usage';

/** Returns the account’s best plan; with `isSummary`, also how it continues, or the plan that is paid by card beside it (S21, A207). */
export function describePurchase(call: CallContext, isSummary: boolean): PurchaseInfoWire {
  const owned = sortOwned(listOwnedSkus(call.sql), call.now);
  const best = owned[0];
  const info: PurchaseInfoWire = {
    sku_id: best?.sku ?? 'free',
    status: best !== undefined && best.tier !== 'free' && isCurrent(best, call.now) ? 'account_active' : 'account_inactive',
    is_trial_eligible: isEligible(call),
  };
  if (!isSummary) return info;
  const paid = owned.find(({ source }) => source === 'stripe');
  return { ...info, summary: summarize(call, paid ?? best ?? null, paid !== undefined || info.status === 'account_active') };
}

/** Returns true if a trial may be offered. */
export function isEligible(call: CallContext): boolean {
  return isTrialEligible({ isTrialUsed: findBilling(call.sql).isTrialUsed, hasSubscription: findKept(call.sql) !== null });
}

/** Returns the invoice whose payment waits for a confirmation by the parent’s bank, or null. */
export function findUnconfirmed(sql: SqlStorage): InvoiceState | null {
  const subscription = findKept(sql) ?? listSubscriptions(sql).find(({ status }) => status === 'incomplete');
  const invoice = subscription?.latestInvoice ?? null;
  return invoice !== null && (invoice.hostedUrl !== null || invoice.clientSecret !== null) ? invoice : null;
}

/** Returns the invoice of the account’s plan that is past due, or null. */
export function findDue(sql: SqlStorage): InvoiceState | null {
  const kept = findKept(sql);
  return kept?.status === 'past_due' && kept.latestInvoice?.status === 'open' ? kept.latestInvoice : null;
}

function summarize(call: CallContext, best: OwnedSkuWire | null, isActive: boolean): NonNullable<PurchaseInfoWire['summary']> {
  const billing = findBilling(call.sql);
  const kept = findKept(call.sql);
  const paid = best?.source === 'stripe' ? kept : null;
  const invoice = findUnconfirmed(call.sql);
  const due = findDue(call.sql);
  const source = best?.source ?? null;
  return {
    tier: best?.tier ?? 'free',
    billing_cycle: best?.billing_cycle ?? null,
    source,
    term: paid === null ? termOfOther(best, isActive) : toTerm(paid),
    renewal_ts: paid === null || paid.cancelAtPeriodEnd ? null : paid.periodEnd,
    period_start_ts: paid?.periodStart ?? null,
    price_uscent: paid?.nextAmount ?? null,
    percent_off: paid?.discountPercent ?? 0,
    own_price: paid === null ? null : toOwnPrice(call, paid),
    usage: usageOf(call),
    pending_change: paid?.pendingChange == null ? null : { sku: paid.pendingChange.sku, ts: paid.pendingChange.at },
    held_change: toHeldChange(paid),
    next_attempt_ts: paid?.nextAttemptAt ?? null,
    due: due === null ? null : { invoice_id: due.id, amount_uscent: due.amountDue, declined: due.declined },
    confirm:
      invoice !== null
        ? {
            invoice_id: invoice.id,
            client_secret: invoice.clientSecret,
            publishable_key: call.env.STRIPE_PUBLISHABLE_KEY ?? null,
            url: invoice.hostedUrl,
          }
        : null,
    can_cancel: best !== null && canCancel({ isActive, source, cancelled: best.cancelled }),
    can_undo_cancel: paid?.cancelAtPeriodEnd === true,
    discount: findDiscount(call),
    group_offer: findGroupOffer(call),
    receipts: billing.receipts.map(toReceipt),
    provider: providerNameOf(call.env),
    synced_ts: billing.syncedAt,
  };
}

function toOwnPrice(call: CallContext, kept: StoredSubscription): NonNullable<PurchaseInfoWire['summary']>['own_price'] {
  const { percentOff, limitSkus } = findOwnDiscount(call, kept);
  return { full_uscent: kept.price, percent_off: percentOff, limit_skus: [...limitSkus] };
}

type ReceiptWire = NonNullable<PurchaseInfoWire['summary']>['receipts'][number];

/** The fields with a default are missing in receipts that were stored before them. */
function toReceipt(receipt: Pick<Invoice, 'id' | 'at' | 'amount' | 'status' | 'url'> & Partial<Invoice>): ReceiptWire {
  const { id, at, kind = 'charge', sku = null, periodStart = null, periodEnd = null, amount, refunded = 0, status, url } = receipt;
  const period = { period_start_ts: periodStart, period_end_ts: periodEnd };
  return { id, ts: at, kind, sku, ...period, amount_uscent: amount, refunded_uscent: refunded, status, url };
}

function toHeldChange(kept: StoredSubscription | null): { sku: string; ts: number } | null {
  if (kept?.cancelAtPeriodEnd !== true || kept.heldChange == null) return null;
  return { sku: kept.heldChange.sku, ts: kept.heldChange.at };
}

function toTerm(kept: StoredSubscription): TermWire {
  const term = termOf(kept);
  switch (term.kind) {
    case 'none':
      return { kind: 'none', at: null, is_canceled: false };
    case 'trial':
      return { kind: 'trial', at: term.endsAt, is_canceled: term.isCanceled };
    case 'paid':
      return { kind: 'paid', at: term.renewsAt, is_canceled: false };
    case 'past_due':
      return { kind: 'past_due', at: term.nextAttemptAt, is_canceled: kept.cancelAtPeriodEnd };
    case 'canceled':
      return { kind: 'canceled', at: term.until, is_canceled: true };
  }
}

/** Returns the term of a plan from another source, of which only the end is known. */
function termOfOther(best: OwnedSkuWire | null, isActive: boolean): TermWire {
  if (best === null || !isActive) return { kind: 'none', at: null, is_canceled: false };
  return { kind: best.cancelled ? 'canceled' : 'paid', at: best.expiration, is_canceled: best.cancelled };
}

function isCurrent({ expiration }: OwnedSkuWire, now: number): boolean {
  return expiration === null || expiration > now;
}

type DiscountWire = NonNullable<NonNullable<PurchaseInfoWire['summary']>['discount']>;

/**
 * Returns the offer of the usable coupon that gives most: the highest percentage, then the longest trial. A coupon for other groups than
 * the account’s gives nothing (A87). `code`: only this coupon.
 */
export function findDiscount(call: CallContext, code: string | null = null): DiscountWire | null {
  const { group_id: group } = getAccount(call.sql);
  const usable = listCoupons(call.sql)
    .filter((coupon) => code === null || coupon.coupon === code)
    .filter((coupon) => coupon.redeemed_ts === null)
    .filter(({ applied_ts, available_secs }) => isUsable({ appliedAt: applied_ts, availableSecs: available_secs }, call.now))
    .filter(({ coupon_benefits: { limit_groups } }) => limit_groups.length === 0 || (group !== null && limit_groups.includes(group)))
    .map(({ coupon, coupon_benefits: benefits, scopes }) => ({
      coupon,
      percent_off: scopes.includes('stripe_coupon') ? benefits.stripe_percent_off : 0,
      limit_skus: benefits.limit_skus,
      trial_secs: scopes.includes('extended_trial') ? benefits.trial_secs : 0,
    }))
    .sort((a, b) => b.percent_off - a.percent_off || b.trial_secs - a.trial_secs);
  return usable[0] ?? null;
}

/**
 * Returns the discount of a subscription with the plans that it is for (A192): those of its coupon, else of the group. A discount that
 * neither explains, such as one given by the operator at the provider, is for all plans.
 */
export function findOwnDiscount(call: CallContext, kept: Pick<StoredSubscription, 'sku' | 'discountPercent' | 'couponId'>): Discount {
  const { sku, discountPercent: percentOff, couponId } = kept;
  const matching = listCoupons(call.sql)
    .filter(({ scopes }) => scopes.includes('stripe_coupon'))
    .map(({ coupon, redeemed_ts, coupon_benefits: { stripe_percent_off, limit_skus } }) => ({
      ...{ coupon, isRedeemed: redeemed_ts !== null },
      ...{ percentOff: stripe_percent_off, limitSkus: limit_skus },
    }))
    .filter((offer) => percentOff > 0 && offer.percentOff === percentOff);
  const group = findGroupDiscount(call);
  const sources = [
    matching.find(({ coupon }) => coupon === couponId),
    group?.percentOff === percentOff ? group : undefined,
    // Subscriptions from before the coupon was stored with them.
    matching.find(({ isRedeemed }) => isRedeemed),
  ];
  const source = sources.find((one) => one !== undefined && percentFor(sku, one) === percentOff);
  return { percentOff, limitSkus: source?.limitSkus ?? [] };
}

/** Returns the percentage of the account’s group with the plans that it is for, or null. */
export function findGroupDiscount(call: CallContext): Discount | null {
  const offer = findGroupOffer(call);
  return offer === null ? null : { percentOff: offer.percent_off, limitSkus: offer.limit_skus };
}

/** Returns what the account’s group brings to a purchase, as stored at sign-up (A177), or null. */
export function findGroupOffer(call: CallContext): GroupOfferWire | null {
  const { group_offer_json: json } = getAccount(call.sql);
  return json === null ? null : groupOfferSchema.parse(JSON.parse(json));
}
