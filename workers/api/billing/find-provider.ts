import { findStripeFault, readStripeKeys } from '#workers/stripe-settings';
import { isDemonstration } from '../bindings';
import { loadCatalogue } from '../catalogue/catalogue';
import type { ApiEnv } from '../env';
import { logWarning } from '../outside/log-warning';
import type { BillingProvider } from './provider';
import { providerNameOf } from './provider-name';
import { createSandbox } from './sandbox/sandbox';
import type { Prices } from './sandbox/sandbox-state';
import { createStripeProvider } from './stripe/stripe-provider';

/** Returns the payment provider of this installation, or null if plans are not sold here. */
export async function findProvider(env: ApiEnv): Promise<BillingProvider | null> {
  const name = providerNameOf(env);
  if (name === 'stripe') return findStripe(env);
  return name === 'sandbox' ? createSandbox(env, await listPrices(env)) : null;
}

/** Shared by all requests, because creating the library takes longer than a call. Contains nothing of a request. */
let stripe: { settings: string; provider: BillingProvider } | null = null;

function findStripe(env: ApiEnv): BillingProvider | null {
  const keys = readStripeKeys(env, isDemonstration(env));
  if (keys === null) {
    logWarning('Plans are not sold', new Error(findStripeFault(env, isDemonstration(env)) ?? ''));
    return null;
  }
  const settings = JSON.stringify(keys);
  if (stripe?.settings !== settings) stripe = { settings, provider: createStripeProvider(keys) };
  return stripe.provider;
}

/** Returns the prices of the plans that are sold. */
async function listPrices(env: ApiEnv): Promise<Prices> {
  const { skus } = await loadCatalogue(env);
  return Object.fromEntries(
    skus.flatMap(({ sku, billing_cycle: cycle, price_usd: price, purchasable_with }) =>
      cycle === null || purchasable_with.length === 0 ? [] : [[sku, { price, cycle }]],
    ),
  );
}
