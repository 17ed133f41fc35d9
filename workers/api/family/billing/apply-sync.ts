import { chooseLive, hasAccess, type Subscription } from '#app/domain/billing';
import type { OwnedSkuWire, SkuDefinitionWire } from '#app/wire/subscription';
import type { Card, Invoice, ProviderSubscription } from '#workers/api/billing/provider';
import { toOwnedSku } from '#workers/api/catalogue/catalogue';
import type { CallContext } from '../core/call-context';
import { redeemCoupon } from '../coupons/coupon.queries';
import { applyPlan, removePlan } from '../policy/apply-plan';
import { listOwnedSkus } from '../subscription/sku.queries';
import {
  type BillingRow,
  findBilling,
  listSubscriptions,
  putBilling,
  replaceSubscriptions,
  type StoredSubscription,
} from './billing.queries';
import { mailBillingChanges, TRIAL_NOTICE_MS } from './billing-mails';
import { closeCheckouts, listOpenCheckouts } from './checkouts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum number of ended subscriptions that are stored for the page. */
const ENDED_MAX = 5;
/** Time from an instant at which the provider changes something to the next sync. */
const AFTER_EVENT_MS = 2 * 60_000;
const OPEN_CHECKOUT_WAIT_MS = 5 * 60_000;

/** Everything that the provider reports about the customer, read by one sync. */
export type Snapshot = {
  subscriptions: ReadonlyArray<ProviderSubscription>;
  cards: ReadonlyArray<Card>;
  receipts: ReadonlyArray<Invoice>;
};

/** `surplus`: ids of live subscriptions besides the kept one. `hasChanged`: whether any subscription differs from what was stored. */
export type SyncResult = { isStale: boolean; hasChanged: boolean; surplus: Array<string> };

/**
 * Replaces the stored subscriptions, cards and receipts, and the plan that follows from them. `ticket`: from `beginSync`. Ignores a
 * snapshot if one with a later ticket was already applied, so a slow sync never overwrites newer state.
 */
export function applySync(
  call: CallContext,
  ticket: number,
  snapshot: Snapshot,
  definitions: ReadonlyArray<SkuDefinitionWire>,
): SyncResult {
  const billing = findBilling(call.sql);
  if (ticket <= billing.appliedTicket) return { isStale: true, hasChanged: false, surplus: [] };
  const before = listSubscriptions(call.sql);
  const known = snapshot.subscriptions.flatMap((reported) => withPlan(reported, definitions));
  const { kept, others } = chooseLive(known);
  const ended = snapshot.subscriptions.filter(({ status }) => !hasAccess(status)).slice(0, ENDED_MAX);
  const live = snapshot.subscriptions.filter(({ status }) => hasAccess(status));
  const after = [...live, ...ended].map((reported): StoredSubscription => ({ ...reported, isKept: reported.id === kept?.id }));
  const hasChanged = JSON.stringify(byId(before)) !== JSON.stringify(byId(after));
  replaceSubscriptions(call.sql, after);
  const next: BillingRow = {
    ...billing,
    cards: [...snapshot.cards],
    receipts: [...snapshot.receipts],
    isTrialUsed: billing.isTrialUsed || snapshot.subscriptions.some(({ trialEnd, status }) => trialEnd !== null && status !== 'incomplete'),
    fingerprints: [...new Set([...billing.fingerprints, ...snapshot.cards.flatMap(({ fingerprint }) => fingerprint ?? [])])],
    appliedTicket: ticket,
    syncedAt: call.now,
  };
  const keptReport = after.find(({ isKept }) => isKept) ?? null;
  const wasKept = before.find(({ isKept }) => isKept) ?? null;
  next.mailed = mailBillingChanges(call, { before: wasKept, after: keptReport, billing: next }, definitions);
  putBilling(call.sql, next);
  const redeemed = closeCheckouts(call, snapshot.subscriptions);
  for (const code of redeemed) redeemCoupon(call.sql, code, call.now);
  updatePlan(call, kept === null || keptReport === null ? null : toOwned(keptReport, kept.definition, listOwnedSkus(call.sql)));
  if (hasChanged) call.recordChange('subscription', kept?.id ?? 'none');
  scheduleSync(call, keptReport);
  return { isStale: false, hasChanged, surplus: others.map(({ id }) => id) };
}

