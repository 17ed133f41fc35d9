import { describe, expect, test } from 'vitest';
import { listFeatures } from './plan-features.ts';
import { chooseView, initialProductState, MODAL_TYPES, MOST_POPULAR, nextTier, openModal, PICKER_TIERS } from './subscription-view.ts';

describe('chooseView (CONST-112)', () => {
  const fresh = { tier: 'free', isTrialEligible: true } as const;
  const used = { tier: 'premium', isTrialEligible: false } as const;
  test.each([
    [null, fresh, { view: 'options' }],
    ['options', fresh, { view: 'options' }],
    ['nonsense', fresh, { view: 'options' }],
    ['', fresh, { view: 'options' }],
    ['prem_plus', fresh, { view: 'purchase', tier: 'premium_plus' }],
    ['prem_plus_trial', fresh, { view: 'trial', tier: 'premium_plus' }],
    ['prem_plus_trial', used, { view: 'purchase', tier: 'premium_plus' }],
    ['trial', fresh, { view: 'trial', tier: 'premium_plus' }],
    ['trial', used, { view: 'purchase', tier: 'premium_plus' }],
    ['upgrade', fresh, { view: 'purchase', tier: 'premium' }],
    ['upgrade', used, { view: 'purchase', tier: 'premium_plus' }],
    ['upgrade', { tier: 'premium_plus', isTrialEligible: false }, { view: 'options' }],
  ] as const)('for the type %s and %o, returns %o (A47)', (type, account, view) => {
    expect(chooseView(type, account)).toEqual(view);
  });

  test('offers two tiers, the most popular first', () => {
    expect(PICKER_TIERS).toEqual(['premium_plus', 'premium']);
    expect(MOST_POPULAR).toBe('premium_plus');
    expect([nextTier('free'), nextTier('plus'), nextTier('premium'), nextTier('premium_plus')]).toEqual([
      'premium',
      'premium',
      'premium_plus',
      null,
    ]);
  });
});

// SUBS-097, SUBS-098, SUBS-099, SUBS-100, SUBS-101, SUBS-102, SUBS-106
describe('product state', () => {
  const closed = initialProductState('monthly');
  const all = { platform: 'stripe', canCancel: true, canDowngrade: true } as const;

  test('starts without a dialog and with the current cycle, else the annual one', () => {
    expect(closed).toEqual({ isUISelectedAnnual: false, modalType: null, subscribingCycle: 'monthly', subscribingTier: null });
    expect(initialProductState(null)).toMatchObject({ isUISelectedAnnual: true, subscribingCycle: 'annual' });
  });

  test.each(MODAL_TYPES)('opens only `external` for an app-store plan, whatever is requested: %s', (wanted) => {
    expect(openModal(closed, wanted, { ...all, platform: 'apple' }).modalType).toBe('external');
  });

  test.each([
    ['cancel', {}, 'cancel'],
    ['cancel', { canCancel: false }, null],
    ['downgrade', {}, 'downgrade'],
    ['downgrade', { canDowngrade: false }, null],
    ['update_pmt', { canCancel: false, canDowngrade: false }, 'update_pmt'],
    ['purchase', {}, 'purchase'],
    ['external', {}, null],
  ] as const)('a request for %s with %o sets the dialog %s', (wanted, change, expected) => {
    expect(openModal(closed, wanted, { ...all, ...change }, 'premium').modalType).toBe(expected);
  });
});

describe('listFeatures', () => {
  test('lists all sixteen features in four groups for Premium+, and no activity for Premium (A46)', () => {
    const plus = listFeatures('premium_plus');
    expect(plus.map(({ group }) => group)).toEqual(['screen_time', 'activity', 'locator', 'supervision']);
    expect(new Set(plus.flatMap(({ features }) => features)).size).toBe(16);
    expect(plus[1]?.features).toEqual(['gallery', 'on_demand', 'periodic_views']);
    expect(listFeatures('premium').map(({ group }) => group)).toEqual(['screen_time', 'locator', 'supervision']);
  });
});
