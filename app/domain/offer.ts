import type { Instant } from './time.ts';

/** The sentence that tells of an offer on the landing page; its words are in the language files (SIGN-029). */
export const HEADER_KINDS = ['trial', 'percent', 'annual_percent'] as const;
export type HeaderKind = (typeof HEADER_KINDS)[number];

/** `trial` in days, the others in percent. */
export type OfferHeader = { kind: HeaderKind; amount: number };

/** Where a visitor came from (3.15.1). */
export type Landing = {
  groupId: string | null;
  /** The group came with the coupon alone, and goes with it. */
  isCouponGroup: boolean;
  coupon: string | null;
  gclid: string | null;
  /** When coupon or group were brought, epoch ms; null where there is neither. */
  promoTs: Instant | null;
};

const DAY_SECS = 24 * 60 * 60;
const SECOND_MS = 1000;

/** A coupon is good until its time has passed, counted from when it was applied (SIGN-025, A87). */
export function isUsable(coupon: { appliedAt: Instant; availableSecs: number }, now: Instant): boolean {
  return coupon.appliedAt + coupon.availableSecs * SECOND_MS > now;
}

/** May a code still be taken? It is applied at `now`; `endsAt` null = no end of its own. */
export function canApply(definition: { availableSecs: number; endsAt: Instant | null }, now: Instant): boolean {
  return (
    (definition.endsAt === null || definition.endsAt > now) && isUsable({ appliedAt: now, availableSecs: definition.availableSecs }, now)
  );
}

/** A code as it is looked up, however it was typed. */
export function toCode(typed: string): string {
  return typed.trim().toUpperCase();
}

/** What the landing page says of an offer; null where it says nothing, and where there is nothing to promise. */
export function toHeader(kind: HeaderKind | null, offer: { percentOff: number; trialSecs: number }): OfferHeader | null {
  const amount = kind === 'trial' ? Math.floor(offer.trialSecs / DAY_SECS) : offer.percentOff;
  return kind === null || amount === 0 ? null : { kind, amount };
}

/** A group takes the place of whatever offer there was (A07, SIGN-017). */
export function setGroup(landing: Landing, groupId: string | null): Landing {
  return { ...landing, groupId, isCouponGroup: false, coupon: null };
}

/** A coupon brings its group, in one step (A07, SIGN-016). */
export function setCoupon(landing: Landing, coupon: string, groupId: string | null): Landing {
  if (groupId === null || groupId === landing.groupId) return { ...landing, coupon };
  return { ...landing, coupon, groupId, isCouponGroup: true };
}

/** A coupon that cannot be used takes the group along that it brought: nothing of the offer is promised any more (SIGN-036). */
export function dropCoupon(landing: Landing): Landing {
  const groupId = landing.isCouponGroup ? null : landing.groupId;
  return { ...landing, coupon: null, groupId, isCouponGroup: false };
}
