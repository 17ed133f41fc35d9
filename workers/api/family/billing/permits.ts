import { type BillingCycle, canDowngrade, changeOf } from '#app/domain/billing';
import { normalizeEmail } from '#app/domain/credentials';
import { type Benefits, bestBenefits, percentAfterChange, trialDaysOf } from '#app/domain/price';
import { isReusableToken } from '#app/domain/sandbox-card';
import type { GroupOfferWire, OrderWire } from '#app/wire/billing';
import { ERROR_CODES, invalid, notPaidHere, outsideAccount, priceChanged, Refusal } from '#app/wire/errors';
import type { SkuDefinitionWire } from '#app/wire/subscription';
import { providerNameOf } from '#workers/api/billing/provider-name';
import type { CallContext } from '../core/call-context';
import { getAccount } from '../store/account.queries';
import { listOwnedSkus } from '../subscription/sku.queries';
import { type CheckoutRow, findBilling, findKept, listCheckouts, type Order, type StoredSubscription } from './billing.queries';
import { findPending, hashToken, listIncomplete, listOpenCheckouts, openCheckout } from './checkouts';
import type { Buyer, PermittedChange, PermittedOrder } from './permitted';
import { findDiscount, findDue, findGroupDiscount, findGroupOffer, findOwnDiscount, isEligible } from './purchase-info';

export function buyerOf(call: CallContext): Buyer {
  const { email, locale } = getAccount(call.sql);
  const { provider, customerId } = findBilling(call.sql);
  return { accountId: call.accountId, customerId: provider === providerNameOf(call.env) ? customerId : null, email, locale };
}

/** @throws Refusal 403 if this installation has no payment provider */
export function requireSold(call: CallContext): void {
  if (providerNameOf(call.env) === null) throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'Plans aren’t sold on this server');
}

/**
 * Permits POST /purchase (S19). The same token, or a repeated order whose outcome is unknown, gets the same row, so that it is charged
 * once.
 * @throws Refusal as `purchase` says
 */
export function permitPurchase(
  call: CallContext,
  orders: ReadonlyArray<OrderWire>,
  skus: ReadonlyArray<SkuDefinitionWire>,
): PermittedOrder {
  requireSold(call);
  const [wanted, ...others] = orders;
  if (wanted === undefined || others.some((other) => other.sku !== wanted.sku || other.token !== wanted.token))
    throw invalid('Buy one plan at a time', { sku: 'too_many' });
  if (normalizeEmail(wanted.email) !== getAccount(call.sql).email) throw outsideAccount();
  const definition = requireSoldPlan(wanted.sku, skus);
  const tokenHash = hashToken(wanted.token);
  const mine = listCheckouts(call.sql).filter((row) => row.kind === 'purchase' && row.tokenHash === tokenHash);
  const kept = findKept(call.sql);
  const repeated = mine.find((row) => isRepeated(row, { wanted, kept, now: call.now }));
  const direction = kept === null ? 'upgrade' : directionOf(kept, definition, skus);
  if (repeated !== undefined) return toPermitted(call, repeated, kept, definition, direction);
  if (!isReusableToken(wanted.token) && mine.length > 0) throw invalid('This token was already used', { token: 'used' });
  requireNoAppStorePlan(call);
  if (direction !== 'upgrade') throw subscribed();
  requireNonePending(call);
  if (wanted.price_uscent !== undefined && wanted.price_uscent !== definition.price_usd) throw priceChanged();
  const terms = { coupon: wanted.coupon ?? null, trial: wanted.trial ?? true };
  const order = kept === null ? toOrder(call, definition, terms) : toUpgrade(call, kept, definition, terms.coupon);
  const row = openCheckout(call, { kind: 'purchase', ui: 'elements', order, tokenHash });
  return toPermitted(call, row, kept, definition);
}

/**
 * True if the row is from an earlier call for the same order. With the same plan, a single-use token proves that. A reusable test token
 * proves it only while the checkout is open, or while the plan that it bought is active.
 */
function isRepeated(row: CheckoutRow, { wanted, kept, now }: { wanted: OrderWire; kept: StoredSubscription | null; now: number }): boolean {
  if (row.order?.sku !== wanted.sku) return false;
  if (!isReusableToken(wanted.token)) return true;
  return (row.state === 'open' && row.expiresAt > now) || (row.state === 'done' && kept?.sku === wanted.sku);
}

