import * as z from 'zod';
import type { Limits, Sku } from '../domain/plan.ts';
import type { Endpoint } from './endpoint.ts';
import { flagSchema, instantSchema, nothingSchema } from './values.ts';

const switchSchema = z.enum(['on', 'off']);
const countSchema = z.union([z.number().int().nonnegative(), z.literal('unlimited')]);

/** Limits of a plan, with the specification's names (docs/reference/product-spec.md 3.12, A43). */
export const limitsSchema = z.object({
  allowance: switchSchema,
  blocks_per_month: countSchema,
  child_users_per_account: countSchema,
  devices_per_account: countSchema,
  geolocation: switchSchema,
  geolocation_days: z.number().int().nonnegative(),
  grants_per_month: countSchema,
  granularity: switchSchema,
  schedule_granularity: switchSchema,
  schedules_per_child: countSchema,
  vew: switchSchema,
  vew_on_demand_per_month: countSchema,
});
export type LimitsWire = z.infer<typeof limitsSchema>;

export const tierSchema = z.enum(['free', 'grandfathered', 'plus', 'premium', 'premium_plus']);

/**
 * Details of a plan (3.12.1). `limit_skus`: the plans it can be changed to; empty = all. `stripe_on_change`: `keep`, or a value with
 * `keep_downgrade` if it can be changed to a lower plan (A48).
 */
const skuDetailsSchema = z.object({ limit_skus: z.array(z.string()), stripe_on_change: z.string() });

/** A plan in the catalog. Prices in US cents. */
export const skuDefinitionSchema = z.object({
  sku: z.string(),
  tier: tierSchema,
  billing_cycle: z.enum(['monthly', 'annual']).nullable(),
  price_usd: z.number().int().nonnegative(),
  trial_days: z.number().int().nonnegative(),
  purchasable_with: z.array(z.string()),
  purchase_platforms: z.array(z.string()),
  recurring: z.boolean(),
  weight: z.number().int(),
  limits: limitsSchema,
  details: skuDetailsSchema,
});
export type SkuDefinitionWire = z.infer<typeof skuDefinitionSchema>;

/** A plan of an account. `source`: operator = granted by the operator (A123); null = included for everyone. */
export const ownedSkuSchema = skuDefinitionSchema.extend({
  tier_def: tierSchema,
  price_next_uscent: z.number().int().nonnegative(),
  cancelled: z.boolean(),
  expiration: instantSchema.nullable(),
  source: z.enum(['apple', 'google', 'stripe', 'operator']).nullable(),
  granted_ts: instantSchema,
});
export type OwnedSkuWire = z.infer<typeof ownedSkuSchema>;

/**
 * The account's plans, the active one first. `limits`: the limits that apply, equal for all entries. `own_limits`: limits of this plan
 * alone.
 */
export const mergedSkusSchema = z.array(ownedSkuSchema.extend({ own_limits: limitsSchema }));
export type MergedSkusWire = z.infer<typeof mergedSkusSchema>;

const skusQuery = z.object({ merged: flagSchema, defs: flagSchema });
/**
 * GET /skus: with `merged`, the account's plans and the limits that apply; with `defs`, the catalog.
 * @throws Refusal 400 without either (S17)
 */
export const getSkus: Endpoint<z.infer<typeof skusQuery>, undefined, MergedSkusWire | Array<SkuDefinitionWire>> = {
  method: 'GET',
  path: '/skus',
  auth: 'session',
  query: skusQuery,
  body: nothingSchema,
  output: z.union([mergedSkusSchema, z.array(skuDefinitionSchema)]),
};

export function fromWireLimits(wire: LimitsWire): Limits {
  return {
    allowance: wire.allowance,
    blocksPerMonth: wire.blocks_per_month,
    childrenPerAccount: wire.child_users_per_account,
    devicesPerAccount: wire.devices_per_account,
    geolocation: wire.geolocation,
    geolocationDays: wire.geolocation_days,
    grantsPerMonth: wire.grants_per_month,
    granularity: wire.granularity,
    scheduleGranularity: wire.schedule_granularity,
    schedulesPerChild: wire.schedules_per_child,
    sampling: wire.vew,
    samplesOnDemandPerMonth: wire.vew_on_demand_per_month,
  };
}

export function toWireLimits(limits: Limits): LimitsWire {
  return {
    allowance: limits.allowance,
    blocks_per_month: limits.blocksPerMonth,
    child_users_per_account: limits.childrenPerAccount,
    devices_per_account: limits.devicesPerAccount,
    geolocation: limits.geolocation,
    geolocation_days: limits.geolocationDays,
    grants_per_month: limits.grantsPerMonth,
    granularity: limits.granularity,
    schedule_granularity: limits.scheduleGranularity,
    schedules_per_child: limits.schedulesPerChild,
    vew: limits.sampling,
    vew_on_demand_per_month: limits.samplesOnDemandPerMonth,
  };
}

export function fromWireSku(wire: OwnedSkuWire): Sku {
  return {
    id: wire.sku,
    tier: wire.tier,
    limits: fromWireLimits(wire.limits),
    cancelled: wire.cancelled,
    expiresAt: wire.expiration,
    source: wire.source,
  };
}
