import type Stripe from 'stripe';
import { type Account, get, idOf, newId } from './account.ts';
import { DAY, HOUR } from './calendar.ts';
import { CHALLENGE_FAILED, type Decline } from './cards.ts';
import { emit } from './events.ts';
import { attach, type CardInput, createMethod, refuseCard } from './payment-methods.ts';
import type { Session, SetupIntent } from './plain.ts';
import { invalid, StripeRefusal } from './refusal.ts';
import { createSubscription } from './subscriptions.ts';

const MODES = ['subscription', 'setup'] as const;
const UI_MODES = ['elements', 'hosted_page'] as const;

/** The result of the customer's form. */
export type FormResult =
  | { kind: 'complete' }
  | { kind: 'challenge'; method: string }
  | { kind: 'declined'; code: string; declineCode: string };

/**
 * Creates a checkout session.
 * @throws StripeRefusal 400 for invalid parameters
 */
export function createSession(account: Account, params: Stripe.Checkout.SessionCreateParams): Session {
  const { subscription_data: data, line_items: [line] = [] } = params;
  const mode = MODES.find((known) => known === params.mode);
  const ui = UI_MODES.find((known) => known === params.ui_mode);
  if (mode === undefined) throw invalid('Missing required param: mode.', 'mode');
  if (ui === undefined) throw invalid('Missing required param: ui_mode.', 'ui_mode');
  const isHosted = ui === 'hosted_page';
  if (isHosted && (params.success_url === undefined || params.return_url !== undefined))
    throw invalid('A hosted page needs success_url and no return_url.', 'success_url');
  if (!isHosted && (params.return_url === undefined || params.success_url !== undefined || params.cancel_url !== undefined)) {
    throw invalid('Elements need return_url, and no success_url or cancel_url.', 'return_url');
  }
  const expiresAt = params.expires_at ?? account.now + DAY;
  if (expiresAt < account.now + HOUR / 2 || expiresAt > account.now + DAY)
    throw invalid('expires_at must be 30 minutes to 24 hours ahead.', 'expires_at');
  const customer = get(account.customers, 'customer', params.customer ?? '');
  const price = mode === 'setup' ? null : get(account.prices, 'price', line?.price ?? '');
  if (price?.active === false) throw invalid('The price is inactive.', 'line_items[0][price]');
  const coupon = params.discounts?.[0]?.coupon ?? null;
  const percent = coupon === null ? 0 : (get(account.coupons, 'coupon', coupon).percent_off ?? 0);
  const trialDays = data?.trial_period_days ?? 0;
  const id = newId(account, 'cs_test');
  const full = trialDays > 0 ? 0 : (price?.unit_amount ?? 0);
  const discounted = full - Math.round((full * (100 - percent)) / 100);
  const session: Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: price === null ? null : full,
    amount_total: price === null ? null : full - discounted,
    automatic_tax: { enabled: params.automatic_tax?.enabled ?? false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: isHosted ? null : `${id}_secret_${account.count}`,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: account.now,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer.id,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: coupon === null ? [] : [{ coupon, promotion_code: null }],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: (params.metadata ?? {}) as Record<string, string>,
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    permissions: null,
    recovered_from: null,
    ...(!isHosted && { return_url: params.return_url }),
    saved_payment_method_options: null,
    setup_intent: mode === 'setup' ? createSetup(account, customer.id).id : null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: { amount_discount: discounted, amount_shipping: 0, amount_tax: 0 },
    ui_mode: ui,
    url: isHosted ? `${account.origin}/c/pay/${id}` : null,
    wallet_options: null,
  };
  account.sessions.set(id, session);
  if (price !== null)
    account.orders.set(id, { price: price.id, coupon, trialDays, metadata: (data?.metadata ?? {}) as Record<string, string> });
  return session;
}

function createSetup(account: Account, customer: string): SetupIntent {
  const id = newId(account, 'seti');
  const setup: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${account.count}`,
    created: account.now,
    customer,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  };
  account.setups.set(id, setup);
  return setup;
}

/** Submits the form of a session with a card, as Stripe's page or script does. */
export function submitForm(account: Account, session: Session, card: CardInput): FormResult {
  requireOpen(session);
  try {
    const method = createMethod(account, card);
    if (account.cards.get(method.id)?.card.challenge !== undefined) return { kind: 'challenge', method: method.id };
    return complete(account, session, method.id, false);
  } catch (error) {
    return toDecline(account, session, error);
  }
}

/** Ends the 3-D Secure challenge of a session. */
export function answerChallenge(account: Account, session: Session, method: string, isPassed: boolean): FormResult {
  requireOpen(session);
  try {
    if (!isPassed) throw refuseCard(CHALLENGE_FAILED);
    return complete(account, session, method, true);
  } catch (error) {
    return toDecline(account, session, error);
  }
}

function complete(account: Account, session: Session, methodId: string, isConfirmed: boolean): FormResult {
  const method = get(account.methods, 'PaymentMethod', methodId);
  const stored = account.cards.get(methodId);
  const customer = idOf(session.customer);
  const order = account.orders.get(session.id);
  if (order === undefined) {
    attach(account, method, customer);
    if (stored !== undefined) stored.isConfirmed ||= isConfirmed;
    const setup = get(account.setups, 'setupintent', idOf(session.setup_intent));
    Object.assign(setup, { status: 'succeeded', payment_method: methodId, last_setup_error: null } satisfies Partial<SetupIntent>);
  } else {
    const price = get(account.prices, 'price', order.price);
    attach(account, method, customer);
    if (stored !== undefined && order.trialDays > 0) stored.isConfirmed ||= isConfirmed;
    const subscription = createSubscription(
      account,
      { ...order, customer, price, method: methodId, withTax: session.automatic_tax.enabled },
      { behavior: 'error_if_incomplete', isConfirmed },
    );
    session.subscription = subscription.id;
    session.invoice = idOf(subscription.latest_invoice);
    session.payment_status = order.trialDays > 0 ? 'no_payment_required' : 'paid';
  }
  session.status = 'complete';
  session.url = null;
  emit(account, 'checkout.session.completed', session);
  return { kind: 'complete' };
}

function toDecline(account: Account, session: Session, error: unknown): FormResult {
  if (!(error instanceof StripeRefusal) || error.status !== 402) throw error;
  const decline: Decline = { code: error.body.code ?? 'card_declined', declineCode: error.body.decline_code ?? 'generic_decline' };
  const setup = account.setups.get(idOf(session.setup_intent));
  if (setup !== undefined)
    setup.last_setup_error = { type: 'card_error', code: decline.code as 'card_declined', decline_code: decline.declineCode };
  return { kind: 'declined', ...decline };
}

function requireOpen(session: Session): void {
  if (session.status !== 'open') throw invalid('This Checkout Session is no longer open.', 'session', 'checkout_session_not_open');
}
