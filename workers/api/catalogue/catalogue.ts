import type { OwnedSkuWire, SkuDefinitionWire } from '../../../app/wire/subscription';
import { type Catalogue, readCatalogue } from './catalogue.queries';

const CACHE_LIFE_MS = 60_000;
let cached: { at: number; catalogue: Catalogue } | null = null;

/** The catalogue, read from D1 at most once a minute per isolate. */
export async function loadCatalogue(env: { CATALOGUE: D1Database }): Promise<Catalogue> {
  if (cached !== null && Date.now() - cached.at < CACHE_LIFE_MS) return cached.catalogue;
  const catalogue = await readCatalogue(env.CATALOGUE);
  cached = { at: Date.now(), catalogue };
  return catalogue;
}

/** A plan as an account holds it. Its limits are copied, so that no block ever waits for the catalogue. */
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
