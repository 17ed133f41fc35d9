import Stripe from 'stripe';
import { setUpStripe } from '#tools/stripe-catalog.ts';
import { readDefaultPlans } from '#tools/stripe-plans.ts';
import { STRIPE_WEBHOOK_PATH } from '#workers/stripe-settings.ts';
import { controlStripe, type StripeControl } from './fakes/stripe/control.ts';
import { startStripe } from './fakes/stripe/server.ts';
import { API_VERSION } from './fakes/stripe/version.ts';
import { startTestServers, type TestServers } from './servers.ts';

export type StripeServers = TestServers & { stripe: StripeControl };

/**
 * Starts both Workers with a fake Stripe that takes the payments. Stripe holds its webhooks until a test delivers them with `flush`.
 */
export async function startStripeServers(): Promise<StripeServers> {
  const fake = await startStripe();
  const key = 'sk_test_browser';
  const stripe = new Stripe(key, { apiVersion: API_VERSION, protocol: 'http', host: '127.0.0.1', port: fake.port, maxNetworkRetries: 0 });
  // The secret is a setting of the servers, so the endpoint exists before its address is known.
  const plans = readDefaultPlans();
  const { webhookSecret } = await setUpStripe(stripe, { plans, webhookUrl: 'https://api.invalid/', apiVersion: API_VERSION });
  const settings = {
    STRIPE_SECRET_KEY: key,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_browser',
    STRIPE_WEBHOOK_SECRET: webhookSecret ?? '',
    STRIPE_API_URL: fake.origin,
  };
  const servers = await startTestServers(undefined, undefined, {}, undefined, settings);
  const { data: endpoints } = await stripe.webhookEndpoints.list();
  for (const { id } of endpoints) await stripe.webhookEndpoints.update(id, { url: servers.apiUrl + STRIPE_WEBHOOK_PATH });
  return {
    ...servers,
    stripe: controlStripe(fake.origin, key),
    close: async () => {
      await servers.close();
      await fake.close();
    },
  };
}
