import { type Account, get, idOf, newId } from './account.ts';
import { CHALLENGE_FAILED, type Decline, UNAUTHENTICATED } from './cards.ts';
import type { Invoice, PaymentIntent } from './plain.ts';

/** The result of a payment. */
export type Payment = { kind: 'paid' } | { kind: 'challenge' } | { kind: 'declined'; decline: Decline };

/** Creates the payment of an invoice. */
export function createIntent(account: Account, invoice: Invoice): PaymentIntent {
  const id = newId(account, 'pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${account.count}`,
    confirmation_method: 'automatic',
    created: account.now,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
  account.intents.set(id, intent);
  return intent;
}

/** Returns the payment of an invoice; null if none was needed. */
export function intentOf(account: Account, invoice: Invoice): PaymentIntent | null {
  const payment = invoice.payments?.data[0]?.payment.payment_intent;
  return payment === undefined ? null : get(account.intents, 'PaymentIntent', idOf(payment));
}

/** Charges the card of a payment. `onSession`: the customer is there to confirm. `isConfirmed`: the customer has confirmed just now. */
export function charge(
  account: Account,
  intent: PaymentIntent,
  method: string,
  { onSession, isConfirmed = false }: { onSession: boolean; isConfirmed?: boolean },
): Payment {
  const stored = account.cards.get(method);
  intent.payment_method = method;
  if (stored === undefined) return decline(intent, { code: 'missing', declineCode: 'generic_decline' });
  const { card } = stored;
  if (isConfirmed) stored.isConfirmed = true;
  const needsChallenge = card.challenge === 'always' ? !isConfirmed : card.challenge === 'once' && !stored.isConfirmed;
  if (needsChallenge) {
    if (!onSession) return decline(intent, UNAUTHENTICATED);
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk' };
    return { kind: 'challenge' };
  }
  if (card.charge !== undefined) return decline(intent, card.charge);
  intent.status = 'succeeded';
  intent.next_action = null;
  intent.last_payment_error = null;
  intent.amount_received = intent.amount;
  intent.latest_charge = newId(account, 'ch');
  return { kind: 'paid' };
}

/** Ends a challenge that the customer did not pass. */
export function failChallenge(intent: PaymentIntent): Payment {
  return decline(intent, CHALLENGE_FAILED);
}

function decline(intent: PaymentIntent, { code, declineCode }: Decline): Payment {
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.last_payment_error = { type: 'card_error', code: code as 'card_declined', decline_code: declineCode, message: 'Declined.' };
  return { kind: 'declined', decline: { code, declineCode } };
}
