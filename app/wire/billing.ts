import * as z from 'zod';
import { BILLING_CYCLES } from '../domain/billing.ts';
import { hasCardNumber } from '../domain/card-number.ts';
import type { Endpoint } from './endpoint.ts';
import { tierSchema } from './subscription.ts';
import { flagSchema, instantSchema, nothingSchema } from './values.ts';

const skuId = z.string().min(1).max(64);
const centsSchema = z.number().int().nonnegative();
/**
 * A stored card or a token of the provider. A value with 12 or more digits in a row, ignoring spaces, dots and dashes, is refused, because
 * it may be a card number. So is one with the digits of another script, or encoded.
 */
const tokenSchema = z
  .string()
  .min(1)
  .max(512)
  .refine((token) => ![token, decode(token)].some(hasCardNumber), 'Send a token, never a card number');

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** A card (3.12.6). Without number and security code, which are not stored. */
export const cardSchema = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  name: z.string(),
  is_default: z.boolean(),
});
export type CardWire = z.infer<typeof cardSchema>;

/** How the plan continues: `at` is the end of the trial, the renewal, the next attempt to charge the card, or the end. */
const termSchema = z.object({
  kind: z.enum(['none', 'trial', 'paid', 'past_due', 'canceled']),
  at: instantSchema.nullable(),
  is_canceled: z.boolean(),
});
export type TermWire = z.infer<typeof termSchema>;

/** A payment, trial, credit or refund, as the provider records it. */
export const receiptSchema = z.object({
  id: z.string(),
  ts: instantSchema,
  /** `trial` costs nothing; `credit` is in the customer’s favor. */
  kind: z.enum(['charge', 'trial', 'credit']),
  /** What it is for; null if the provider doesn’t say. */
  sku: z.string().nullable(),
  period_start_ts: instantSchema.nullable(),
  period_end_ts: instantSchema.nullable(),
  amount_uscent: centsSchema,
  refunded_uscent: centsSchema,
  status: z.enum(['paid', 'open', 'void', 'uncollectible', 'draft']),
  url: z.string().nullable(),
});

/**
 * What the parent has to confirm with their bank (3-D Secure): with the provider’s script, which needs `client_secret` and `publishable_key`, or
 * on the page at `url`.
 */
const confirmSchema = z.object({
  invoice_id: z.string(),
  client_secret: z.string().nullable(),
  publishable_key: z.string().nullable(),
  url: z.string().nullable(),
});

/**
 * The payment that is past due. `declined`: why the last attempt failed. Null if that is unknown, or if a new card still waits for `confirm`.
 */
const dueSchema = z.object({ invoice_id: z.string(), amount_uscent: centsSchema, declined: z.string().nullable() });

/** The offer that a purchase would get now: that of the account’s usable coupon. */
const discountSchema = z.object({
  coupon: z.string(),
  percent_off: z.number(),
  limit_skus: z.array(z.string()),
  trial_secs: z.number().int().nonnegative(),
});

/** The group’s offer for a purchase, as promised at the account’s sign-up (A177). `limit_skus` empty: for all plans. */
export const groupOfferSchema = z.object({
  percent_off: z.number().min(0).max(100),
  limit_skus: z.array(z.string()),
  trial_secs: z.number().int().nonnegative(),
});
export type GroupOfferWire = z.infer<typeof groupOfferSchema>;

