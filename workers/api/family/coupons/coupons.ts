import { Hono } from 'hono';
import { isUsable } from '#app/domain/offer';
import { listCoupons as listCouponsCall } from '#app/wire/offers';
import { type FamilyApp, handleEndpoint } from '../core/handle-endpoint';
import { listCoupons } from './coupon.queries';

/** Lists the coupons that the account can still use, or has used (S32). */
export const coupons = new Hono<FamilyApp>().get(
  '/',
  handleEndpoint(listCouponsCall, (call, { query }) => {
    const all = listCoupons(call.sql);
    if (query.query_type === 'redeemed') return all.filter((coupon) => coupon.redeemed_ts !== null);
    return all.filter(
      ({ redeemed_ts, applied_ts, available_secs }) =>
        redeemed_ts === null && isUsable({ appliedAt: applied_ts, availableSecs: available_secs }, call.now),
    );
  }),
);
