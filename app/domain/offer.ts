import type { Instant } from './time.ts';

/** Kinds of offers on the landing page; their texts are in the language files (SIGN-029). */
export const HEADER_KINDS = ['trial', 'percent', 'annual_percent'] as const;
export type HeaderKind = (typeof HEADER_KINDS)[number];

/** Amount: days for `trial`, percent for the others. */
export type OfferHeader = { kind: HeaderKind; amount: number };

/** Where a visitor came from (3.15.1). */
export type Landing = {
  groupId: string | null;
  /** The group came with the coupon and is removed with it. */
  isCouponGroup: boolean;
  coupon: string | null;
  gclid: string | null;
  /** When the coupon or group was set, epoch ms; null without either. */
  promoTs: Instant | null;
};

const DAY_SECS = 24 * 60 * 60;
const SECOND_MS = 1000;

/** True until the coupon expires, counted from when it was applied (SIGN-025, A87). */
export function isUsable(coupon: { appliedAt: Instant; availableSecs: number }, now: Instant): boolean {
  return coupon.appliedAt + coupon.availableSecs * SECOND_MS > now;
}

/** True if a code can still be applied at `now`. `endsAt` null = no end. */
export function canApply(definition: { availableSecs: number; endsAt: Instant | null }, now: Instant): boolean {
  return (
    (definition.endsAt === null || definition.endsAt > now) && isUsable({ appliedAt: now, availableSecs: definition.availableSecs }, now)
  );
}

/** Normalizes a typed code for lookup. */
export function toCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** Returns the headline of an offer, or null if there is none or nothing is promised. */
export function toHeader(kind: HeaderKind | null, offer: { percentOff: number; trialSecs: number }): OfferHeader | null {
  const amount = kind === 'trial' ? Math.floor(offer.trialSecs / DAY_SECS) : offer.percentOff;
  return kind === null || amount === 0 ? null : { kind, amount };
}

/** Sets a group, which replaces any offer (A07, SIGN-017). */
export function setGroup(landing: Landing, groupId: string | null): Landing {
  return { ...landing, groupId, isCouponGroup: false, coupon: null };
}

/** Sets a coupon together with its group (A07, SIGN-016). */
export function setCoupon(landing: Landing, coupon: string, groupId: string | null): Landing {
  if (groupId === null || groupId === landing.groupId) return { ...landing, coupon };
  return { ...landing, coupon, groupId, isCouponGroup: true };
}

/** Removes an unusable coupon and the group that came with it (SIGN-036). */
export function dropCoupon(landing: Landing): Landing {
  const groupId = landing.isCouponGroup ? null : landing.groupId;
  return { ...landing, coupon: null, groupId, isCouponGroup: false };
}
