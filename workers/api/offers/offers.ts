import { canApply, type OfferHeader, type Promo, toCode, toHeader } from '#app/domain/offer';
import type { Partner } from '#app/domain/partner';
import type { Benefits } from '#app/domain/price';
import type { GroupOfferWire } from '#app/wire/billing';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { GroupWire } from '#app/wire/offers';
import { loadCatalogue } from '../catalogue/catalogue';
import { type CouponDefinition, findCoupon, findGroup, findPartner, type GroupDefinition } from '../catalogue/offer.queries';
import { countNetwork, refundNetwork } from '../directory/network-limits';
import type { ApiEnv } from '../env';
import { isCodeTaken, isSingleUse } from './single-use';

const NO_PROMO: Promo = { coupon: null, group: null, affiliate: null, endsAt: null };
const WRONG_CODES = { kind: 'coupon', limit: 60, windowMs: 15 * 60_000 };

/** The offer for a visit with a coupon or group. `coupon` is null without a coupon, or if the network tried too many wrong codes. */
export type LandingOffer = {
  coupon: 'usable' | 'unusable' | null;
  /** The group that a sign-up would join. */
  groupId: string | null;
  header: OfferHeader | null;
  promo: Promo;
};

/** Returns the error for every unusable coupon: unknown, ended, used or of a closed group (ERR-007, A87). */
export function couponInvalid(): Refusal {
  return new Refusal(ERROR_CODES.couponInvalid, 400, 'This coupon is not valid');
}

/**
 * Returns a group for GET /group_details (S33).
 * @throws Refusal code 433 for an unknown group
 */
export async function describeGroup(env: ApiEnv, groupId: string): Promise<GroupWire> {
  const found = await findGroup(env.CATALOGUE, groupId);
  if (found === null) throw new Refusal(ERROR_CODES.couponInvalid, 400, 'Unknown group');
  return found.group;
}

/** Returns the coupon that a sign-up may use now with this code, or null. Does not check whether a single-use code was already used. */
export async function findApplicable(env: ApiEnv, typed: string, now: number): Promise<CouponDefinition | null> {
  const found = await findCoupon(env.CATALOGUE, toCode(typed));
  if (found === null || !found.group.group.allow_signup) return null;
  return canApply({ availableSecs: found.coupon.available_secs, endsAt: found.endsAt }, now) ? found : null;
}

/** Returns what a group brings to a purchase by its scopes, or null for nothing. An offer for annual plans is limited to those (A177). */
export async function toGroupOffer(env: ApiEnv, { group, header, percentOff, trialSecs }: GroupDefinition): Promise<GroupOfferWire | null> {
  const percent_off = group.scopes.includes('stripe_coupon') ? percentOff : 0;
  const trial_secs = group.scopes.includes('extended_trial') ? trialSecs : 0;
  if (percent_off === 0 && trial_secs === 0) return null;
  const { skus } = await loadCatalogue(env);
  const annual = skus.filter(({ billing_cycle }) => billing_cycle === 'annual').map(({ sku }) => sku);
  return { percent_off, trial_secs, limit_skus: header === 'annual_percent' ? annual : [] };
}

/**
 * Returns what the landing page may offer. Counts wrong codes by network, so that codes cannot be guessed through the page without limit.
 */
export async function describeOffer(
  env: ApiEnv,
  { coupon, groupId, ip }: { coupon: string | null; groupId: string | null; ip: string },
): Promise<LandingOffer> {
  const group = groupId === null ? null : await findGroup(env.CATALOGUE, groupId);
  const isOpen = group?.group.allow_signup === true;
  const plain = {
    groupId: isOpen ? groupId : null,
    header: isOpen ? toHeader(group.header, group) : null,
    promo: { ...NO_PROMO, group: isOpen ? await toGroupBenefits(env, group) : null },
  };
  if (coupon === null) return { coupon: null, ...plain };
  if (!(await countNetwork(env, ip, WRONG_CODES))) return { coupon: null, ...plain };
  const found = await findApplicable(env, coupon, Date.now());
  if (found === null || (isSingleUse(found.coupon) && (await isCodeTaken(env, found.coupon.coupon))))
    return { coupon: 'unusable', ...plain };
  await refundNetwork(env, ip, WRONG_CODES.kind);
  const { stripe_percent_off: percentOff, trial_secs: trialSecs } = found.coupon.coupon_benefits;
  return {
    coupon: 'usable',
    groupId: found.coupon.group_id,
    header: toHeader(found.header, { percentOff, trialSecs }),
    promo: {
      coupon: toCouponBenefits(found.coupon),
      group: await toGroupBenefits(env, found.group),
      affiliate: found.coupon.workflow === null ? null : { partner: await findPartner(env.CATALOGUE, found.coupon.coupon_group_id) },
      endsAt: found.endsAt,
    },
  };
}

function toCouponBenefits({ coupon_benefits: benefits, scopes }: CouponDefinition['coupon']): Benefits {
  return {
    percentOff: scopes.includes('stripe_coupon') ? benefits.stripe_percent_off : 0,
    trialSecs: scopes.includes('extended_trial') ? benefits.trial_secs : 0,
    limitSkus: benefits.limit_skus,
  };
}

async function toGroupBenefits(env: ApiEnv, group: GroupDefinition): Promise<Benefits | null> {
  const offer = await toGroupOffer(env, group);
  return offer === null ? null : { percentOff: offer.percent_off, trialSecs: offer.trial_secs, limitSkus: offer.limit_skus };
}

/**
 * Returns the partner of a coupon that an account has, for its promo page. Returns null if the coupon’s group does not belong to
 * affiliates.
 */
export async function describeAffiliate(env: ApiEnv, code: string): Promise<{ partner: Partner | null } | null> {
  const found = await findCoupon(env.CATALOGUE, toCode(code));
  if (found === null || found.coupon.workflow === null) return null;
  return { partner: await findPartner(env.CATALOGUE, found.coupon.coupon_group_id) };
}
