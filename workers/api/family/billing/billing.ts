import { Hono } from 'hono';
import * as z from 'zod';
import {
  type CardWire,
  cancelSubscription,
  changePlan,
  createCheckout,
  endTrialEligibility,
  finishCheckout,
  getPurchaseInfo,
  listPaymentSources,
  previewPlanChange,
  purchase,
  putPaymentSource,
  resumeSubscription,
  withdrawPlanChange,
} from '#app/wire/billing';
import { ERROR_CODES, invalid, notPaidHere, outsideAccount, Refusal } from '#app/wire/errors';
import type { SkuDefinitionWire } from '#app/wire/subscription';
import { loadCatalogue } from '#workers/api/catalogue/catalogue';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, type FamilyContext, handleEndpoint, handleEndpointAfter } from '../core/handle-endpoint';
import { listOwnedSkus } from '../subscription/sku.queries';
import { findBilling, findKept, listCheckouts, putBilling } from './billing.queries';
import { buyerOf, permitChange, permitCheckout, permitPurchase, requireKept, requireSold } from './permits';
import { permittedChangeSchema, permittedOrderSchema } from './permitted';
import { describePurchase } from './purchase-info';

const loadSkus = async (c: FamilyContext): Promise<Array<SkuDefinitionWire>> => (await loadCatalogue(c.env.family.bindings)).skus;

const CHECK_MS = 2 * 60_000;

/** What the API Worker needs for a call about the running subscription. */
export const permittedOwnSchema = z.object({ buyer: permittedOrderSchema.shape.buyer, subscriptionId: z.string() });
/** What the API Worker needs for a call about a checkout or a card. */
export const permittedCheckoutSchema = z.object({
  buyer: permittedOrderSchema.shape.buyer,
  checkoutId: z.string(),
  providerId: z.string().nullable(),
  state: z.string(),
  kind: z.enum(['subscription', 'setup', 'purchase']),
  invoiceId: z.string().nullable(),
});
export const permittedCardSchema = z.object({ buyer: permittedOrderSchema.shape.buyer });

/**
 * The family’s half of the calls that a payment provider answers: signature, session, idempotency and the rules. The API Worker then calls
 * the provider (workers/api/billing), because a family reaches no outside service.
 */
export const purchases = new Hono<FamilyApp>().post(
  '/',
  handleEndpointAfter({ ...purchase, output: permittedOrderSchema }, loadSkus, (call, { body }, skus) => permitPurchase(call, body, skus)),
);

export const checkouts = new Hono<FamilyApp>()
  .post(
    '/',
    handleEndpointAfter({ ...createCheckout, output: permittedOrderSchema }, loadSkus, (call, { body }, skus) =>
      permitCheckout(call, body, skus),
    ),
  )
  .put(
    '/',
    handleEndpoint({ ...finishCheckout, output: permittedCheckoutSchema }, (call, { body }) => {
      const row = listCheckouts(call.sql).find(({ id, providerId }) => id === body.checkout_id || providerId === body.checkout_id);
      if (row === undefined) throw outsideAccount();
      const { id: checkoutId, providerId, state, kind, invoiceId = null } = row;
      return { buyer: buyerOf(call), checkoutId, providerId, state, kind, invoiceId };
    }),
  );

export const planChanges = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpointAfter({ ...previewPlanChange, output: permittedChangeSchema }, loadSkus, (call, { query }, skus) =>
      permitChange(call, query.sku, skus),
    ),
  )
  .put(
    '/',
    handleEndpointAfter({ ...changePlan, output: permittedChangeSchema }, loadSkus, (call, { body }, skus) => {
      const permitted = permitChange(call, body.sku, skus);
      if (permitted.direction === 'upgrade' && (body.proration_ts === undefined || body.amount_due_uscent === undefined))
        throw invalid('An upgrade needs the values of its preview', { proration_ts: 'required' });
      return permitted;
    }),
  )
  .delete(
    '/',
    handleEndpoint({ ...withdrawPlanChange, output: permittedOwnSchema }, (call) => {
      const kept = requireKept(call);
      if (kept.pendingChange === null) throw invalid('No change is scheduled', { sku: 'none' });
      return { buyer: buyerOf(call), subscriptionId: kept.id };
    }),
  );

export const subscriptions = new Hono<FamilyApp>()
  .delete(
    '/',
    handleEndpoint({ ...cancelSubscription, output: permittedOwnSchema }, (call, { query }) => {
      const kept = requireOwn(call, query.sku);
      if (kept.cancelAtPeriodEnd) throw invalid('This plan is already canceled', { sku: 'cancelled' });
      scheduleCheck(call);
      return { buyer: buyerOf(call), subscriptionId: kept.id };
    }),
  )
  .put(
    '/',
    handleEndpoint({ ...resumeSubscription, output: permittedOwnSchema }, (call, { query }) => {
      const kept = requireOwn(call, query.sku);
      if (!kept.cancelAtPeriodEnd) throw invalid('This plan isn’t canceled', { sku: 'active' });
      scheduleCheck(call);
      return { buyer: buyerOf(call), subscriptionId: kept.id };
    }),
  );

export const paymentSources = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(listPaymentSources, (call) => listCardsOf(call.sql)),
  )
  .post(
    '/',
    handleEndpoint({ ...putPaymentSource, output: permittedCardSchema }, (call) => {
      requireSold(call);
      return { buyer: buyerOf(call) };
    }),
  );

export const purchaseInfo = new Hono<FamilyApp>()
  .get(
    '/',
    handleEndpoint(getPurchaseInfo, (call, { query }) => describePurchase(call, query.query === 'summary')),
  )
  .put(
    '/',
    handleEndpoint(endTrialEligibility, (call, { body }) => {
      if (body.is_trial_eligible)
        throw new Refusal(ERROR_CODES.insufficientPrivileges, 403, 'A trial can’t be given back', {
          fields: { is_trial_eligible: 'final' },
        });
      const billing = findBilling(call.sql);
      if (!billing.isTrialUsed) {
        putBilling(call.sql, { ...billing, isTrialUsed: true });
        call.recordChange('subscription', 'trial');
      }
      return describePurchase(call, false);
    }),
  );

/** Schedules a sync, which completes a change that is interrupted (A196). The sync after the change replaces it. */
function scheduleCheck(call: CallContext): void {
  call.setDueBy('billing', '', call.now + CHECK_MS);
}

/** Returns the cards that the provider last listed (S20). */
export function listCardsOf(sql: SqlStorage): Array<CardWire> {
  return findBilling(sql).cards.map(({ id, brand, last4, expMonth, expYear, name, isDefault }) => ({
    ...{ id, brand, last4, name },
    exp_month: expMonth,
    exp_year: expYear,
    is_default: isDefault,
  }));
}

/** @throws Refusal 403 for a plan that the account does not have, or that isn’t paid by card here (SUBS-110) */
function requireOwn(call: CallContext, sku: string) {
  if (!listOwnedSkus(call.sql).some((owned) => owned.sku === sku)) throw outsideAccount();
  const kept = findKept(call.sql);
  if (kept === null || kept.sku !== sku) throw notPaidHere();
  return kept;
}
