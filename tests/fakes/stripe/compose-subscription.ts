import { type Account, get, idOf, newId } from './account.ts';
import { addIntervals, DAY, type Interval } from './calendar.ts';
import { listOf, type Price, type Subscription } from './plain.ts';
import { missing } from './refusal.ts';

export type Order = {
  customer: string;
  price: Price;
  coupon: string | null;
  trialDays: number;
  method: string | null;
  metadata: Record<string, string>;
  withTax: boolean;
};
export function intervalOf(price: Price): Interval {
  return { interval: price.recurring?.interval ?? 'month', count: price.recurring?.interval_count ?? 1 };
}

/** Returns a new subscription that nothing stores or charges yet. */
export function composeSubscription(account: Account, order: Order): Subscription {
  const id = newId(account, 'sub');
  const { now } = account;
  const trialEnd = order.trialDays > 0 ? now + order.trialDays * DAY : null;
  const discounts = order.coupon === null ? [] : [createDiscount(account, order.coupon, order.customer, id)];
  const end = trialEnd ?? addIntervals(now, intervalOf(order.price), 1);
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: order.withTax, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    customer: order.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: order.method,
    default_source: null,
    description: null,
    discounts,
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: listOf(`/v1/subscription_items?subscription=${id}`, [
      {
        id: newId(account, 'si'),
        object: 'subscription_item',
        billing_thresholds: null,
        created: now,
        current_period_end: end,
        current_period_start: now,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: toPlan(order.price),
        price: order.price,
        quantity: 1,
        subscription: id,
        tax_rates: [],
      },
    ]),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: order.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: trialEnd === null ? null : now,
  };
}

type DiscountParams = '' | ReadonlyArray<{ coupon?: string; discount?: string }> | null | undefined;

/**
 * Returns the ids of the discounts that a parameter asks for. Without it, or with an empty list, they stay; an empty text removes them.
 * @throws StripeRefusal for a discount that the subscription does not have
 */
export function resolveDiscounts(account: Account, subscription: Subscription, params: DiscountParams): Array<string> {
  const own = subscription.discounts.map(idOf);
  if (params === '' || params === null) return [];
  if (params === undefined || params.length === 0) return own;
  return params.map(({ coupon, discount }) => {
    if (coupon !== undefined) return createDiscount(account, coupon, idOf(subscription.customer), subscription.id);
    if (discount === undefined || !own.includes(discount)) throw missing('discount', discount ?? '');
    return discount;
  });
}

function createDiscount(account: Account, coupon: string, customer: string, subscription: string): string {
  const id = newId(account, 'di');
  const found = get(account.coupons, 'coupon', coupon);
  found.times_redeemed += 1;
  account.discounts.set(id, {
    id,
    object: 'discount',
    checkout_session: null,
    customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon, type: 'coupon' },
    start: account.now,
    subscription,
    subscription_item: null,
  });
  return id;
}

export function toPlan(price: Price): Subscription['items']['data'][number]['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
