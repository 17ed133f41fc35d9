import { type Entitlements, mergeEntitlements, sortSkus } from '#app/domain/plan';
import { fromWireSku, type OwnedSkuWire, ownedSkuSchema } from '#app/wire/subscription';

/** The details of plans that were stored before plans had any. */
const NO_DETAILS: OwnedSkuWire['details'] = { limit_skus: [], stripe_on_change: 'keep' };

/** Returns the account's plans. Each has the limits from the time when the account got it. */
export function listOwnedSkus(sql: SqlStorage): Array<OwnedSkuWire> {
  return sql
    .exec<{ owned_json: string }>('SELECT owned_json FROM sku')
    .toArray()
    .map((row) => ownedSkuSchema.parse({ details: NO_DETAILS, ...JSON.parse(row.owned_json) }));
}

/** Stores a plan. Replaces the same plan from the same source only. */
export function putOwnedSku(sql: SqlStorage, sku: OwnedSkuWire): void {
  sql.exec('INSERT OR REPLACE INTO sku (sku, source, owned_json) VALUES (?, ?, ?)', sku.sku, sku.source ?? '', JSON.stringify(sku));
}

export function removeOwnedSku(sql: SqlStorage, { sku, source }: Pick<OwnedSkuWire, 'sku' | 'source'>): void {
  sql.exec('DELETE FROM sku WHERE sku = ? AND source = ?', sku, source ?? '');
}

/** Returns the account's entitlements at `now`: those of its best active plan, else of the free plan. */
export function findEntitlements(sql: SqlStorage, now: number): Entitlements {
  return mergeEntitlements(listOwnedSkus(sql).map(fromWireSku), now);
}

/** Returns the plans in order, the effective one first (4.3.1, 4.3.2). */
export function sortOwned(owned: ReadonlyArray<OwnedSkuWire>, now: number): Array<OwnedSkuWire> {
  const named = owned.map((wire) => ({ ...fromWireSku(wire), wire }));
  return sortSkus(named, now).map(({ wire }) => wire);
}
