import { type Entitlements, mergeEntitlements } from '../../../../app/domain/plan';
import { fromWireSku, type OwnedSkuWire, ownedSkuSchema } from '../../../../app/wire/subscription';

/** The plans of the account, each with its limits as they were when it was taken. */
export function listOwnedSkus(sql: SqlStorage): Array<OwnedSkuWire> {
  return sql
    .exec<{ owned_json: string }>('SELECT owned_json FROM sku')
    .toArray()
    .map((row) => ownedSkuSchema.parse(JSON.parse(row.owned_json)));
}

export function putOwnedSku(sql: SqlStorage, sku: OwnedSkuWire): void {
  sql.exec('INSERT OR REPLACE INTO sku (sku, owned_json) VALUES (?, ?)', sku.sku, JSON.stringify(sku));
}

/** What the account may do now: its highest plan in force. */
export function findEntitlements(sql: SqlStorage, now: number): Entitlements {
  return mergeEntitlements(listOwnedSkus(sql).map(fromWireSku), now);
}