/**
 * Permits POST /checkout. An open checkout for the same order is reused; those for other orders are superseded.
 * @throws Refusal as `createCheckout` says
 */
export function permitCheckout(
  call: CallContext,
  wanted: { sku: string | null; ui: 'elements' | 'hosted'; price_uscent?: number; coupon?: string; trial?: boolean },
  skus: ReadonlyArray<SkuDefinitionWire>,
): PermittedOrder {
  requireSold(call);
  const kind = wanted.sku === null ? 'setup' : 'subscription';
  const definition = wanted.sku === null ? null : requireSoldPlan(wanted.sku, skus);
  if (definition !== null) {
    requireNoAppStorePlan(call);
    if (findKept(call.sql) !== null) throw subscribed();
    requireNonePending(call);
    if (wanted.price_uscent !== undefined && wanted.price_uscent !== definition.price_usd) throw priceChanged();
  }
  const order = definition === null ? null : toOrder(call, definition, { coupon: wanted.coupon ?? null, trial: wanted.trial ?? true });
  const open = listOpenCheckouts(call.sql, call.now).filter((row) => row.kind === kind);
  const invoiceId = kind === 'setup' ? (findDue(call.sql)?.id ?? null) : null;
  const same = open.find(
    (row) => row.ui === wanted.ui && (row.invoiceId ?? null) === invoiceId && JSON.stringify(row.order) === JSON.stringify(order),
  );
  const row = same ?? openCheckout(call, { kind, ui: wanted.ui, order, invoiceId, tokenHash: '' });
  const supersedes = open.flatMap(({ id, providerId }) => (id === row.id || providerId === null ? [] : [{ id, providerId }]));
  return { ...toPermitted(call, row, null, definition), supersedes };
}

function toPermitted(
  call: CallContext,
  row: CheckoutRow,
  kept: StoredSubscription | null,
  definition: SkuDefinitionWire | null,
  direction: ReturnType<typeof directionOf> = 'upgrade',
): PermittedOrder {
  return {
    buyer: buyerOf(call),
    checkoutId: row.id,
    action: actionOf(row, kept, direction),
    subscriptionId: kept?.id ?? null,
    order: row.order,
    fullPrice: definition?.price_usd ?? 0,
    expiresAt: row.expiresAt,
    incomplete: incompleteBefore(call, row),
    supersedes: [],
    open: row.providerId === null || row.answer === null ? null : { providerId: row.providerId, ...row.answer },
  };
}

/** Returns the ids of the unconfirmed subscriptions from before this row. They are ended first, so that they cannot be confirmed later. */
function incompleteBefore(call: CallContext, row: CheckoutRow): Array<string> {
  return listIncomplete(call.sql)
    .filter(({ createdAt }) => createdAt < row.createdAt)
    .map(({ id }) => id);
}

/** Returns what is left to do. `none`: the row is done, or the account now has this plan or a higher one. */
function actionOf(row: CheckoutRow, kept: StoredSubscription | null, direction: ReturnType<typeof directionOf>): PermittedOrder['action'] {
  if (row.state === 'done') return 'none';
  if (kept === null) return 'subscribe';
  return direction === 'upgrade' ? 'upgrade' : 'none';
}

/**
 * Permits a change to another plan (A48).
 * @throws Refusal 403 without a subscription by card or if the change is not offered
 * @throws Refusal 400 for the current plan or one that is not sold, or if the subscription is canceled or a payment is due
 */
export function permitChange(call: CallContext, sku: string, skus: ReadonlyArray<SkuDefinitionWire>): PermittedChange {
  const kept = requireKept(call);
  const definition = requireSoldPlan(sku, skus);
  const current = skus.find((candidate) => candidate.sku === kept.sku);
  const direction = directionOf(kept, definition, skus);
  if (direction === 'same' || current === undefined) throw subscribed();
  const { limit_skus: targets, stripe_on_change: stripeOnChange } = current.details;
  if (targets.length > 0 && !targets.includes(sku)) throw notPaidHere();
  const own = { source: 'stripe', tier: current.tier, cycle: current.billing_cycle, stripeOnChange } as const;
  if (direction === 'downgrade' && !canDowngrade(own, { tier: definition.tier, cycle: definition.billing_cycle })) throw notPaidHere();
  if (kept.cancelAtPeriodEnd) throw invalid('Undo the cancellation first', { sku: 'cancelled' });
  if (kept.status === 'past_due') throw invalid('Pay the open invoice first', { sku: 'past_due' });
  return {
    buyer: buyerOf(call),
    subscriptionId: kept.id,
    sku,
    direction,
    periodEnd: kept.periodEnd,
    price: definition.price_usd,
    percentOff: percentAfterChange(sku, findOwnDiscount(call, kept), findGroupDiscount(call)),
    percentBefore: kept.discountPercent,
  };
}

