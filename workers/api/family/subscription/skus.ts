import { Hono } from 'hono';
import { mergeEntitlements } from '#app/domain/plan';
import { invalid } from '#app/wire/errors';
import { fromWireSku, getSkus, type MergedSkusWire, toWireLimits } from '#app/wire/subscription';
import { loadCatalogue } from '#workers/api/catalogue/catalogue';
import type { CallContext } from '../core/call-context';
import { type FamilyApp, handleEndpointAfter } from '../core/handle-endpoint';
import { listOwnedSkus, sortOwned } from './sku.queries';

/** Returns the account's own plans, or the plans in the catalog (S17). */
export const skus = new Hono<FamilyApp>().get(
  '/',
  handleEndpointAfter(
    getSkus,
    async (c, { query }) => {
      if (query.merged !== true && query.defs !== true) throw invalid('Set merged=true or defs=true');
      return query.merged === true ? [] : (await loadCatalogue(c.env.family.bindings)).skus;
    },
    (call, { query }, definitions) => {
      if (query.merged !== true) return definitions;
      return listMergedSkus(call);
    },
  ),
);

/** Returns the account's plans, the effective plan first. Each has the combined limits of all plans (S17). */
function listMergedSkus(call: CallContext): MergedSkusWire {
  const owned = listOwnedSkus(call.sql);
  const limits = toWireLimits(mergeEntitlements(owned.map(fromWireSku), call.now).limits);
  return sortOwned(owned, call.now).map((sku) => ({ ...sku, limits, own_limits: sku.limits }));
}
