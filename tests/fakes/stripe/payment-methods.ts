import { type Account, get, idOf, newId } from './account.ts';
import { type Decline, fingerprintOf, numberOf, TEST_CARDS } from './cards.ts';
import { emit } from './events.ts';
import type { PaymentMethod } from './plain.ts';
import { invalid, StripeRefusal } from './refusal.ts';

export type CardInput = { number: string; expMonth: number; expYear: number; name?: string | null };

/** Returns the refusal of a card: 402 with the decline. */
export function refuseCard({ code, declineCode }: Decline): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', code, decline_code: declineCode, message: 'Your card was declined.' });
}

/** Creates a payment method. @throws StripeRefusal 402 for a number that is not a test card, or an expired card */
export function createMethod(account: Account, { number, expMonth, expYear, name = null }: CardInput): PaymentMethod {
  const card = TEST_CARDS[number];
  if (card === undefined) throw new StripeRefusal(402, { type: 'card_error', code: 'incorrect_number', message: 'Not a test card.' });
  const today = new Date(account.now * 1000);
  if (expYear * 12 + expMonth < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1) {
    throw refuseCard({ code: 'expired_card', declineCode: 'expired_card' });
  }
  const method: PaymentMethod = {
    id: newId(account, 'pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: null, name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(number),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  account.methods.set(method.id, method);
  account.cards.set(method.id, { card, isConfirmed: false });
  return method;
}

/** Creates a payment method from a single-use token. @throws StripeRefusal 400 for an unknown or used token */
export function createFromToken(account: Account, token: string): PaymentMethod {
  const [name = '', suffix] = token.split(':');
  const number = numberOf(name);
  if (number === null) throw invalid(`No such token: '${token}'`, 'card[token]', 'resource_missing');
  // `tok_visa` may be used again, as at Stripe; `tok_visa:1` is single use.
  if (suffix !== undefined && account.usedTokens.has(token))
    throw invalid('You cannot use a Stripe token more than once.', 'card[token]', 'token_already_used');
  account.usedTokens.add(token);
  return createMethod(account, { number, expMonth: 12, expYear: new Date(account.now * 1000).getUTCFullYear() + 4 });
}

/** Returns a payment method by id. `pm_card_…` creates one, as at Stripe. */
export function findMethod(account: Account, id: string): PaymentMethod {
  return numberOf(id) !== null && id.startsWith('pm_card_') ? createFromToken(account, id) : get(account.methods, 'PaymentMethod', id);
}

/** Attaches a card to a customer. @throws StripeRefusal 402 if the card cannot be stored */
export function attach(account: Account, method: PaymentMethod, customer: string): PaymentMethod {
  if (idOf(method.customer) === customer) return method;
  if (method.customer !== null) throw invalid('The payment method is attached to another customer.', 'customer');
  const refusal = account.cards.get(method.id)?.card.attach;
  if (refusal !== undefined) throw refuseCard(refusal);
  method.customer = customer;
  emit(account, 'payment_method.attached', method);
  return method;
}
