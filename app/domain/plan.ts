import type { Instant } from './time.ts';

/** The five tiers, lowest first (1.1.4, 3.12.2). */
export type Tier = 'free' | 'grandfathered' | 'plus' | 'premium' | 'premium_plus';

/** A number, or no limit. */
export type LimitValue = number | 'unlimited';

/** Whether a feature is included. */
export type FeatureSwitch = 'on' | 'off';

/** Limits and features of a plan (3.12.4). */
export type Limits = {
  allowance: FeatureSwitch;
  blocksPerMonth: LimitValue;
  childrenPerAccount: LimitValue;
  devicesPerAccount: LimitValue;
  geolocation: FeatureSwitch;
  geolocationDays: number;
  grantsPerMonth: LimitValue;
  granularity: FeatureSwitch;
  scheduleGranularity: FeatureSwitch;
  schedulesPerChild: LimitValue;
  sampling: FeatureSwitch;
  samplesOnDemandPerMonth: LimitValue;
};

/**
 * A plan of an account (3.12.1). `source`: `operator` if granted manually (A123), null for the default plan. `expiresAt`: null if it has no
 * end.
 */
export type Sku = {
  id: string;
  tier: Tier;
  limits: Limits;
  cancelled: boolean;
  expiresAt: Instant | null;
  source: 'apple' | 'google' | 'stripe' | 'operator' | null;
};

/** What an account may use: the tier and limits of its best active plan (4.3.1). */
export type Entitlements = { tier: Tier; limits: Limits };

/** Message shown before a device is added (5.5.3). */
export type DeviceLimitMessage = 'max_devices' | 'max_devices_contact' | 'can_activate_vew';

/** Rank of each tier, 0 to 4 (3.12.2). */
export const TIER_RANK = { free: 0, grandfathered: 1, plus: 2, premium: 3, premium_plus: 4 } as const satisfies Record<Tier, number>;

/** Maximum number of children per family. Plans do not limit children (3.12.4), but the size of responses must be limited (A143). */
export const CHILDREN_MAX = 200;

const FREE: Limits = {
  allowance: 'off',
  blocksPerMonth: 5,
  childrenPerAccount: 'unlimited',
  devicesPerAccount: 1,
  geolocation: 'off',
  geolocationDays: 0,
  grantsPerMonth: 'unlimited',
  granularity: 'off',
  scheduleGranularity: 'off',
  schedulesPerChild: 1,
  sampling: 'off',
  samplesOnDemandPerMonth: 0,
};

const GRANDFATHERED: Limits = { ...FREE, blocksPerMonth: 'unlimited', devicesPerAccount: 5, schedulesPerChild: 'unlimited' };

const PREMIUM: Limits = {
  ...GRANDFATHERED,
  allowance: 'on',
  devicesPerAccount: 20,
  geolocation: 'on',
  geolocationDays: 3,
  granularity: 'on',
  scheduleGranularity: 'on',
  sampling: 'on',
  samplesOnDemandPerMonth: 30,
};

/** Limits of each tier. The specification defines the free plan (3.12.4, 9.1.1); we define the other plans (A43). */
export const TIER_LIMITS: Record<Tier, Limits> = {
  free: FREE,
  grandfathered: GRANDFATHERED,
  plus: { ...GRANDFATHERED, devicesPerAccount: 10 },
  premium: PREMIUM,
  premium_plus: { ...PREMIUM, geolocationDays: 14, samplesOnDemandPerMonth: 'unlimited' },
};

// Existing Plus plans remain valid, but Plus is no longer sold (A11).
const PURCHASABLE = ['premium', 'premium_plus'] as const satisfies ReadonlyArray<Tier>;

/**
 * Sorts active plans before expired plans, then the highest tier first. At the same tier, puts canceled plans last, then the plan that ends
 * later first.
 */
export function sortSkus<T extends Sku>(skus: ReadonlyArray<T>, now: Instant): Array<T> {
  return [...skus].sort((a, b) => Number(isExpired(a, now)) - Number(isExpired(b, now)) || byWorth(a, b));
}

/**
 * Returns the tier and limits of the best active plan (4.3.1, 4.3.2). At the same tier, prefers a plan that is not canceled, then the plan
 * that ends later. Returns the free plan if none is active.
 */
export function mergeEntitlements(skus: Array<Sku>, now: Instant): Entitlements {
  const [best] = skus.filter((sku) => !isExpired(sku, now)).sort(byWorth);
  if (best === undefined) return { tier: 'free', limits: TIER_LIMITS.free };
  return { tier: best.tier, limits: best.limits };
}

/** Returns true if the plan allows another block after `usedThisMonth` blocks in the calendar month (5.5.2, A45). */
export function canAddBlock(entitlements: Entitlements, usedThisMonth: number): boolean {
  return isBelow(entitlements.limits.blocksPerMonth, usedThisMonth);
}

/** Returns true if the plan allows another device in addition to `count` active devices (5.5.1, A44). */
export function canAddDevice(entitlements: Entitlements, count: number): boolean {
  return isBelow(entitlements.limits.devicesPerAccount, count);
}

/** Returns true if the plan allows another schedule in addition to `count` schedules of the child (3.12.4, A61). */
export function canAddSchedule(entitlements: Entitlements, count: number): boolean {
  return isBelow(entitlements.limits.schedulesPerChild, count);
}

/**
 * Returns the message to show before a device is added, or null (5.5.3, A44). `deviceCount` excludes retired devices. `hasActiveSampling`:
 * true if a device sends screenshots. With a `max_…` message, no device can be added; `can_activate_vew` is a hint.
 */
export function deviceLimitMessage(entitlements: Entitlements, deviceCount: number, hasActiveSampling: boolean): DeviceLimitMessage | null {
  if (!canAddDevice(entitlements, deviceCount)) {
    const better = PURCHASABLE.some((tier) => sizeOf(TIER_LIMITS[tier].devicesPerAccount) > sizeOf(entitlements.limits.devicesPerAccount));
    return better ? 'max_devices' : 'max_devices_contact';
  }
  return entitlements.limits.sampling === 'on' && !hasActiveSampling ? 'can_activate_vew' : null;
}

function isExpired({ expiresAt }: Sku, now: Instant): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function byWorth(a: Sku, b: Sku): number {
  return (
    TIER_RANK[b.tier] - TIER_RANK[a.tier] ||
    Number(a.cancelled) - Number(b.cancelled) ||
    Math.sign((b.expiresAt ?? Number.MAX_SAFE_INTEGER) - (a.expiresAt ?? Number.MAX_SAFE_INTEGER))
  );
}

function isBelow(limit: LimitValue, used: number): boolean {
  return used < sizeOf(limit);
}

/** Returns the limit as a number. */
export function sizeOf(limit: LimitValue): number {
  if (limit === 'unlimited') return Number.POSITIVE_INFINITY;
  return limit;
}
