import type { Partner } from './partner.ts';
import type { Benefits } from './price.ts';
import type { Instant } from './time.ts';

/** Types of offers on the landing page. The language files contain their texts (SIGN-029). */
export const HEADER_KINDS = ['trial', 'percent', 'annual_percent'] as const;
export type HeaderKind = (typeof HEADER_KINDS)[number];

/** The headline of an offer. `amount` is in days for `trial`, otherwise in percent. */
export type OfferHeader = { kind: HeaderKind; amount: number };

/** The campaign that brought a visitor to the site (3.15.1). */
export type Landing = {
  groupId: string | null;
  /** True if the coupon set the group. The group is then removed with the coupon. */
  isCouponGroup: boolean;
  coupon: string | null;
  gclid: string | null;
  /** When the coupon or group was set, in epoch ms; null if neither is set. */
  promoTs: Instant | null;
};

/**
 * The offer of a visit’s coupon and group on a promo page. `affiliate`: set only if the coupon’s group is one of affiliates (6.1.8); `partner`
 * is null if the operator entered none. `endsAt`: after this instant, nobody can sign up with the coupon; null without an end.
 */
export type Promo = {
  coupon: Benefits | null;
  group: Benefits | null;
  affiliate: { partner: Partner | null } | null;
  endsAt: Instant | null;
};

const DAY_SECS = 24 * 60 * 60;
const SECOND_MS = 1000;

/** Returns true until the coupon expires, `availableSecs` after it was applied (SIGN-025, A87). */
export function isUsable(coupon: { appliedAt: Instant; availableSecs: number }, now: Instant): boolean {
  return coupon.appliedAt + coupon.availableSecs * SECOND_MS > now;
}

/** Returns true if a code can be applied at `now`. `endsAt`: null if it has no end. */
export function canApply(definition: { availableSecs: number; endsAt: Instant | null }, now: Instant): boolean {
  return (
    (definition.endsAt === null || definition.endsAt > now) && isUsable({ appliedAt: now, availableSecs: definition.availableSecs }, now)
  );
}

/** Returns a typed code as stored: trimmed and in upper case. */
export function toCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Returns the headline of an offer; null if there is no kind or the amount is 0. */
export function toHeader(kind: HeaderKind | null, offer: { percentOff: number; trialSecs: number }): OfferHeader | null {
  const amount = kind === 'trial' ? Math.floor(offer.trialSecs / DAY_SECS) : offer.percentOff;
  return kind === null || amount === 0 ? null : { kind, amount };
}

/** Returns the headline for the benefits of an account’s coupon, or null if there are none. */
export function headerOf({ percentOff, trialSecs, limitSkus }: Benefits): OfferHeader | null {
  return toHeader(percentOff === 0 ? 'trial' : isAnnualOnly(limitSkus) ? 'annual_percent' : 'percent', { percentOff, trialSecs });
}

/** Returns true if a limit names annual plans only. */
export function isAnnualOnly(limitSkus: ReadonlyArray<string>): boolean {
  return limitSkus.length > 0 && limitSkus.every((sku) => sku.endsWith('_annual'));
}

/** Returns the landing data with this group and without a coupon (A07, SIGN-017). */
export function setGroup(landing: Landing, groupId: string | null): Landing {
  return { ...landing, groupId, isCouponGroup: false, coupon: null };
}

/**
 * Returns the landing data with this coupon and its group, if it has one (A07, SIGN-016). A new coupon removes the group that the previous
 * one set.
 */
export function setCoupon(before: Landing, coupon: string, groupId: string | null): Landing {
  const landing = coupon === before.coupon ? before : dropCoupon(before);
  if (groupId === null || groupId === landing.groupId) return { ...landing, coupon };
  return { ...landing, coupon, groupId, isCouponGroup: true };
}

/** Returns the landing data without the coupon, and without a group that the coupon set (SIGN-036). */
export function dropCoupon(landing: Landing): Landing {
  const groupId = landing.isCouponGroup ? null : landing.groupId;
  return { ...landing, coupon: null, groupId, isCouponGroup: false };
}
