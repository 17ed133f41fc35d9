import { describe, expect, test } from 'vitest';
import {
  canAddBlock,
  canAddDevice,
  canAddSchedule,
  deviceLimitMessage,
  mergeEntitlements,
  type Sku,
  TIER_LIMITS,
  TIER_RANK,
  type Tier,
} from './plan.ts';

const NOW = 1_800_000_000_000;

function plan(tier: Tier, changes: Partial<Sku> = {}): Sku {
  return { id: `${tier}_monthly`, tier, limits: TIER_LIMITS[tier], cancelled: false, expiresAt: NOW + 1, source: 'operator', ...changes };
}

function entitled(tier: Tier) {
  return { tier, limits: TIER_LIMITS[tier] };
}

describe('plan', () => {
  test('ranks tiers from 0 to 4 (3.12.2, SUBS-001 to SUBS-006)', () => {
    expect(TIER_RANK).toEqual({ free: 0, grandfathered: 1, plus: 2, premium: 3, premium_plus: 4 });
  });

  test('has the limits of the free plan (3.12.4, 9.1.1, FAM-046)', () => {
    expect(TIER_LIMITS.free).toEqual({
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
    });
  });

  test.each<[tier: Tier, devices: number, days: number, samples: number | string, feature: string]>([
    ['grandfathered', 5, 0, 0, 'off'],
    ['plus', 10, 0, 0, 'off'],
    ['premium', 20, 3, 30, 'on'],
    ['premium_plus', 20, 14, 'unlimited', 'on'],
  ])('has the limits of %s (A43, ALLOW-023, ALLOW-024)', (tier, devices, days, samples, feature) => {
    expect(TIER_LIMITS[tier]).toEqual({
      allowance: feature,
      blocksPerMonth: 'unlimited',
      childrenPerAccount: 'unlimited',
      devicesPerAccount: devices,
      geolocation: feature,
      geolocationDays: days,
      grantsPerMonth: 'unlimited',
      granularity: feature,
      scheduleGranularity: feature,
      schedulesPerChild: 'unlimited',
      sampling: feature,
      samplesOnDemandPerMonth: samples,
    });
  });

  const few = { ...TIER_LIMITS.premium, devicesPerAccount: 2 };

  test.each<[name: string, skus: Array<Sku>, tier: Tier, devices: number]>([
    ['no plan means free', [], 'free', 1],
    ['highest tier wins (4.3.1)', [plan('plus'), plan('premium'), plan('free')], 'premium', 20],
    ['canceled plan applies until it ends', [plan('premium_plus', { cancelled: true }), plan('plus')], 'premium_plus', 20],
    [
      'canceled plan loses a tie (4.3.2)',
      [plan('premium', { cancelled: true, limits: few, expiresAt: null }), plan('premium')],
      'premium',
      20,
    ],
    [
      'canceled plan loses a tie in the other order',
      [plan('premium'), plan('premium', { cancelled: true, limits: few, expiresAt: null })],
      'premium',
      20,
    ],
    ['longer of two active plans wins', [plan('premium', { limits: few }), plan('premium', { expiresAt: null })], 'premium', 20],
    ['plan that expires now no longer applies', [plan('premium', { expiresAt: NOW }), plan('plus')], 'plus', 10],
    ['plan without an end applies', [plan('premium', { expiresAt: null })], 'premium', 20],
  ])('merges entitlements: %s', (_, skus, tier, devices) => {
    const merged = mergeEntitlements(skus, NOW);
    expect([merged.tier, merged.limits.devicesPerAccount]).toEqual([tier, devices]);
  });

  test('limits the free plan to 5 blocks a month, 1 device and 1 schedule (MAN-013, DEV-074, RULE-030)', () => {
    const free = entitled('free');
    expect([4, 5].map((used) => canAddBlock(free, used))).toEqual([true, false]);
    expect([0, 1].map((count) => canAddDevice(free, count))).toEqual([true, false]);
    expect([0, 1].map((count) => canAddSchedule(free, count))).toEqual([true, false]);
  });

  test('allows any number of blocks if they are unlimited', () => {
    expect(canAddBlock(entitled('plus'), 1_000_000)).toBe(true);
  });

  test.each<[tier: Tier, count: number, hasSampling: boolean, expected: string | null]>([
    ['free', 0, false, null],
    ['free', 1, false, 'max_devices'],
    ['grandfathered', 5, false, 'max_devices'],
    ['plus', 10, false, 'max_devices'],
    ['premium', 20, false, 'max_devices_contact'],
    ['premium_plus', 21, true, 'max_devices_contact'],
    ['premium', 19, false, 'can_activate_vew'],
    ['premium', 19, true, null],
  ])(
    'deviceLimitMessage on %s with %d devices, screenshots active %s, returns %s (A44, DEV-075 to DEV-077)',
    (tier, count, hasSampling, expected) => {
      expect(deviceLimitMessage(entitled(tier), count, hasSampling)).toBe(expected);
    },
  );
});
