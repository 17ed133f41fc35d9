import { describe, expect, test } from 'vitest';
import { DEFAULT_PROMO_CYCLE, promoPath, readPromoChoice } from './promo.ts';

const read = (path: string, query = '') => readPromoChoice(path, new URLSearchParams(query));

describe('readPromoChoice', () => {
  test.each([
    ['premium', '', 'premium', 'annual'],
    ['premium/', '', 'premium', 'annual'],
    ['premium_plus/monthly', '', 'premium_plus', 'monthly'],
    ['plus/annual/deeper/still', '', 'plus', 'annual'],
    ['premium/weekly', '', 'premium', 'annual'],
    ['', 'tier=premium&cycle=monthly', 'premium', 'monthly'],
    ['', 'tier=premium', 'premium', 'annual'],
    ['premium', 'tier=plus&cycle=monthly', 'premium', 'monthly'],
  ])('of «%s» with «%s» is %s, %s (SIGN-037, SIGN-039, A37)', (path, query, tier, cycle) => {
    expect(read(path, query)).toEqual({ tier, cycle });
  });

  test.each(['', 'foo', 'free', 'grandfathered', 'Premium', 'toString', '__proto__'])('of «%s» is null (SIGN-038, A11)', (path) => {
    expect(read(path)).toBeNull();
  });

  test('defaults to annual billing (CONST-111)', () => {
    expect(DEFAULT_PROMO_CYCLE).toBe('annual');
  });
});

test('promoPath leads back to the same choice', () => {
  const choice = { tier: 'premium_plus', cycle: 'monthly' } as const;
  expect(read(promoPath(choice).replace('/promo/', ''))).toEqual(choice);
});
