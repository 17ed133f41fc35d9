import { type CouponWire, couponSchema } from '#app/wire/offers';

/** Stores a coupon of the account. Storing it again changes nothing (A87). */
export function insertCoupon(sql: SqlStorage, coupon: CouponWire): void {
  sql.exec(
    'INSERT OR IGNORE INTO coupon (code, coupon_json, applied_at, redeemed_at) VALUES (?, ?, ?, ?)',
    coupon.coupon,
    JSON.stringify(coupon),
    coupon.applied_ts,
    coupon.redeemed_ts,
  );
}

/** Returns the account's coupons in the order they were applied, with their terms from that time. */
export function listCoupons(sql: SqlStorage): Array<CouponWire> {
  return sql
    .exec<{ coupon_json: string; redeemed_at: number | null }>('SELECT coupon_json, redeemed_at FROM coupon ORDER BY applied_at, code')
    .toArray()
    .map((row) => couponSchema.parse({ ...JSON.parse(row.coupon_json), redeemed_ts: row.redeemed_at }));
}

/** Marks a coupon as used. Keeps the time of its first use. */
export function redeemCoupon(sql: SqlStorage, code: string, now: number): void {
  sql.exec('UPDATE coupon SET redeemed_at = ? WHERE code = ? AND redeemed_at IS NULL', now, code);
}
