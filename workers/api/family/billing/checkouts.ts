import { hasAccess } from '#app/domain/billing';
import type { DeclineCode, ProviderSubscription } from '#workers/api/billing/provider';
import type { CallContext } from '../core/call-context';
import { sha256 } from '../core/secrets';
import {
  type CheckoutRow,
  listCheckouts,
  listSubscriptions,
  type Order,
  putCheckout,
  removeCheckoutsBefore,
  type StoredSubscription,
} from './billing.queries';

/** A checkout can be paid for this long. */
export const CHECKOUT_LIFE_MS = 30 * 60_000;
const KEPT_MS = 90 * 24 * 60 * 60_000;
/** Another purchase has to wait this long for one whose outcome is unknown. */
const PENDING_MS = 2 * 60_000;
/** Tolerance for times from the provider, which rounds them and whose clock may differ. */
const CLOCKS_DIFFER_MS = 2 * 60_000;

/** Returns the checkouts that can still lead to a subscription. */
export function listOpenCheckouts(sql: SqlStorage, now: number): Array<CheckoutRow> {
  return listCheckouts(sql).filter(({ state, expiresAt }) => state === 'open' && expiresAt > now);
}

/** Stores a new checkout and schedules a sync, which finds the outcome if the purchase is interrupted. */
export function openCheckout(
  call: CallContext,
  wanted: { kind: CheckoutRow['kind']; ui: CheckoutRow['ui']; order: Order; invoiceId?: string | null; tokenHash: string },
): CheckoutRow {
  removeCheckoutsBefore(call.sql, call.now - KEPT_MS);
  const row: CheckoutRow = {
    ...wanted,
    id: call.newId(),
    state: 'open',
    providerId: null,
    answer: null,
    createdAt: call.now,
    expiresAt: call.now + CHECKOUT_LIFE_MS,
  };
  putCheckout(call.sql, row);
  call.setDueBy('billing', '', call.now + PENDING_MS);
  return row;
}

/** Returns a hash by which a card token is recognized. */
export function hashToken(token: string): string {
  return sha256(`card token ${token}`);
}

/** Returns a recent purchase whose outcome is not known yet, or null. Ignores purchases that only wait for 3-D Secure. */
export function findPending(sql: SqlStorage, now: number): CheckoutRow | null {
  const waiting = listIncomplete(sql).map(({ sku }) => sku);
  const open = listOpenCheckouts(sql, now).filter(({ kind, createdAt }) => kind === 'purchase' && createdAt + PENDING_MS > now);
  return open.find(({ order }) => order === null || !waiting.includes(order.sku)) ?? null;
}

/** Returns the subscriptions whose first payment still has to be confirmed. */
export function listIncomplete(sql: SqlStorage): Array<StoredSubscription> {
  return listSubscriptions(sql).filter(({ status }) => status === 'incomplete');
}

/** Changes a checkout, if it exists. */
export function changeCheckout(call: CallContext, id: string, change: Partial<CheckoutRow>): void {
  const row = listCheckouts(call.sql).find((found) => found.id === id);
  if (row !== undefined) putCheckout(call.sql, { ...row, ...change });
}

/** Closes the open checkouts of a plan that would begin with a trial. */
export function refuseTrial(call: CallContext, sku: string): void {
  for (const row of listCheckouts(call.sql))
    if (row.state === 'open' && row.order?.sku === sku && row.order.trialDays > 0) putCheckout(call.sql, { ...row, state: 'failed' });
}

/**
 * Closes open checkouts that led to a subscription, failed or have expired. Returns the coupons that were redeemed. No checkout is opened
 * for a plan with a live subscription. So a live subscription to the plan of an open checkout came from that checkout.
 */
export function closeCheckouts(call: CallContext, reported: ReadonlyArray<ProviderSubscription>): Array<string> {
  const redeemed: Array<string> = [];
  for (const row of listCheckouts(call.sql)) {
    const { order } = row;
    if (row.state !== 'open') continue;
    const after = reported.filter(({ sku, createdAt }) => sku === order?.sku && createdAt >= row.createdAt - CLOCKS_DIFFER_MS);
    const isBought = reported.some(({ sku, status }) => sku === order?.sku && hasAccess(status));
    if (isBought || after.some(({ status }) => status === 'canceled')) {
      putCheckout(call.sql, { ...row, state: 'done' });
      if (order?.coupon != null) redeemed.push(order.coupon);
    } else if (isRefused(after)) putCheckout(call.sql, { ...row, state: 'failed' });
    else if (row.expiresAt <= call.now) putCheckout(call.sql, { ...row, state: 'expired' });
  }
  return redeemed;
}

/** Returns why the first payment of a purchase failed; null if it did not fail, or nothing is known of it. */
export function findPurchaseDecline(sql: SqlStorage, id: string): DeclineCode | null {
  const row = listCheckouts(sql).find((found) => found.id === id);
  const begun = listSubscriptions(sql).find(
    ({ sku, createdAt }) => sku === row?.order?.sku && createdAt >= row.createdAt - CLOCKS_DIFFER_MS,
  );
  const isUnpaid = begun?.status === 'incomplete' || begun?.status === 'incomplete_expired';
  return isUnpaid ? (begun.latestInvoice?.declined ?? null) : null;
}

/**
 * True if the bank did not confirm any of these subscriptions. One that still waits belongs to a newer checkout than one that has expired: both
 * may have begun within the time by which clocks differ.
 */
function isRefused(subscriptions: ReadonlyArray<ProviderSubscription>): boolean {
  const statuses = subscriptions.map(({ status }) => status);
  return statuses.includes('incomplete_expired') && !statuses.includes('incomplete');
}
