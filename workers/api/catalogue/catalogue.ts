import type { OwnedSkuWire, SkuDefinitionWire } from '#app/wire/subscription';
import { type Catalogue, readCatalogue } from './catalogue.queries';

const CACHE_LIFE_MS = 60_000;
let cached: { at: number; catalogue: Catalogue } | null = null;

/** Returns the catalog. Each isolate caches it for a minute. */
export async function loadCatalogue(env: { CATALOGUE: D1Database }): Promise<Catalogue> {
  if (cached !== null && Date.now() - cached.at < CACHE_LIFE_MS) return cached.catalogue;
  const catalogue = await readCatalogue(env.CATALOGUE);
  cached = { at: Date.now(), catalogue };
  return catalogue;
}

/**
 * Returns the plan that every account starts with.
 * @throws Error if the catalog's migrations have not run
 */
export async function newFreeSku(env: { CATALOGUE: D1Database }): Promise<OwnedSkuWire> {
  const free = (await loadCatalogue(env)).skus.find((sku) => sku.sku === 'free');
  if (free === undefined) throw new Error('The catalog has no free plan. Run its migrations');
  return toOwnedSku(free, null, Date.now());
}

/** Returns a plan in the form that accounts store. Includes a copy of the limits, so that blocking never has to wait for the catalog. */
export function toOwnedSku(definition: SkuDefinitionWire, source: OwnedSkuWire['source'], now: number): OwnedSkuWire {
  return {
    ...definition,
    tier_def: definition.tier,
    price_next_uscent: source === 'operator' ? 0 : definition.price_usd,
    cancelled: false,
    expiration: null,
    source,
    granted_ts: now,
  };
}
