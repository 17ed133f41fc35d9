import type { BillingCycle } from './billing.ts';

const MONTHS_PER_YEAR = 12;
/** Longest trial that is named in days (SUBS-057, SUBS-058). */
const TRIAL_DAYS_MAX = 60;
const DAYS_PER_MONTH = 30;
const DAY_SECS = 86_400;

/** Days of a trial if the plan names none (SUBS-059). */
export const DEFAULT_TRIAL_DAYS = 14;

/** A discount. It applies to the plans in `limitSkus` only; empty means all (SUBS-088). */
export type Discount = { percentOff: number; limitSkus: ReadonlyArray<string> };

/** The offer of a coupon or a group for a purchase. `limitSkus`: the plans it is for; empty means all. */
export type Benefits = { percentOff: number; trialSecs: number; limitSkus: ReadonlyArray<string> };

/** Returns the price in cents after the discount, rounded half up (A96). Returns the full price if there is no discount for this plan. */
export function discountedPrice(sku: string, price: number, discount: Discount | null): number {
  return Math.floor((price * (100 - percentFor(sku, discount)) + 50) / 100);
}

/** Returns the percentage that applies to this plan; 0 for none. */
export function percentFor(sku: string, discount: Discount | null): number {
  if (discount === null) return 0;
  return discount.limitSkus.length === 0 || discount.limitSkus.includes(sku) ? discount.percentOff : 0;
}

/**
 * Returns the percentage after a change to this plan (A192). `own`: the discount of the subscription. It ends if it is not for this plan,
 * while the account’s group gives what it promised for it.
 */
export function percentAfterChange(sku: string, own: Discount, group: Discount | null): number {
  return Math.max(percentFor(sku, own), percentFor(sku, group));
}

/** Returns the highest percentage and the longest trial of several offers for this plan. Offers do not add up (A177). */
export function bestBenefits(sku: string, offers: ReadonlyArray<Benefits>): { percentOff: number; trialSecs: number } {
  const mine = offers.filter(({ limitSkus }) => limitSkus.length === 0 || limitSkus.includes(sku));
  return { percentOff: Math.max(0, ...mine.map((one) => one.percentOff)), trialSecs: Math.max(0, ...mine.map((one) => one.trialSecs)) };
}

/** Returns the price per month in cents, rounded half up (SUBS-087, A96). `price`: after the discount, per cycle. */
export function monthlyPrice(price: number, cycle: BillingCycle): number {
  return cycle === 'annual' ? Math.floor((2 * price + MONTHS_PER_YEAR) / (2 * MONTHS_PER_YEAR)) : price;
}

/** Returns the length of a trial as the title names it: in days up to 60, above that in months of 30 days, rounded (SUBS-057, SUBS-058). */
export function trialLength(days: number): { unit: 'days' | 'months'; amount: number } {
  if (days <= TRIAL_DAYS_MAX) return { unit: 'days', amount: days };
  return { unit: 'months', amount: Math.round(days / DAYS_PER_MONTH) };
}

/** Returns the days of a trial: the plan’s, or those of a coupon with a longer one (SIGN-030). */
export function trialDaysOf(planDays: number | null, couponTrialSecs: number): number {
  return Math.max(planDays ?? DEFAULT_TRIAL_DAYS, Math.floor(couponTrialSecs / DAY_SECS));
}
