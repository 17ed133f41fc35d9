import { TIER_LIMITS } from '#app/domain/plan.ts';
import type { PlanFacts, PlanOffer } from '#app/features/plans/plan-facts.ts';

const NOW = Date.parse('2026-05-14T20:42:00Z');

function offer(tier: PlanOffer['tier'], cycle: PlanOffer['cycle'], price: number, change: Partial<PlanOffer> = {}): PlanOffer {
  return {
    sku: `${tier}_${cycle}`,
    tier,
    cycle,
    price,
    percentOff: 0,
    netPrice: price,
    trialDays: 14,
    limits: TIER_LIMITS[tier],
    ...change,
  };
}

/** The offers of the catalog, with a trial. */
export const OFFERS: Array<PlanOffer> = [
  offer('premium_plus', 'monthly', 999),
  offer('premium_plus', 'annual', 9999),
  offer('premium', 'monthly', 699),
  offer('premium', 'annual', 6999),
];

/** Returns the facts of a free account, with changes. */
export function planFacts(change: Partial<PlanFacts> = {}): PlanFacts {
  return {
    sku: 'free',
    tier: 'free',
    cycle: null,
    source: null,
    limits: TIER_LIMITS.free,
    freeLimits: TIER_LIMITS.free,
    isTrialEligible: true,
    term: { kind: 'none', at: null, isCanceled: false },
    period: null,
    nextAmount: null,
    pendingChange: null,
    heldChange: null,
    nextAttemptAt: null,
    due: null,
    confirmUrl: null,
    canCancel: false,
    canUndoCancel: false,
    changes: [],
    beside: null,
    coupon: null,
    benefits: { coupon: null, group: null },
    offers: OFFERS,
    card: null,
    receipts: [],
    provider: 'sandbox',
    ownDiscount: null,
    used: { blocks: 4, devices: 1, children: 1, schedules: 1, screenshots: 0, stored: 0 },
    resetsAt: Date.parse('2026-06-01T00:00:00Z'),
    zone: 'UTC',
    now: NOW,
    ...change,
  };
}

/** Returns the facts of an account that pays for Premium each month by card. */
export function paidPlan(change: Partial<PlanFacts> = {}): PlanFacts {
  const endsAt = Date.parse('2026-06-01T12:00:00Z');
  return planFacts({
    sku: 'premium_monthly',
    tier: 'premium',
    cycle: 'monthly',
    source: 'stripe',
    limits: TIER_LIMITS.premium,
    isTrialEligible: false,
    term: { kind: 'paid', at: endsAt, isCanceled: false },
    period: { startedAt: Date.parse('2026-05-01T12:00:00Z'), unpaidSince: null, endsAt },
    nextAmount: 699,
    ownDiscount: { percentOff: 0, limitSkus: [] },
    canCancel: true,
    changes: [
      { sku: 'premium_plus_monthly', direction: 'upgrade' },
      { sku: 'premium_plus_annual', direction: 'upgrade' },
      { sku: 'premium_annual', direction: 'upgrade' },
    ],
    offers: OFFERS.map((one) => ({ ...one, trialDays: 0 })),
    card: { brand: 'visa', last4: '4242', expMonth: 8, expYear: 2028, isExpired: false },
    ...change,
  });
}
