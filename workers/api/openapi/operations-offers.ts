import type { EndpointId } from '#app/wire/endpoints';
import type { CouponWire, GroupWire } from '#app/wire/offers';
import { HOUR, NOON } from './examples';
import type { Operation } from './operations';

const GROUP: GroupWire = { group_id: 'family-friends', workflow: 'affiliate_promo', allow_signup: true, scopes: ['extended_trial'] };

const COUPON: CouponWire = {
  coupon: 'ANNUAL25',
  group_id: GROUP.group_id,
  coupon_group_id: 'annual-25',
  coupon_benefits: {
    limit_skus: ['premium_annual', 'premium_plus_annual'],
    limit_groups: [GROUP.group_id],
    sku_benefits: ['premium_annual', 'premium_plus_annual'],
    stripe_percent_off: 25,
    trial_secs: 0,
  },
  available_secs: 2_592_000,
  applied_ts: NOON - 20 * HOUR,
  redeemed_ts: null,
  workflow: 'affiliate_promo',
  discount_header: '25% off annual plans.',
  scopes: ['stripe_coupon'],
};

/** Texts and examples of the calls about groups and coupons. */
export const OFFER_OPERATIONS: Record<Extract<EndpointId, 'getGroup' | 'listCoupons'>, Operation> = {
  getGroup: {
    description:
      'An account joins a group with `group_id` of POST /account, or with a `coupon` of the group. POST /account ignores a group that is unknown or closed (`allow_signup` false): the account is created without it.',
    refusals: ['groupUnknown'],
    query: { group_id: { description: 'The group.', example: GROUP.group_id } },
    answer: GROUP,
  },
  listCoupons: {
    description: 'A coupon is redeemed with POST /account, one per account.',
    refusals: [],
    query: {
      query_type: { description: '`account`: coupons that can still be used. `redeemed`: coupons that were used.', example: 'account' },
    },
    answer: [COUPON],
  },
};
