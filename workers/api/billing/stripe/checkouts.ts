import type Stripe from 'stripe';
import type { StripeKeys } from '#workers/stripe-settings';
import type { Checkout, CheckoutInput, CheckoutState } from '../provider';
import { makeDefault } from './cards';
import { READ } from './client';
import { discountedPrice, expanded, idOf } from './convert';
import { conflict, toDeclineCode } from './errors';
import { findDiscounts, findPrice } from './prices';

const MS = 1000;
/** Added to the expiry of a session, because Stripe refuses one that expires less than 30 minutes after the request arrives. */
const MARGIN_SECS = 60;
const LOCALES: Readonly<Record<string, Stripe.Checkout.SessionCreateParams.Locale>> = {
  de: 'de',
  en: 'en',
  es: 'es',
  fr: 'fr',
  nl: 'nl',
  'pt-br': 'pt-BR',
  'zh-cn': 'zh',
  'zh-tw': 'zh-TW',
};

/** Creates a session: for our page (`elements`) or Stripe's (`hosted`). The same key and input return the same session. */
export async function createCheckout(stripe: Stripe, { hasTax }: StripeKeys, input: CheckoutInput): Promise<Checkout> {
  const metadata = { account: input.accountId };
  const { returnUrl } = input;
  const shared: Stripe.Checkout.SessionCreateParams = {
    customer: input.customerId,
    allowed_payment_method_types: ['card'],
    expires_at: Math.ceil(input.expiresAt / MS) + MARGIN_SECS,
    metadata,
    ...(input.ui === 'elements'
      ? { ui_mode: 'elements', return_url: returnUrl }
      : { ui_mode: 'hosted_page', success_url: returnUrl, cancel_url: returnUrl, locale: LOCALES[input.locale] ?? 'auto' }),
  };
  const session = await stripe.checkout.sessions.create(
    input.mode === 'setup'
      ? { ...shared, mode: 'setup', currency: 'usd' }
      : {
          ...shared,
          mode: 'subscription',
          // The charge must equal the quote, so Stripe does not convert it into the buyer's currency.
          adaptive_pricing: { enabled: false },
          line_items: [{ price: (await findPrice(stripe, input.sku, input.price)).id, quantity: 1 }],
          discounts: await findDiscounts(stripe, input.percentOff),
          subscription_data: {
            metadata: { ...metadata, sku: input.sku, ...(input.couponId !== null && { coupon: input.couponId }) },
            ...(input.trialDays > 0 && { trial_period_days: input.trialDays }),
          },
          ...(hasTax && { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }),
        },
    { idempotencyKey: input.idempotencyKey },
  );
  if (input.mode === 'subscription') await requireQuoted(stripe, session, input);
  return { id: session.id, clientSecret: session.client_secret, url: session.url };
}

/**
 * Closes a session that would charge an amount other than the page shows.
 * @throws Stopped `price` for such a session
 */
async function requireQuoted(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  input: CheckoutInput & { mode: 'subscription' },
): Promise<void> {
  const quoted = input.trialDays > 0 ? 0 : discountedPrice(input.price, input.percentOff);
  if (session.amount_total === quoted) return;
  if (session.status === 'open') await stripe.checkout.sessions.expire(session.id);
  throw conflict('price');
}

/** Returns the state of a session. A new card of a complete session becomes the default; repeated calls change nothing more. */
export async function readCheckout(stripe: Stripe, id: string): Promise<CheckoutState> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent', 'subscription'] }, READ);
  const customerId = idOf(session.customer) ?? '';
  const setup = expanded(session.setup_intent);
  const isOpen = session.status === 'open';
  if (session.status === 'complete') {
    const card = idOf(setup?.payment_method) ?? idOf(expanded(session.subscription)?.default_payment_method);
    if (card !== null) await adoptCard(stripe, customerId, card, session.mode === 'setup', id);
  }
  return {
    id: session.id,
    status: isOpen ? 'open' : session.status === 'complete' ? 'complete' : 'expired',
    customerId,
    subscriptionId: idOf(session.subscription),
    declined: isOpen && setup?.last_setup_error ? toDeclineCode(setup.last_setup_error) : null,
    clientSecret: isOpen ? session.client_secret : null,
    url: isOpen ? session.url : null,
  };
}

/**
 * Makes the card of a completed session the default. A purchase does so only without a default, so that reading it again replaces no later
 * card.
 */
async function adoptCard(stripe: Stripe, customerId: string, card: string, isSetup: boolean, key: string): Promise<void> {
  if (isSetup) {
    // A setup that is read again must not undo a later one.
    const customer = await stripe.customers.retrieve(customerId, {}, READ);
    if (customer.deleted || customer.metadata.last_setup === key) return;
    await makeDefault(stripe, customerId, card, key);
    await stripe.customers.update(customerId, { metadata: { last_setup: key } }, { idempotencyKey: `${key}:adopted` });
    return;
  }
  const customer = await stripe.customers.retrieve(customerId, {}, READ);
  if (customer.deleted || customer.invoice_settings.default_payment_method !== null) return;
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card } }, { idempotencyKey: `${key}:default` });
}

/** Closes an open session. @throws StripeError if it is complete */
export async function expireCheckout(stripe: Stripe, id: string): Promise<null> {
  const session = await stripe.checkout.sessions.retrieve(id, {}, READ);
  if (session.status !== 'expired') await stripe.checkout.sessions.expire(id);
  return null;
}
