import type { SignUpBody } from '#app/wire/account';
import type { GroupOfferWire } from '#app/wire/billing';
import type { CouponWire } from '#app/wire/offers';
import { findGroup } from '../catalogue/offer.queries';
import type { ApiEnv } from '../env';
import { couponInvalid, findApplicable, toGroupOffer } from './offers';
import { confirmCode, isSingleUse, markCodeUsed, releaseCode, reserveCode } from './single-use';

/** The group and coupon of a sign-up, and the steps for a single-use code (A87, A125). */
export type Claim = {
  groupId: string | null;
  /** What the group brings to a purchase; null without a group, or if it brings nothing. */
  groupOffer: GroupOfferWire | null;
  coupon: CouponWire | null;
  /**
   * Keeps the code for the family. Call it before the address is confirmed.
   * @throws Refusal code 433 if the reservation of the code has expired
   */
  confirm(): Promise<void>;
  /** Marks the code as used. Call it once the account is permanent. */
  markUsed(): Promise<void>;
  /** Frees the code after a failed sign-up. */
  release(): Promise<void>;
};

/**
 * Finds the offer of a sign-up and reserves a single-use code for `owner`, the family's id. The coupon's group takes precedence over the
 * given group (SIGN-016, A07). Unknown or closed groups are ignored (SIGN-006, SIGN-007).
 * @throws Refusal code 433 for a coupon that is unknown, ended or used
 */
export async function claimOffer(env: ApiEnv, body: Pick<SignUpBody, 'group_id' | 'coupon'>, owner: string): Promise<Claim> {
  const { group_id: groupId, coupon: typed } = body;
  if (typed === undefined || typed.trim() === '') {
    const group = groupId === undefined ? null : await findGroup(env.CATALOGUE, groupId);
    if (group?.group.allow_signup !== true) return { ...NO_CODE, groupId: null, groupOffer: null, coupon: null };
    return { ...NO_CODE, groupId: group.group.group_id, groupOffer: await toGroupOffer(env, group), coupon: null };
  }
  const now = Date.now();
  const found = await findApplicable(env, typed, now);
  if (found === null) throw couponInvalid();
  const offer = {
    groupId: found.coupon.group_id,
    groupOffer: await toGroupOffer(env, found.group),
    coupon: { ...found.coupon, applied_ts: now, redeemed_ts: null },
  };
  if (!isSingleUse(offer.coupon)) return { ...NO_CODE, ...offer };
  const { coupon: code } = offer.coupon;
  if (!(await reserveCode(env, code, owner))) throw couponInvalid();
  return {
    ...offer,
    confirm: async () => {
      if (!(await confirmCode(env, code, owner))) throw couponInvalid();
    },
    markUsed: () => markCodeUsed(env, code, owner),
    release: () => releaseCode(env, code, owner),
  };
}

const nothing = async (): Promise<void> => {};
const NO_CODE = { confirm: nothing, markUsed: nothing, release: nothing };
