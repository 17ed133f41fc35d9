import { createHash } from 'node:crypto';

/** Why Stripe refuses a card: `code` and `decline_code` of its error. */
export type Decline = { code: string; declineCode: string };

/**
 * What a published test card does. `attach`: refused when it is stored. `charge`: refused when it is charged. `challenge`: `always` asks
 * for 3-D Secure at each payment, `once` until it has been confirmed.
 */
export type TestCard = { brand: string; attach?: Decline; charge?: Decline; challenge?: 'always' | 'once' };

const declined = (declineCode: string): Decline => ({ code: 'card_declined', declineCode });
const GENERIC = declined('generic_decline');
const POOR = declined('insufficient_funds');
const EXPIRED: Decline = { code: 'expired_card', declineCode: 'expired_card' };
const PROCESSING: Decline = { code: 'processing_error', declineCode: 'processing_error' };
const CVC: Decline = { code: 'incorrect_cvc', declineCode: 'incorrect_cvc' };
export const UNAUTHENTICATED: Decline = { code: 'authentication_required', declineCode: 'authentication_required' };
export const CHALLENGE_FAILED: Decline = { code: 'payment_intent_authentication_failure', declineCode: 'authentication_required' };

const refuse = (decline: Decline): TestCard => ({ brand: 'visa', attach: decline, charge: decline });

/** Test cards that Stripe publishes, by number. */
export const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '5200828282828210': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000002': refuse(GENERIC),
  '4000000000009995': refuse(POOR),
  '4000000000000069': refuse(EXPIRED),
  '4000000000000119': refuse(PROCESSING),
  '4000000000000127': refuse(CVC),
  '4000000000000341': { brand: 'visa', charge: GENERIC },
  '4000002500003155': { brand: 'visa', challenge: 'once' },
  '4000002760003184': { brand: 'visa', challenge: 'always' },
  '4000008260003178': { brand: 'visa', challenge: 'always', charge: POOR },
};

const NUMBERS = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeCustomerFail: '4000000000000341',
  threeDSecure2Required: '4000002760003184',
  // Stripe publishes only the number of this card.
  threeDSecureRequiredInsufficient: '4000008260003178',
  authenticationRequired: '4000002760003184',
} as const;

/** Returns the number behind a published test token (`tok_visa`) or payment method (`pm_card_visa`), or null. */
export function numberOf(token: string): string | null {
  const name = /^(?:tok_|pm_card_)(\w+)$/.exec(token)?.[1] ?? '';
  return Object.hasOwn(NUMBERS, name) ? NUMBERS[name as keyof typeof NUMBERS] : null;
}

/** Returns a fingerprint that is equal for equal numbers and does not contain the number. */
export function fingerprintOf(number: string): string {
  return createHash('sha256').update(number).digest('base64url').slice(0, 16);
}
