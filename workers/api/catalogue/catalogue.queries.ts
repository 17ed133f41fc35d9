import * as z from 'zod';
import { limitsSchema, type SkuDefinitionWire, skuDefinitionSchema } from '#app/wire/subscription';

/** Data shared by all families: plans with their limits, flags and onboarding choices. */
export type Catalogue = {
  skus: Array<SkuDefinitionWire>;
  flags: Record<string, boolean>;
  choices: { concerns: Array<string>; users: Array<string> };
};

type SkuRow = {
  sku: string;
  tier: string;
  billing_cycle: string | null;
  price_usd: number;
  trial_days: number;
  purchasable: number;
  recurring: number;
  weight: number;
  limit_skus_json: string;
  stripe_on_change: string;
};

function toLimitValue(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}

function toSku(row: SkuRow, limits: Record<string, unknown>): SkuDefinitionWire {
  return skuDefinitionSchema.parse({
    ...row,
    recurring: row.recurring === 1,
    purchasable_with: row.purchasable === 1 ? ['stripe'] : [],
    purchase_platforms: row.purchasable === 1 ? ['web'] : [],
    limits: limitsSchema.parse(limits),
    details: { limit_skus: JSON.parse(row.limit_skus_json), stripe_on_change: row.stripe_on_change },
  });
}

/** Reads the whole catalog in one database round trip. */
export async function readCatalogue(db: D1Database): Promise<Catalogue> {
  const [limits, skus, flags, choices] = await db.batch([
    db.prepare('SELECT tier, name, value FROM tier_limit'),
    db.prepare('SELECT * FROM sku ORDER BY weight'),
    db.prepare('SELECT name, enabled FROM feature_flag'),
    db.prepare('SELECT kind, value FROM onboarding_choice ORDER BY kind, position'),
  ]);
  const byTier = new Map<string, Record<string, unknown>>();
  for (const row of limitRows.parse(limits?.results)) {
    byTier.set(row.tier, { ...byTier.get(row.tier), [row.name]: toLimitValue(row.value) });
  }
  const rows = choiceRows.parse(choices?.results);
  return {
    skus: skuRows.parse(skus?.results).map((row) => toSku(row, byTier.get(row.tier) ?? {})),
    flags: Object.fromEntries(flagRows.parse(flags?.results).map((row) => [row.name, row.enabled === 1])),
    choices: {
      concerns: rows.filter((row) => row.kind === 'concerns').map((row) => row.value),
      users: rows.filter((row) => row.kind === 'users').map((row) => row.value),
    },
  };
}

const limitRows = z.array(z.object({ tier: z.string(), name: z.string(), value: z.string() }));
const flagRows = z.array(z.object({ name: z.string(), enabled: z.number() }));
const choiceRows = z.array(z.object({ kind: z.string(), value: z.string() }));
const skuRows = z.array(
  z.object({
    sku: z.string(),
    tier: z.string(),
    billing_cycle: z.string().nullable(),
    price_usd: z.number(),
    trial_days: z.number(),
    purchasable: z.number(),
    recurring: z.number(),
    weight: z.number(),
    limit_skus_json: z.string(),
    stripe_on_change: z.string(),
  }),
);

/** Resolves if the database responds. */
export async function ping(db: D1Database): Promise<void> {
  await db.prepare('SELECT 1').first();
}