/** @throws Refusal 403 without a live subscription that is paid by card here */
export function requireKept(call: CallContext): StoredSubscription {
  const kept = findKept(call.sql);
  if (kept === null) throw notPaidHere();
  return kept;
}

function directionOf(
  kept: StoredSubscription,
  target: SkuDefinitionWire,
  skus: ReadonlyArray<SkuDefinitionWire>,
): ReturnType<typeof changeOf> {
  const current = skus.find(({ sku }) => sku === kept.sku);
  if (current === undefined) return 'upgrade';
  const of = ({ tier, billing_cycle }: SkuDefinitionWire): { tier: SkuDefinitionWire['tier']; cycle: BillingCycle | null } => ({
    tier,
    cycle: billing_cycle,
  });
  return changeOf(of(current), of(target));
}

/** @throws Refusal 400 for a plan that is unknown or not sold */
function requireSoldPlan(sku: string, skus: ReadonlyArray<SkuDefinitionWire>): SkuDefinitionWire {
  const definition = skus.find((candidate) => candidate.sku === sku);
  if (definition === undefined || !definition.purchasable_with.includes('stripe'))
    throw invalid('This plan isn’t sold', { sku: 'not_sold' });
  return definition;
}

/** @throws Refusal 403 if an app store already charges for the account (SUBS-102) */
function requireNoAppStorePlan(call: CallContext): void {
  const isCurrent = (expiration: number | null) => expiration === null || expiration > call.now;
  const bought = listOwnedSkus(call.sql).filter(({ source }) => source === 'apple' || source === 'google');
  if (bought.some(({ expiration }) => isCurrent(expiration))) throw notPaidHere();
}

function requireNonePending(call: CallContext): void {
  if (findPending(call.sql, call.now) === null) return;
  throw new Refusal(ERROR_CODES.unknown, 400, 'A purchase is in progress', { reason: 'pending', retryAfter: 60 });
}

function subscribed(): Refusal {
  return new Refusal(ERROR_CODES.unknown, 400, 'The account already has this plan or a higher one', { reason: 'subscribed' });
}

/** @throws Refusal code 433 for a coupon that is unknown, used, expired or for another group (A87) */
function toOrder(
  call: CallContext,
  { sku, price_usd: price, trial_days }: SkuDefinitionWire,
  { coupon, trial }: { coupon: string | null; trial: boolean },
): Order {
  const discount = findDiscount(call, coupon);
  if (coupon !== null && discount === null) throw new Refusal(ERROR_CODES.couponInvalid, 400, 'This coupon is not valid');
  const group = findGroupOffer(call);
  const groupAlone = bestBenefits(sku, toBenefits(group));
  const best = bestBenefits(sku, [...toBenefits(group), ...toBenefits(discount)]);
  // A coupon that adds nothing to the group’s offer is kept for later.
  const isCouponUsed = best.percentOff > groupAlone.percentOff || best.trialSecs > groupAlone.trialSecs;
  const trialDays = trial && isEligible(call) && trial_days > 0 ? trialDaysOf(trial_days, best.trialSecs) : 0;
  return { sku, price, percentOff: best.percentOff, coupon: isCouponUsed ? (discount?.coupon ?? null) : null, trialDays };
}

/**
 * Returns the order of an upgrade of `kept`. Its discount is that of a change of plan, which uses no new coupon (A192).
 * @throws Refusal code 433 for a named coupon
 */
function toUpgrade(
  call: CallContext,
  kept: StoredSubscription,
  { sku, price_usd: price }: SkuDefinitionWire,
  coupon: string | null,
): Order {
  if (coupon !== null) throw new Refusal(ERROR_CODES.couponInvalid, 400, 'A change of plan uses no coupon');
  return {
    sku,
    price,
    percentOff: percentAfterChange(sku, findOwnDiscount(call, kept), findGroupDiscount(call)),
    coupon: null,
    trialDays: 0,
  };
}

function toBenefits(offer: GroupOfferWire | null): Array<Benefits> {
  if (offer === null) return [];
  return [{ percentOff: offer.percent_off, trialSecs: offer.trial_secs, limitSkus: offer.limit_skus }];
}
