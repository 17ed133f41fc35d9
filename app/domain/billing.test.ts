import { describe, expect, test } from 'vitest';
import {
  canCancel,
  canDowngrade,
  changeOf,
  chooseLive,
  hasAccess,
  isTrialEligible,
  paymentPlatform,
  SUBSCRIPTION_STATUSES,
  termOf,
} from './billing.ts';

const LIVE = { status: 'active' as const, periodEnd: 2000, cancelAtPeriodEnd: false, trialEnd: null, nextAttemptAt: null };

describe('hasAccess', () => {
  test.each(SUBSCRIPTION_STATUSES.map((status) => [status, ['trialing', 'active', 'past_due'].includes(status)] as const))(
    'of %s is %s',
    (status, expected) => {
      expect(hasAccess(status)).toBe(expected);
    },
  );
});

describe('termOf', () => {
  test.each([
    [{}, { kind: 'paid', renewsAt: 2000 }],
    [{ cancelAtPeriodEnd: true }, { kind: 'canceled', until: 2000 }],
    [
      { status: 'trialing', trialEnd: 1500 },
      { kind: 'trial', endsAt: 1500, isCanceled: false },
    ],
    [
      { status: 'trialing', trialEnd: null, cancelAtPeriodEnd: true },
      { kind: 'trial', endsAt: 2000, isCanceled: true },
    ],
    [
      { status: 'past_due', nextAttemptAt: 1700 },
      { kind: 'past_due', nextAttemptAt: 1700 },
    ],
    [
      { status: 'past_due', cancelAtPeriodEnd: true },
      { kind: 'past_due', nextAttemptAt: null },
    ],
    [{ status: 'unpaid' }, { kind: 'none' }],
    [{ status: 'canceled' }, { kind: 'none' }],
  ] as const)('of %o is %o', (change, term) => {
    expect(termOf({ ...LIVE, ...change })).toEqual(term);
  });
});

// SUBS-104
describe('canCancel', () => {
  test.each([
    [{}, true],
    [{ isActive: false }, false],
    [{ cancelled: true }, false],
    [{ source: 'apple' }, false],
    [{ source: 'google' }, false],
    [{ source: 'operator' }, false],
    [{ source: null }, false],
  ] as const)('for a plan with %o, returns %s (A48)', (change, expected) => {
    expect(canCancel({ isActive: true, source: 'stripe', cancelled: false, ...change })).toBe(expected);
  });
});

// SUBS-105
describe('canDowngrade', () => {
  const current = { source: 'stripe', tier: 'premium_plus', cycle: 'annual', stripeOnChange: 'keep_downgrade' } as const;
  test.each([
    ['lower tier', {}, { tier: 'premium', cycle: 'annual' }, true],
    ['lower tier, other cycle', {}, { tier: 'premium', cycle: 'monthly' }, true],
    ['same tier, monthly', {}, { tier: 'premium_plus', cycle: 'monthly' }, true],
    ['same plan', {}, { tier: 'premium_plus', cycle: 'annual' }, false],
    ['higher tier', { tier: 'premium' }, { tier: 'premium_plus', cycle: 'monthly' }, false],
    ['plan that keeps its subscribers', { stripeOnChange: 'keep' }, { tier: 'premium', cycle: 'annual' }, false],
    ['several values', { stripeOnChange: 'prorate,keep_downgrade' }, { tier: 'premium', cycle: 'annual' }, true],
    ['app-store plan', { source: 'apple' }, { tier: 'premium', cycle: 'annual' }, false],
  ] as const)('returns whether a downgrade is possible: %s (A48)', (_name, change, target, expected) => {
    expect(canDowngrade({ ...current, ...change }, target)).toBe(expected);
  });
});

describe('changeOf', () => {
  test.each([
    ['premium', 'monthly', 'premium', 'annual', 'upgrade'],
    ['premium', 'annual', 'premium', 'monthly', 'downgrade'],
    ['premium', 'annual', 'premium_plus', 'monthly', 'upgrade'],
    ['premium_plus', 'monthly', 'premium', 'annual', 'downgrade'],
    ['premium', 'monthly', 'premium', 'monthly', 'same'],
    ['free', null, 'premium', 'monthly', 'upgrade'],
  ] as const)('classifies the change from %s %s to %s %s as %s', (tier, cycle, toTier, toCycle, expected) => {
    expect(changeOf({ tier, cycle }, { tier: toTier, cycle: toCycle })).toBe(expected);
  });
});

// SUBS-107, SUBS-108, SUBS-109
describe('paymentPlatform', () => {
  test.each([
    [null, 'stripe'],
    ['stripe', 'stripe'],
    ['operator', 'stripe'],
    ['apple', 'apple'],
    ['google', 'google'],
  ] as const)('for the source %s, returns %s', (source, expected) => {
    expect(paymentPlatform(source)).toBe(expected);
  });
});

// SUBS-096
describe('isTrialEligible', () => {
  test.each([
    [false, false, true],
    [true, false, false],
    [false, true, false],
    [true, true, false],
  ])('returns for a used trial (%s) and a subscription (%s): %s', (isTrialUsed, hasSubscription, expected) => {
    expect(isTrialEligible({ isTrialUsed, hasSubscription })).toBe(expected);
  });
});

describe('chooseLive', () => {
  const sub = (id: string, change: object = {}) =>
    ({ id, tier: 'premium', cycle: 'monthly', status: 'active', createdAt: 1, cancelAtPeriodEnd: false, ...change }) as const;
  test.each([
    ['none live', [sub('a', { status: 'canceled' }), sub('b', { status: 'incomplete' })], null, []],
    ['the higher tier', [sub('a'), sub('b', { tier: 'premium_plus', createdAt: 9 })], 'b', ['a']],
    ['annual before monthly', [sub('a'), sub('b', { cycle: 'annual' })], 'b', ['a']],
    ['not canceled before canceled', [sub('a', { cancelAtPeriodEnd: true }), sub('b', { createdAt: 5 })], 'b', ['a']],
    ['the older', [sub('a', { createdAt: 5 }), sub('b')], 'b', ['a']],
    ['the smaller id, whatever the order', [sub('b'), sub('a')], 'a', ['b']],
    ['past due still counts', [sub('a', { status: 'past_due' })], 'a', []],
  ] as const)('keeps %s', (_name, list, kept, others) => {
    const chosen = chooseLive(list);
    expect([chosen.kept?.id ?? null, chosen.others.map(({ id }) => id)]).toEqual([kept, others]);
  });
});