/** Details of the plan with `query=summary`. Prices in US cents per cycle. */
const purchaseSummarySchema = z.object({
  tier: tierSchema,
  billing_cycle: z.enum(BILLING_CYCLES).nullable(),
  source: z.enum(['apple', 'google', 'stripe', 'operator']).nullable(),
  term: termSchema,
  renewal_ts: instantSchema.nullable(),
  /** When the current period or trial began; null for a plan that isn’t paid by card here. */
  period_start_ts: instantSchema.nullable(),
  /** What the next renewal costs; null if there is none. */
  price_uscent: centsSchema.nullable(),
  percent_off: z.number(),
  /**
   * What the running subscription costs per cycle before its discount of `percent_off`, and the plans that this discount is for (A192); empty
   * for all. Null for a plan that isn’t paid by card here.
   */
  own_price: z.object({ full_uscent: centsSchema, percent_off: z.number(), limit_skus: z.array(z.string()) }).nullable(),
  /** The family’s use of the plan: counted schedules, screenshots requested this month, and stored ones. */
  usage: z.object({ schedules: z.number().int(), on_demand: z.number().int(), samples: z.number().int() }),
  pending_change: z.object({ sku: z.string(), ts: instantSchema }).nullable(),
  /** The downgrade that the cancellation withdrew. Undoing the cancellation schedules it again, if it is still sold (A196). */
  held_change: z.object({ sku: z.string(), ts: instantSchema }).nullable(),
  next_attempt_ts: instantSchema.nullable(),
  due: dueSchema.nullable(),
  confirm: confirmSchema.nullable(),
  can_cancel: z.boolean(),
  can_undo_cancel: z.boolean(),
  discount: discountSchema.nullable(),
  /** Applies beside `discount`: for each plan, the higher percentage and the longer trial of both. */
  group_offer: groupOfferSchema.nullable(),
  receipts: z.array(receiptSchema),
  /** Who takes payments here; null if plans are not sold. */
  provider: z.enum(['stripe', 'sandbox']).nullable(),
  synced_ts: instantSchema.nullable(),
});

/**
 * The account’s best plan (3.12.5). `account_inactive`: it only has the free plan. `summary`: of the plan that is paid by card here, even
 * beside a better one from another source (A207).
 */
export const purchaseInfoSchema = z.object({
  sku_id: z.string(),
  status: z.enum(['account_active', 'account_inactive']),
  is_trial_eligible: z.boolean(),
  summary: purchaseSummarySchema.optional(),
});
export type PurchaseInfoWire = z.infer<typeof purchaseInfoSchema>;

const infoQuery = z.object({ query: z.literal('summary').optional(), fresh: flagSchema });
/**
 * GET /purchase_info (S21). Asks the provider first if the last answer is older than ten minutes (five seconds with `fresh`, SUBS-112). If it
 * does not respond, returns the last answer. `synced_ts` of the summary says when it last answered.
 */
export const getPurchaseInfo: Endpoint<z.infer<typeof infoQuery>, undefined, PurchaseInfoWire> = {
  method: 'GET',
  path: '/purchase_info',
  auth: 'session',
  query: infoQuery,
  body: nothingSchema,
  output: purchaseInfoSchema,
};

const trialBody = z.object({ is_trial_eligible: z.boolean() });
/**
 * PUT /purchase_info: ends the account’s right to a trial (S22, A49).
 * @throws Refusal 403 with code 410 for `true`
 */
export const endTrialEligibility: Endpoint<unknown, z.infer<typeof trialBody>, PurchaseInfoWire> = {
  method: 'PUT',
  path: '/purchase_info',
  auth: 'session',
  query: z.unknown(),
  body: trialBody,
  output: purchaseInfoSchema,
};

const orderSchema = z.object({
  email: z.string().max(254),
  sku: skuId,
  source: z.string().max(64).default('WEB_PARENT'),
  token: tokenSchema,
  /** The price that was shown. Another price is refused. */
  price_uscent: centsSchema.optional(),
  /** A coupon of the account. Without it, the usable coupon with the best price is applied. */
  coupon: z.string().max(64).optional(),
  /** False = without the trial that the account could have. */
  trial: z.boolean().optional(),
});
export type OrderWire = z.infer<typeof orderSchema>;

/**
 * POST /purchase (S19). Buys one plan with a card token. Repeating the token or the key does not charge twice. Callers must not retry it.
 * @throws Refusal 400 `declined` with `fields.token`, `subscribed`, `pending`, `price`; 433; 503 `provider` if the outcome is unknown
 */
