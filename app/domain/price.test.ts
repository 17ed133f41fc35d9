import { describe, expect, test } from 'vitest';
import { bestBenefits, discountedPrice, monthlyPrice, percentFor, trialDaysOf, trialLength } from './price.ts';

// SUBS-088
describe('discountedPrice (CONST-006)', () => {
  test.each([
    ['premium_annual', 5999, { percentOff: 25, limitSkus: ['premium_annual'] }, 4499],
    ['premium_annual', 6999, { percentOff: 25, limitSkus: ['premium_annual'] }, 5249],
    ['premium_monthly', 699, { percentOff: 25, limitSkus: ['premium_annual'] }, 699],
    ['premium_monthly', 699, { percentOff: 25, limitSkus: [] }, 524],
    ['premium_monthly', 699, { percentOff: 100, limitSkus: [] }, 0],
    ['premium_monthly', 1, { percentOff: 50, limitSkus: [] }, 1],
    ['premium_monthly', 699, null, 699],
  ])('of %s for %i with %o is %i (A96)', (sku, price, discount, expected) => {
    expect(discountedPrice(sku, price, discount)).toBe(expected);
  });

  test('applies no percentage to a plan outside the list', () => {
    expect(percentFor('plus_annual', { percentOff: 50, limitSkus: ['premium_annual'] })).toBe(0);
  });
});

describe('bestBenefits', () => {
  const coupon = { percentOff: 25, trialSecs: 0, limitSkus: ['premium_annual'] };
  const group = { percentOff: 10, trialSecs: 2_592_000, limitSkus: [] };

  test.each([
    ['premium_annual', [coupon, group], { percentOff: 25, trialSecs: 2_592_000 }],
    ['premium_monthly', [coupon, group], { percentOff: 10, trialSecs: 2_592_000 }],
    ['premium_monthly', [coupon], { percentOff: 0, trialSecs: 0 }],
    ['premium_monthly', [], { percentOff: 0, trialSecs: 0 }],
  ])('of %s with %o are %o (A177)', (sku, offers, expected) => {
    expect(bestBenefits(sku, offers)).toEqual(expected);
  });
});

describe('monthlyPrice (CONST-005)', () => {
  test.each([
    [6999, 'annual', 583],
    [9999, 'annual', 833],
    [4499, 'annual', 375],
    [6, 'annual', 1],
    [5, 'annual', 0],
    [699, 'monthly', 699],
  ] as const)('of %i %s is %i cents (SUBS-087, A96)', (price, cycle, expected) => {
    expect(monthlyPrice(price, cycle)).toBe(expected);
  });
});

describe('trialLength (SUBS-057, SUBS-058, CONST-008)', () => {
  test.each([
    [14, 'days', 14],
    [60, 'days', 60],
    [61, 'months', 2],
    [90, 'months', 3],
    [365, 'months', 12],
  ])('a trial of %i days is returned in %s: %i', (days, unit, amount) => {
    expect(trialLength(days)).toEqual({ unit, amount });
  });
});

describe('trialDaysOf (SUBS-059, CONST-007)', () => {
  test.each([
    [null, 0, 14],
    [14, 0, 14],
    [14, 5_184_000, 60],
    [14, 86_400, 14],
    [0, 0, 0],
  ])('a plan with %s days and a coupon of %i seconds has %i days', (days, secs, expected) => {
    expect(trialDaysOf(days, secs)).toBe(expected);
  });
});
