import { TIER_RANK, type Tier } from './plan.ts';
import type { Instant } from './time.ts';

/** Statuses of a subscription at the provider. */
export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const BILLING_CYCLES = ['monthly', 'annual'] as const;
export type BillingCycle = (typeof BILLING_CYCLES)[number];

/** The account’s subscription as the provider last reported it. */
export type Subscription = {
  id: string;
  sku: string;
  tier: Tier;
  cycle: BillingCycle;
  status: SubscriptionStatus;
  createdAt: Instant;
  periodEnd: Instant;
  cancelAtPeriodEnd: boolean;
  trialEnd: Instant | null;
  pendingChange: { sku: string; at: Instant } | null;
  nextAttemptAt: Instant | null;
};

/** How a subscription continues, as pages show it. `none`: it gives no access. */
export type Term =
  | { kind: 'none' }
  | { kind: 'trial'; endsAt: Instant; isCanceled: boolean }
  | { kind: 'paid'; renewsAt: Instant }
  | { kind: 'past_due'; nextAttemptAt: Instant | null }
  | { kind: 'canceled'; until: Instant };

type Source = 'apple' | 'google' | 'stripe' | 'operator' | null;

const LIVE: ReadonlySet<SubscriptionStatus> = new Set(['trialing', 'active', 'past_due']);

/**
 * Returns true if the status gives access (A166). Access stays while the provider retries a failed payment. Only the provider's status ends
 * access, never a date that we computed.
 */
export function hasAccess(status: SubscriptionStatus): boolean {
  return LIVE.has(status);
}

/** Returns how the subscription continues. A failed payment comes before a cancellation, because the parent can still act on it. */
export function termOf(
  subscription: Pick<Subscription, 'status' | 'periodEnd' | 'cancelAtPeriodEnd' | 'trialEnd' | 'nextAttemptAt'>,
): Term {
  const { status, periodEnd, cancelAtPeriodEnd, trialEnd, nextAttemptAt } = subscription;
  if (!hasAccess(status)) return { kind: 'none' };
  if (status === 'past_due') return { kind: 'past_due', nextAttemptAt };
  if (status === 'trialing') return { kind: 'trial', endsAt: trialEnd ?? periodEnd, isCanceled: cancelAtPeriodEnd };
  return cancelAtPeriodEnd ? { kind: 'canceled', until: periodEnd } : { kind: 'paid', renewsAt: periodEnd };
}

/** Returns true if the current plan can be canceled here (A48, SUBS-104). */
export function canCancel(current: { isActive: boolean; source: Source; cancelled: boolean }): boolean {
  return current.isActive && current.source === 'stripe' && !current.cancelled;
}

/** Returns true if the current plan can be changed to the lower `target` at the end of its period (A48, SUBS-105). */
export function canDowngrade(
  current: { source: Source; tier: Tier; cycle: BillingCycle | null; stripeOnChange: string },
  target: { tier: Tier; cycle: BillingCycle | null },
): boolean {
  return current.source === 'stripe' && current.stripeOnChange.includes('keep_downgrade') && changeOf(current, target) === 'downgrade';
}

/**
 * Returns the direction of a change between plans (A168). A higher tier is an upgrade and applies now; in the same tier, so is the change
 * from monthly to annual.
 */
export function changeOf(
  current: { tier: Tier; cycle: BillingCycle | null },
  target: { tier: Tier; cycle: BillingCycle | null },
): 'same' | 'upgrade' | 'downgrade' {
  const difference = TIER_RANK[target.tier] - TIER_RANK[current.tier] || cycleRank(target.cycle) - cycleRank(current.cycle);
  return difference === 0 ? 'same' : difference > 0 ? 'upgrade' : 'downgrade';
}

/** Returns the platform on which the plan is paid and changed; «stripe» unless an app store bills it (SUBS-107, SUBS-108, SUBS-109). */
export function paymentPlatform(source: Source): 'apple' | 'google' | 'stripe' {
  return source === 'apple' || source === 'google' ? source : 'stripe';
}

/** Returns true if a trial may be offered: the family never had one and has no subscription (SUBS-096, A49). */
export function isTrialEligible(family: { isTrialUsed: boolean; hasSubscription: boolean }): boolean {
  return !family.isTrialUsed && !family.hasSubscription;
}

/**
 * Returns the live subscription that stays, and the other live ones. The higher tier stays, then the annual one, one that is not canceled,
 * and finally the older one. Null if none is live.
 */
export function chooseLive<T extends Pick<Subscription, 'tier' | 'cycle' | 'status' | 'createdAt' | 'cancelAtPeriodEnd' | 'id'>>(
  subscriptions: ReadonlyArray<T>,
): { kept: T | null; others: Array<T> } {
  const [kept, ...others] = subscriptions
    .filter(({ status }) => hasAccess(status))
    .sort(
      (a, b) =>
        TIER_RANK[b.tier] - TIER_RANK[a.tier] ||
        cycleRank(b.cycle) - cycleRank(a.cycle) ||
        Number(a.cancelAtPeriodEnd) - Number(b.cancelAtPeriodEnd) ||
        a.createdAt - b.createdAt ||
        (a.id < b.id ? -1 : 1),
    );
  return { kept: kept ?? null, others };
}

function cycleRank(cycle: BillingCycle | null): number {
  return cycle === 'annual' ? 1 : 0;
}
