import Stripe from 'stripe';
import { logWarning } from '#workers/api/outside/log-warning';

const SIGNATURE_TOLERANCE_SECS = 300;

/** What Porchlight reads from a webhook. The state in the webhook is not used. */
export type StripeWebhook = { id: string; customerId: string | null; completedSetup: string | null };

/**
 * Checks the signature over the raw body, and that it is at most 5 minutes old.
 * @returns null for a body that Stripe did not sign, or not recently
 */
export async function readStripeWebhook(body: string, signature: string, secret: string): Promise<StripeWebhook | null> {
  const stripe = new Stripe('sk_unused');
  try {
    const event = await stripe.webhooks.constructEventAsync(
      body,
      signature,
      secret,
      SIGNATURE_TOLERANCE_SECS,
      Stripe.createSubtleCryptoProvider(),
    );
    return describeEvent(event);
  } catch (error) {
    // A signed body that is not JSON does not come from Stripe either.
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError) && !(error instanceof SyntaxError)) throw error;
    logWarning('A webhook was refused', new Error(error.name));
    return null;
  }
}

function describeEvent(event: Stripe.Event): StripeWebhook {
  const { object } = event.data;
  const isSetup = event.type === 'checkout.session.completed' && event.data.object.mode === 'setup';
  return { id: event.id, customerId: findCustomerId(object), completedSetup: isSetup ? event.data.object.id : null };
}

function findCustomerId(object: Stripe.Event.Data.Object): string | null {
  const customer = 'customer' in object ? object.customer : null;
  if (typeof customer === 'string') return customer;
  return typeof customer === 'object' && customer !== null && 'id' in customer && typeof customer.id === 'string' ? customer.id : null;
}