export const purchase: Endpoint<unknown, Array<OrderWire>, PurchaseInfoWire> = {
  method: 'POST',
  path: '/purchase',
  auth: 'session',
  query: z.unknown(),
  body: z.array(orderSchema).min(1).max(8),
  output: purchaseInfoSchema,
};

/** GET /payment_sources (S20): the cards of the account. */
export const listPaymentSources: Endpoint<unknown, undefined, Array<CardWire>> = {
  method: 'GET',
  path: '/payment_sources',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: z.array(cardSchema),
};

const cardBody = z.object({ token: tokenSchema });
/**
 * POST /payment_sources: replaces the card by that of a token, and tries to pay what is due with it. The card is replaced even if that payment
 * is declined: `due`, `confirm` and `receipts` of the purchase info say what happened. Not in the specification.
 * @throws Refusal 400 `declined` with `fields.token` if the card can’t be used at all; 503 `provider` if the outcome is unknown
 */
export const putPaymentSource: Endpoint<unknown, z.infer<typeof cardBody>, Array<CardWire>> = {
  method: 'POST',
  path: '/payment_sources',
  auth: 'session',
  query: z.unknown(),
  body: cardBody,
  output: z.array(cardSchema),
};

const ownSku = z.object({ sku: skuId });
/**
 * DELETE /subscription?sku: cancels at the end of the period (S18).
 * @throws Refusal 403 for a plan that the account does not pay by card here (code 410), 400 if it is already canceled
 */
export const cancelSubscription: Endpoint<z.infer<typeof ownSku>, undefined, PurchaseInfoWire> = {
  method: 'DELETE',
  path: '/subscription',
  auth: 'session',
  query: ownSku,
  body: nothingSchema,
  output: purchaseInfoSchema,
};

/** PUT /subscription?sku: undoes a cancellation before the end of the period. Not in the specification. */
export const resumeSubscription: Endpoint<z.infer<typeof ownSku>, undefined, PurchaseInfoWire> = {
  method: 'PUT',
  path: '/subscription',
  auth: 'session',
  query: ownSku,
  body: nothingSchema,
  output: purchaseInfoSchema,
};

/** A checkout of the provider: with its script (`client_secret`), or on its page (`url`). Both null in the sandbox, whose form is ours. */
export const checkoutSchema = z.object({
  checkout_id: z.string(),
  provider: z.enum(['stripe', 'sandbox']),
  publishable_key: z.string().nullable(),
  client_secret: z.string().nullable(),
  url: z.string().nullable(),
  expires_ts: instantSchema,
  /**
   * The cost of the first payment and of each renewal. `trial_days` precede the first payment. Null if the checkout only changes the card.
   */
  order: z
    .object({ sku: z.string(), price_uscent: centsSchema, full_price_uscent: centsSchema, percent_off: z.number(), trial_days: z.number() })
    .nullable(),
});
export type CheckoutWire = z.infer<typeof checkoutSchema>;

const checkoutBody = z.object({
  /** Null to change the card. */
  sku: skuId.nullable(),
  ui: z.enum(['elements', 'hosted']),
  price_uscent: centsSchema.optional(),
  coupon: z.string().max(64).optional(),
  trial: z.boolean().optional(),
});
/**
 * POST /checkout: opens a checkout, or returns the open one for the same order. Not in the specification.
 * @throws Refusal 400 `subscribed`, `pending`, `price`; 403 if plans are not sold here; 433; 503 `provider`
 */
export const createCheckout: Endpoint<unknown, z.infer<typeof checkoutBody>, CheckoutWire> = {
  method: 'POST',
  path: '/checkout',
  auth: 'session',
  query: z.unknown(),
  body: checkoutBody,
  output: checkoutSchema,
  replay: 'never',
};

