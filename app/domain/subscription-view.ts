import type { BillingCycle } from './billing.ts';
import { TIER_RANK, type Tier } from './plan.ts';

/** Tiers on the picker, in its order (SUBS-060, SUBS-063). */
export const PICKER_TIERS = ['premium_plus', 'premium'] as const satisfies ReadonlyArray<Tier>;
export type PickerTier = (typeof PICKER_TIERS)[number];
export const MOST_POPULAR: PickerTier = 'premium_plus';

/** What `/subscription` shows first: the picker, or a plan with or without a trial (A47). */
export type SubscriptionView = { view: 'options' } | { view: 'trial' | 'purchase'; tier: PickerTier };

/**
 * Returns the view for `chooseSubType` (SUBS-049 to SUBS-054, A47). Without eligibility, a trial becomes a purchase. On the highest tier
 * there is nothing to upgrade to, so the picker is shown. Null, unknown and empty values mean `options`.
 */
export function chooseView(chooseSubType: string | null, account: { tier: Tier; isTrialEligible: boolean }): SubscriptionView {
  const offered = account.isTrialEligible ? 'trial' : 'purchase';
  switch (chooseSubType) {
    case 'prem_plus':
      return { view: 'purchase', tier: 'premium_plus' };
    case 'prem_plus_trial':
    case 'trial':
      return { view: offered, tier: 'premium_plus' };
    case 'upgrade': {
      const tier = nextTier(account.tier);
      return tier === null ? { view: 'options' } : { view: 'purchase', tier };
    }
    default:
      return { view: 'options' };
  }
}

/** Returns the next higher tier that is sold, or null. */
export function nextTier(tier: Tier): PickerTier | null {
  return PICKER_TIERS.toReversed().find((candidate) => TIER_RANK[candidate] > TIER_RANK[tier]) ?? null;
}

/** The dialogs about a plan (4.11.1). */
export const MODAL_TYPES = ['external', 'update_pmt', 'cancel', 'downgrade', 'purchase'] as const;
export type ModalType = (typeof MODAL_TYPES)[number];

/** The state of the plan page, with the keys of the specification (3.15.4, SUBS-097 to SUBS-101). `modalType`: null if closed. */
export type ProductState = {
  isUISelectedAnnual: boolean;
  modalType: ModalType | null;
  subscribingCycle: BillingCycle;
  subscribingTier: Tier | null;
};

/** Returns the state on opening the page: no dialog, and the account’s own cycle; annual without one (SUBS-101, SUBS-106). */
export function initialProductState(currentCycle: BillingCycle | null): ProductState {
  const cycle = currentCycle ?? 'annual';
  return { isUISelectedAnnual: cycle === 'annual', modalType: null, subscribingCycle: cycle, subscribingTier: null };
}

/** What decides whether a dialog opens (A48). */
export type ModalChecks = { platform: 'apple' | 'google' | 'stripe'; canCancel: boolean; canDowngrade: boolean };

/**
 * Returns the state with the dialog open. A plan from an app store opens `external` instead of any change (SUBS-102). `cancel` and
 * `downgrade` stay closed if their check fails (SUBS-104, SUBS-105).
 */
export function openModal(state: ProductState, wanted: ModalType, checks: ModalChecks, tier: Tier | null = null): ProductState {
  if (checks.platform !== 'stripe') return { ...state, modalType: 'external' };
  const isRefused = (wanted === 'cancel' && !checks.canCancel) || (wanted === 'downgrade' && !checks.canDowngrade) || wanted === 'external';
  return isRefused ? { ...state, modalType: null } : { ...state, modalType: wanted, subscribingTier: tier };
}
