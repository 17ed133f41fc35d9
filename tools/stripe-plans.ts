import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ROOT } from './paths.ts';
import type { SoldPlan } from './stripe-catalog.ts';

type CatalogPlan = { sku: string; tier: string; billing_cycle: unknown; price_usd: number };

/** Returns the plans of a catalog that have a price and a cycle. */
export function toSoldPlans(plans: ReadonlyArray<CatalogPlan>): Array<SoldPlan> {
  return plans.flatMap(({ sku, tier, billing_cycle: cycle, price_usd: price }) =>
    (cycle === 'monthly' || cycle === 'annual') && price > 0 ? [{ sku, tier, cycle, price }] : [],
  );
}

/** Returns the plans of the catalog’s migrations, as a new installation has them. */
export function readDefaultPlans(): Array<SoldPlan> {
  const folder = join(ROOT, 'workers', 'api', 'catalogue', 'migrations');
  const database = new DatabaseSync(':memory:');
  try {
    for (const file of readdirSync(folder).sort()) database.exec(readFileSync(join(folder, file), 'utf8'));
    const rows = database.prepare('SELECT sku, tier, billing_cycle, price_usd FROM sku ORDER BY weight').all();
    return toSoldPlans(
      rows.map(({ sku, tier, billing_cycle, price_usd }) => ({
        sku: String(sku),
        tier: String(tier),
        billing_cycle,
        price_usd: Number(price_usd),
      })),
    );
  } finally {
    database.close();
  }
}