const finishBody = z.object({ checkout_id: z.string().min(1).max(255) });
const finishedSchema = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  /** `setup`: only the card was changed. */
  kind: z.enum(['subscription', 'setup', 'purchase']),
  /** The invoice that was past due when a change of the card began. */
  invoice_id: z.string().nullable(),
  /** Why the last payment failed. */
  declined: z.string().nullable(),
  info: purchaseInfoSchema,
});
/**
 * PUT /checkout: reads the checkout, and the plan with it, after the provider has redirected back here. Can be repeated. Not in the
 * specification.
 * @throws Refusal 403 for a checkout of another account
 */
export const finishCheckout: Endpoint<unknown, z.infer<typeof finishBody>, z.infer<typeof finishedSchema>> = {
  method: 'PUT',
  path: '/checkout',
  auth: 'session',
  query: z.unknown(),
  body: finishBody,
  output: finishedSchema,
  replay: 'never',
};

/**
 * The parts of what an upgrade costs now (A193): the new plan until the next payment (`charge`), less the `discount` on it and the `credit`
 * for the unused time of the old plan; then `tax` that is added, and the `balance` of earlier credits. What is below zero is `credited` to later
 * payments. `included_tax` is part of the amounts.
 */
const changePartsSchema = z.object({
  charge_uscent: centsSchema,
  discount_uscent: centsSchema,
  credit_uscent: centsSchema,
  tax_uscent: centsSchema,
  included_tax_uscent: centsSchema,
  balance_uscent: centsSchema,
  credited_uscent: centsSchema,
});
export type ChangePartsWire = z.infer<typeof changePartsSchema>;

/**
 * What a change to another plan costs. A downgrade costs nothing now, has no `parts` and applies at `next_ts`. `percent_off`: the discount in
 * `next_amount`; `ended_percent_off`: the higher one that ends with the change, 0 for none (A192).
 */
export const changePreviewSchema = z.object({
  sku: z.string(),
  direction: z.enum(['upgrade', 'downgrade']),
  proration_ts: instantSchema,
  amount_due_uscent: z.number().int(),
  parts: changePartsSchema.nullable(),
  next_amount_uscent: centsSchema,
  next_full_uscent: centsSchema,
  percent_off: z.number(),
  ended_percent_off: z.number(),
  next_ts: instantSchema,
});
export type ChangePreviewWire = z.infer<typeof changePreviewSchema>;

/**
 * GET /plan_change?sku: previews a change. Not in the specification.
 * @throws Refusal 403 without a subscription by card, or if the change is not offered (A48)
 */
export const previewPlanChange: Endpoint<z.infer<typeof ownSku>, undefined, ChangePreviewWire> = {
  method: 'GET',
  path: '/plan_change',
  auth: 'session',
  query: ownSku,
  body: nothingSchema,
  output: changePreviewSchema,
};

const changeBody = z.object({
  sku: skuId,
  proration_ts: instantSchema.optional(),
  amount_due_uscent: z.number().int().optional(),
  /** The price per cycle that was shown. Another price is refused. */
  next_amount_uscent: centsSchema.optional(),
});
/**
 * PUT /plan_change: upgrades now, or downgrades at the end of the period. An upgrade needs `proration_ts` and `amount_due_uscent` of the
 * preview, and is refused if it would cost another amount. Not in the specification.
 * @throws Refusal like the preview; 400 `price`, `declined`; 503 `provider`
 */
export const changePlan: Endpoint<unknown, z.infer<typeof changeBody>, PurchaseInfoWire> = {
  method: 'PUT',
  path: '/plan_change',
  auth: 'session',
  query: z.unknown(),
  body: changeBody,
  output: purchaseInfoSchema,
};

/** DELETE /plan_change: withdraws a downgrade that has not taken effect yet. Not in the specification. */
export const withdrawPlanChange: Endpoint<unknown, undefined, PurchaseInfoWire> = {
  method: 'DELETE',
  path: '/plan_change',
  auth: 'session',
  query: z.unknown(),
  body: nothingSchema,
  output: purchaseInfoSchema,
};
