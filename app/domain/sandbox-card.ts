import { hasDigit } from './card-number.ts';
import type { Instant } from './time.ts';

/**
 * The cards of the sandbox: Stripe’s published test numbers, with our token for each. `charge_fails`: can be stored, but every charge is
 * declined. `confirm`: the first charge needs 3-D Secure; `confirm_insufficient` is then declined.
 */
export const SANDBOX_CARDS = {
  tok_visa: { number: '4242424242424242', brand: 'visa', behavior: 'pays' },
  tok_mastercard: { number: '5555555555554444', brand: 'mastercard', behavior: 'pays' },
  tok_amex: { number: '378282246310005', brand: 'amex', behavior: 'pays' },
  tok_declined: { number: '4000000000000002', brand: 'visa', behavior: 'generic' },
  tok_insufficient_funds: { number: '4000000000009995', brand: 'visa', behavior: 'insufficient_funds' },
  tok_expired_card: { number: '4000000000000069', brand: 'visa', behavior: 'expired_card' },
  tok_processing_error: { number: '4000000000000119', brand: 'visa', behavior: 'processing_error' },
  tok_charge_fails: { number: '4000000000000341', brand: 'visa', behavior: 'charge_fails' },
  tok_3ds: { number: '4000002760003184', brand: 'visa', behavior: 'confirm' },
  tok_3ds_insufficient: { number: '4000008260003178', brand: 'visa', behavior: 'confirm_insufficient' },
} as const;
type CardName = keyof typeof SANDBOX_CARDS;
type Behavior = (typeof SANDBOX_CARDS)[CardName]['behavior'];

/** The fields of the card form, as typed. */
export type CardForm = { number: string; expiry: string; cvc: string; name: string };
export type CardFormErrors = Partial<Record<keyof CardForm, 'required' | 'invalid' | 'not_test_card' | 'expired'>>;

/** A card as its token describes it. */
export type TokenCard = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  name: string;
  behavior: Behavior;
  fingerprint: string | null;
};

const NAME_MAX = 100;
const CENTURY = 2000;
const FAR_YEAR = 2034;

/**
 * Returns a single-use token for a typed test card, or what is wrong with each field. Refuses any number that is not a published test
 * number. The result never contains the number. `nonce`: letters that no other token has.
 */
export function tokenizeTestCard(form: CardForm, now: Instant, nonce: string): { token: string } | { errors: CardFormErrors } {
  const number = form.number.replaceAll(/[\s-]/g, '');
  const card = findCard(number);
  const expiry = readExpiry(form.expiry);
  const cvc = form.cvc.trim();
  const name = form.name.trim();
  const errors: CardFormErrors = {};
  if (number === '') errors.number = 'required';
  else if (card === null) errors.number = 'not_test_card';
  if (form.expiry.trim() === '') errors.expiry = 'required';
  else if (expiry === null) errors.expiry = 'invalid';
  else if (Date.UTC(expiry.year, expiry.month) <= now) errors.expiry = 'expired';
  if (cvc === '') errors.cvc = 'required';
  else if (!/^\d{3,4}$/.test(cvc)) errors.cvc = 'invalid';
  if (name === '') errors.name = 'required';
  else if (name.length > NAME_MAX || hasDigit(name)) errors.name = 'invalid';
  if (card === null || expiry === null || Object.keys(errors).length > 0) return { errors };
  const date = `${String(expiry.month).padStart(2, '0')}${String(expiry.year - CENTURY).padStart(2, '0')}`;
  return { token: [card, date, nonce, encodeURIComponent(name)].join(':') };
}

/** Returns the card of a token, or null for an unknown token. A bare token such as `tok_visa` has no name and expires in 2034. */
export function readTestToken(token: string): TokenCard | null {
  const [base = '', date = '', , name = ''] = token.split(':');
  const found = Object.entries(SANDBOX_CARDS).find(([known]) => known === base)?.[1];
  const expiry = date === '' ? { month: 12, year: FAR_YEAR } : readExpiry(`${date.slice(0, 2)}/${date.slice(2)}`);
  if (found === undefined || expiry === null) return null;
  const { number, brand, behavior } = found;
  return {
    brand,
    last4: number.slice(-4),
    expMonth: expiry.month,
    expYear: expiry.year,
    name: decode(name),
    behavior,
    // Every tester shares the test numbers, so only one of them is recognized in another family.
    fingerprint: brand === 'amex' ? 'sandbox-amex' : null,
  };
}

/** Returns true for a token that may be used repeatedly, as Stripe’s named test tokens may. */
export function isReusableToken(token: string): boolean {
  return Object.keys(SANDBOX_CARDS).includes(token);
}

function findCard(number: string): CardName | null {
  const name = Object.entries(SANDBOX_CARDS).find(([, card]) => card.number === number)?.[0];
  return Object.keys(SANDBOX_CARDS).find((known): known is CardName => known === name) ?? null;
}

/** Parses `MM/YY`, `MM/YYYY`, `MMYY` or `MM YY`; null if invalid. */
function readExpiry(text: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*[/ -]?\s*(\d{2}|\d{4})$/.exec(text.trim());
  const [month, year] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || month < 1 || month > 12) return null;
  return { month, year: year < 100 ? CENTURY + year : year };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
