import type Stripe from 'stripe';
import { type Account, get, idOf } from './account.ts';
import { changePrice, requireLive, setCancelAtPeriodEnd } from './changes.ts';
import { createSession } from './checkout.ts';
import { expireSession } from './clock.ts';
import { resolveDiscounts } from './compose-subscription.ts';
import { emit } from './events.ts';
import type { Subscription } from './plain.ts';
import { invalid } from './refusal.ts';
import { PAGE, pageOf, type Route, route } from './routes.ts';
import { createSchedule, releaseSchedule, updateSchedule } from './schedules.ts';
import { createSubscription, end, isEnded, itemOf } from './subscriptions.ts';

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
const BEHAVIORS = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const;
/** The parameters that an update may have if its price change may wait for a payment. Discounts and metadata since 2026-05-27. */
const PENDING_PARAMS = ['items', 'discounts', 'metadata', 'payment_behavior', 'proration_behavior', 'proration_date'];

/** Checkout sessions, subscriptions and schedules. */
export const BILLING_ROUTES: Array<Route> = [
  route<Stripe.Checkout.SessionCreateParams>(
    'POST',
    '/v1/checkout/sessions',
    {
      mode: { oneOf: ['subscription', 'setup'] },
      ui_mode: { oneOf: ['elements', 'hosted_page'] },
      customer: 'string',
      allowed_payment_method_types: [{ oneOf: ['card'] }],
      line_items: [{ price: 'string', quantity: 'integer' }],
      discounts: [{ coupon: 'string' }],
      subscription_data: { trial_period_days: 'integer', metadata: 'metadata' },
      setup_intent_data: { metadata: 'metadata' },
      automatic_tax: { enabled: 'boolean' },
      customer_update: { address: { oneOf: ['auto', 'never'] }, name: { oneOf: ['auto', 'never'] } },
      billing_address_collection: { oneOf: ['auto', 'required'] },
      return_url: 'string',
      success_url: 'string',
      cancel_url: 'string',
      adaptive_pricing: { enabled: 'boolean' },
      expires_at: 'integer',
      client_reference_id: 'string',
      metadata: 'metadata',
      currency: 'string',
      locale: { oneOf: ['auto', 'de', 'en', 'es', 'fr', 'nl', 'pt-BR', 'zh', 'zh-TW'] },
    },
    createSession,
  ),
  route('GET', '/v1/checkout/sessions/{id}', {}, (account, _params, id) => get(account.sessions, 'checkout.session', id)),
  route('POST', '/v1/checkout/sessions/{id}/expire', {}, (account, _params, id) => {
    const session = get(account.sessions, 'checkout.session', id);
    if (session.status !== 'open') throw invalid(`Only open sessions can be expired; this one is ${session.status}.`, 'session');
    expireSession(account, session);
    return session;
  }),
  route<Stripe.SubscriptionCreateParams>(
    'POST',
    '/v1/subscriptions',
    {
      customer: 'string',
      items: [{ price: 'string', quantity: 'integer' }],
      discounts: [{ coupon: 'string' }],
      default_payment_method: 'string',
      trial_period_days: 'integer',
      metadata: 'metadata',
      payment_behavior: { oneOf: BEHAVIORS },
      automatic_tax: { enabled: 'boolean' },
    },
    (account, params) => {
      const price = get(account.prices, 'price', params.items?.[0]?.price ?? '');
      const customer = get(account.customers, 'customer', params.customer ?? '');
      if (!price.active) throw invalid('The price is inactive.', 'items[0][price]');
      const method = params.default_payment_method ?? null;
      if (method === null && customer.invoice_settings.default_payment_method === null) {
        throw invalid('This customer has no attached payment source or default payment method.', 'customer', 'resource_missing');
      }
      const order = {
        customer: customer.id,
        price,
        coupon: (params.discounts || [])[0]?.coupon ?? null,
        trialDays: params.trial_period_days ?? 0,
        method,
        metadata: (params.metadata ?? {}) as Record<string, string>,
        withTax: params.automatic_tax?.enabled ?? false,
      };
      const behavior = BEHAVIORS.find((name) => name === params.payment_behavior) ?? 'allow_incomplete';
      return createSubscription(account, order, { behavior });
    },
  ),
  route<Stripe.SubscriptionUpdateParams>(
    'POST',
    '/v1/subscriptions/{id}',
    {
      items: [{ id: 'string', price: 'string' }],
      discounts: [{ coupon: 'string', discount: 'string' }],
      cancel_at_period_end: 'boolean',
      default_payment_method: 'string',
      metadata: 'metadata',
      payment_behavior: { oneOf: ['allow_incomplete', 'error_if_incomplete', 'pending_if_incomplete'] },
      proration_behavior: { oneOf: ['always_invoice', 'none'] },
      proration_date: 'integer',
    },
    updateSubscription,
  ),
  route('GET', '/v1/subscriptions/{id}', {}, (account, _params, id) => get(account.subscriptions, 'subscription', id)),
  route<Stripe.SubscriptionListParams>(
    'GET',
    '/v1/subscriptions',
    { ...PAGE, customer: 'string', status: { oneOf: STATUSES } },
    (account, params) => {
      const { customer, status } = params;
      const found = [...account.subscriptions.values()].filter(
        (one) =>
          (customer === undefined || idOf(one.customer) === customer) &&
          (status === 'all' ||
            (status === undefined ? one.status !== 'canceled' : status === 'ended' ? isEnded(one) : one.status === status)),
      );
      return pageOf('/v1/subscriptions', found, params);
    },
  ),
  route<Stripe.SubscriptionCancelParams>(
    'DELETE',
    '/v1/subscriptions/{id}',
    { prorate: 'boolean', invoice_now: 'boolean' },
    (account, params, id) => {
      const subscription = get(account.subscriptions, 'subscription', id);
      if (isEnded(subscription)) throw invalid(`No such subscription: '${id}'`, 'id', 'resource_missing');
      if (params.prorate === true) throw invalid('The fake gives no refunds.', 'prorate');
      end(account, subscription, 'cancellation_requested', subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled');
      return subscription;
    },
  ),
  route<Stripe.SubscriptionScheduleCreateParams>('POST', '/v1/subscription_schedules', { from_subscription: 'string' }, (account, params) =>
    createSchedule(account, get(account.subscriptions, 'subscription', params.from_subscription ?? '')),
  ),
  route('GET', '/v1/subscription_schedules/{id}', {}, (account, _params, id) => get(account.schedules, 'subscription schedule', id)),
  route<Stripe.SubscriptionScheduleUpdateParams>(
    'POST',
    '/v1/subscription_schedules/{id}',
    {
      end_behavior: { oneOf: ['release', 'cancel'] },
      metadata: 'metadata',
      proration_behavior: { oneOf: ['none'] },
      phases: [
        {
          items: [{ price: 'string', quantity: 'integer' }],
          start_date: 'integer',
          end_date: 'integer',
          duration: { interval: { oneOf: ['month', 'year'] }, interval_count: 'integer' },
          discounts: [{ coupon: 'string', discount: 'string' }],
          proration_behavior: { oneOf: ['none'] },
          trial_end: 'integer',
        },
      ],
    },
    (account, params, id) => updateSchedule(account, get(account.schedules, 'subscription schedule', id), params),
  ),
  route<Stripe.SubscriptionScheduleReleaseParams>(
    'POST',
    '/v1/subscription_schedules/{id}/release',
    { preserve_cancel_date: 'boolean' },
    (account, _params, id) => releaseSchedule(account, get(account.schedules, 'subscription schedule', id)),
  ),
];

function updateSubscription(account: Account, params: Stripe.SubscriptionUpdateParams, id: string): Subscription {
  const subscription = get(account.subscriptions, 'subscription', id);
  requireLive(subscription);
  const isPending = params.payment_behavior === 'pending_if_incomplete';
  const other = Object.keys(params).find((name) => !PENDING_PARAMS.includes(name));
  if (isPending && other !== undefined) throw invalid(`The parameter ${other} is not supported with pending_if_incomplete.`, other);
  if (params.cancel_at_period_end !== undefined) setCancelAtPeriodEnd(account, subscription, params.cancel_at_period_end);
  if (params.default_payment_method) {
    const method = get(account.methods, 'PaymentMethod', params.default_payment_method);
    if (idOf(method.customer) !== idOf(subscription.customer))
      throw invalid('The payment method is not attached to the customer.', 'default_payment_method');
    subscription.default_payment_method = method.id;
  }
  for (const [name, value] of Object.entries(params.metadata || {})) {
    // As with Stripe, an empty text removes the field.
    if (value === '') delete subscription.metadata[name];
    else subscription.metadata[name] = String(value);
  }
  const discounts = resolveDiscounts(account, subscription, params.discounts);
  const [change] = params.items ?? [];
  if (change === undefined) subscription.discounts = discounts;
  else {
    if (change.id !== itemOf(subscription).id) throw invalid('The fake keeps one item per subscription: give its id.', 'items[0][id]');
    const target = { price: get(account.prices, 'price', change.price ?? ''), discounts };
    changePrice(account, subscription, target, {
      date: params.proration_date ?? account.now,
      proration: params.proration_behavior === 'none' ? 'none' : 'always_invoice',
      payment: isPending
        ? 'pending_if_incomplete'
        : params.payment_behavior === 'error_if_incomplete'
          ? 'error_if_incomplete'
          : 'allow_incomplete',
    });
  }
  emit(account, 'customer.subscription.updated', subscription);
  return subscription;
}
