import { loadCatalogue } from '../catalogue/catalogue';
import type { ApiEnv } from '../env';
import type { BillingProvider } from './provider';
import { providerNameOf } from './provider-name';
import { createSandbox } from './sandbox/sandbox';
import type { Prices } from './sandbox/sandbox-state';

/** Returns who takes payments on this installation, or null if plans are not sold here. */
export async function findProvider(env: ApiEnv): Promise<BillingProvider | null> {
  return providerNameOf(env) === 'sandbox' ? createSandbox(env, await listPrices(env)) : null;
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
