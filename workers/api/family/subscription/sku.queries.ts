import { type Entitlements, mergeEntitlements } from '#app/domain/plan';
import { fromWireSku, type OwnedSkuWire, ownedSkuSchema } from '#app/wire/subscription';

/** Returns the account's plans. Each has the limits from the time when the account got it. */
export function listOwnedSkus(sql: SqlStorage): Array<OwnedSkuWire> {
  return sql
    .exec<{ owned_json: string }>('SELECT owned_json FROM sku')
    .toArray()
    .map((row) => ownedSkuSchema.parse(JSON.parse(row.owned_json)));
}

export function putOwnedSku(sql: SqlStorage, sku: OwnedSkuWire): void {
  sql.exec('INSERT OR REPLACE INTO sku (sku, owned_json) VALUES (?, ?)', sku.sku, JSON.stringify(sku));
}

/** Returns the account's entitlements at `now`: those of its best active plan, else of the free plan. */
export function findEntitlements(sql: SqlStorage, now: number): Entitlements {
  return mergeEntitlements(listOwnedSkus(sql).map(fromWireSku), now);
}
