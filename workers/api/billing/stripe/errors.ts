import Stripe from 'stripe';
import { logWarning } from '#workers/api/outside/log-warning';
import type { DeclineCode, ProviderError, Result } from '../provider';

const DECLINES: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  authentication_required: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_required',
  setup_intent_authentication_failure: 'authentication_required',
  subscription_payment_intent_requires_action: 'authentication_required',
  invoice_payment_intent_requires_action: 'authentication_required',
  processing_error: 'processing_error',
};
/** Parameter and code of a token that is unknown or was used. */
const TOKEN_FAULTS = ['card[token] resource_missing', 'card[token] token_already_used', 'id payment_method_not_available'];
/** Error codes for a call that is still running, so that it is unknown whether it will change anything. */
const RUNNING = ['idempotency_key_in_use', 'lock_timeout'];

/** Returns why a card was declined, from Stripe's error or the last error of a payment. */
export function toDeclineCode(error: { code?: string | null; decline_code?: string | null }): DeclineCode {
  return DECLINES[error.decline_code ?? ''] ?? DECLINES[error.code ?? ''] ?? 'generic';
}

/** Runs a call. Returns Stripe's errors as values; throws anything else, which is a bug. */
export async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: toProviderError(error) };
  }
}

/** Thrown inside `attempt` for a state that does not allow the call, or for a decline. */
export class Stopped extends Error {
  readonly error: ProviderError;
  constructor(error: ProviderError) {
    super(error.kind);
    this.error = error;
  }
}

/** Returns what to throw when the state does not allow the call. */
export function conflict(reason: string): Stopped {
  return new Stopped({ kind: 'conflict', reason });
}

/** Returns what to throw when the card was declined. */
export function declined(code: DeclineCode): Stopped {
  return new Stopped({ kind: 'declined', code });
}

function toProviderError(error: unknown): ProviderError {
  if (error instanceof Stopped) return error.error;
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined', code: toDeclineCode(error) };
  const isRefusedKey = error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError;
  if (isRefusedKey) logWarning('Stripe refuses the secret key', new Error(error.type));
  const isRequestFault = error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError;
  if (isRequestFault && TOKEN_FAULTS.includes(`${error.param} ${error.code}`)) return { kind: 'conflict', reason: 'token' };
  if (isRequestFault && !RUNNING.includes(error.code ?? '')) return { kind: 'conflict', reason: error.code ?? error.type };
  if (!isRefusedKey) logWarning('Stripe did not answer as expected', new Error(error.type));
  return { kind: 'unavailable' };
}