function byId(subscriptions: ReadonlyArray<StoredSubscription>): Array<StoredSubscription> {
  return [...subscriptions].sort((a, b) => (a.id < b.id ? -1 : 1));
}

type Known = Pick<Subscription, 'id' | 'tier' | 'cycle' | 'status' | 'createdAt' | 'cancelAtPeriodEnd'> & { definition: SkuDefinitionWire };

/** Returns an array with the subscription and its plan. If the catalog does not have the plan, logs an error and returns an empty array. */
function withPlan(reported: ProviderSubscription, definitions: ReadonlyArray<SkuDefinitionWire>): Array<Known> {
  const definition = definitions.find(({ sku }) => sku === reported.sku);
  if (definition !== undefined) return [{ ...reported, tier: definition.tier, cycle: definition.billing_cycle ?? 'monthly', definition }];
  console.error(JSON.stringify({ level: 'error', event: 'billing_unknown_plan', sku: reported.sku, subscription: reported.id }));
  return [];
}

/** Returns the plan that the subscription gives. A plan that the account already owns keeps the limits with which it was bought. */
function toOwned(kept: StoredSubscription, definition: SkuDefinitionWire, owned: ReadonlyArray<OwnedSkuWire>): OwnedSkuWire {
  const known = owned.find(({ sku, source }) => sku === kept.sku && source === 'stripe');
  return {
    ...(known ?? toOwnedSku(definition, 'stripe', kept.createdAt)),
    details: definition.details,
    price_usd: kept.price,
    price_next_uscent: kept.nextAmount ?? 0,
    cancelled: kept.cancelAtPeriodEnd,
    // Only an end that the provider announced ends access here.
    expiration: kept.cancelAtPeriodEnd ? kept.periodEnd : null,
  };
}

/** Makes `plan` the only plan that is paid by card here. Plans from other sources stay as they are. */
function updatePlan(call: CallContext, plan: OwnedSkuWire | null): void {
  const paid = listOwnedSkus(call.sql).filter(({ source }) => source === 'stripe');
  const same = paid.find(({ sku }) => sku === plan?.sku);
  if (plan !== null && JSON.stringify(same) !== JSON.stringify(plan)) applyPlan(call, plan);
  for (const old of paid) if (old.sku !== plan?.sku) removePlan(call, old);
}

/**
 * Schedules the next sync while a subscription is live or a checkout is open. It is due within a day, and shortly after each instant at
 * which the provider changes something. The interval depends on the family, so that not all families sync at the same time.
 */
export function scheduleSync(call: CallContext, kept: StoredSubscription | null): void {
  const hasOpen = listOpenCheckouts(call.sql, call.now).length > 0;
  if (kept === null && !hasOpen) {
    call.cancelDue('billing', '');
    return;
  }
  const nightly = call.now + DAY_MS - (Number.parseInt(call.accountId.slice(0, 6), 16) % (4 * HOUR_MS));
  const events = kept === null ? [] : [kept.periodEnd, kept.nextAttemptAt, kept.trialEnd, trialNoticeAt(kept)];
  const soon = events.filter((at) => at !== null && at > call.now).map((at) => Number(at) + AFTER_EVENT_MS);
  const open = hasOpen ? [call.now + OPEN_CHECKOUT_WAIT_MS] : [];
  // The provider has not scheduled a downgrade again.
  const unrestored = kept?.heldChange != null && !kept.cancelAtPeriodEnd ? [call.now + AFTER_EVENT_MS] : [];
  call.setDue('billing', '', Math.min(nightly, ...soon, ...open, ...unrestored));
}

function trialNoticeAt({ trialEnd }: StoredSubscription): number | null {
  return trialEnd === null ? null : trialEnd - TRIAL_NOTICE_MS;
}
