import type { Context } from 'hono';
import { readStripeKeys } from '#workers/stripe-settings';
import { isDemonstration } from '../bindings';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { noteUnknownCustomer } from './billing-health';
import { requireProvider } from './buy';
import { readStripeWebhook } from './stripe/webhook';
import { syncFromWebhook } from './sync-billing';

const BODY_MAX_BYTES = 512 * 1024;
const EVENT_KEPT_MS = 30 * 24 * 60 * 60_000;
const OWNER = 'stripe';

/**
 * Answers POST /stripe/webhook with 200 after a sync has read the customer's state at Stripe. After 503, Stripe sends the webhook again;
 * 400 is for bodies that Stripe did not sign. There is no limit on attempts, because Stripe sends many from few addresses.
 */
export async function answerStripeWebhook(c: Context<{ Bindings: ApiEnv }>): Promise<Response> {
  if ((c.env.STRIPE_SECRET_KEY ?? '') === '') return c.body(null, 404);
  const keys = readStripeKeys(c.env, isDemonstration(c.env));
  if (keys === null || keys.webhookSecret === null) {
    console.error(JSON.stringify({ level: 'error', event: 'stripe_webhook_secret_missing', remedy: 'Set STRIPE_WEBHOOK_SECRET' }));
    return c.body(null, 503);
  }
  const body = await c.req.raw.text();
  if (new TextEncoder().encode(body).length > BODY_MAX_BYTES) return c.body(null, 413);
  const webhook = await readStripeWebhook(body, c.req.header('Stripe-Signature') ?? '', keys.webhookSecret);
  if (webhook === null) return c.body(null, 400);
  const seen = directoryFor(c.env, 'stripe-event', webhook.id);
  if ((await seen.getState()).state !== 'free') return c.json({ received: 'before' });
  try {
    const received = await handle(c.env, webhook);
    await seen.reserve(OWNER, '', EVENT_KEPT_MS);
    return c.json({ received });
  } catch (error) {
    // Stripe sends the webhook again, and the family's next sync finds the same change.
    console.error(
      JSON.stringify({ level: 'error', event: 'stripe_webhook_failed', cause: error instanceof Error ? error.name : 'unknown' }),
    );
    return c.body(null, 503);
  }
}

async function handle(
  env: ApiEnv,
  { customerId, completedSetup }: { customerId: string | null; completedSetup: string | null },
): Promise<string> {
  if (customerId === null) return 'no_customer';
  if (completedSetup !== null) await adoptCard(env, completedSetup);
  if ((await syncFromWebhook(env, customerId)) !== null) return 'synced';
  await noteUnknownCustomer(env, Date.now());
  return 'unknown_customer';
}

/** Makes the new card of a checkout the default, even if the parent closed the page before it redirected. */
async function adoptCard(env: ApiEnv, checkoutId: string): Promise<void> {
  const read = await (await requireProvider(env)).readCheckout(checkoutId);
  if (!read.ok && read.error.kind === 'unavailable') throw new Error('Stripe did not respond');
}
