import { type Account, idOf } from './account.ts';

/** Rounds to an integer, halves away from zero. */
export const round = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount));

/** Returns a discount in percent, 0 without one. */
export function percentOff(account: Account, [id]: ReadonlyArray<string>): number {
  return account.coupons.get(idOf(account.discounts.get(id ?? '')?.source.coupon))?.percent_off ?? 0;
}

/** Returns an amount after a discount. Stripe does not document how it rounds half cents; here, they go up. */
export const reduce = (amount: number, percent: number): number => round((amount * (100 - percent)) / 100);
