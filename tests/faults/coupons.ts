import { seedCodes } from '#tools/demonstration-codes.ts';

/** A coupon that families sign up with. `skus`: the plans that it is for. */
export type Coupon = { code: string; percentOff: number; skus: ReadonlyArray<string> };

/** Coupons for certain plans only, so that changes of plan must end their discount (A192). */
export const COUPONS: ReadonlyArray<Coupon> = [
  { code: 'ANNUAL25', percentOff: 25, skus: ['premium_annual', 'premium_plus_annual'] },
  { code: 'PREMIUM40', percentOff: 40, skus: ['premium_monthly', 'premium_annual'] },
  { code: 'YEAR10', percentOff: 10, skus: ['premium_annual'] },
];

type Database<Statement> = {
  prepare(query: string): { bind(...values: Array<unknown>): Statement };
  batch(statements: Array<Statement>): Promise<unknown>;
};

/** Adds missing coupons and their codes to the catalog. */
export async function addCoupons<Statement>(catalogue: Database<Statement>): Promise<void> {
  await seedCodes(catalogue);
  const coupon = catalogue.prepare(
    `INSERT OR IGNORE INTO coupon (coupon_group_id, group_id, scopes_json, limit_skus_json, percent_off, available_secs)
     VALUES (?, 'newsletter', '["stripe_coupon"]', ?, ?, 100000000)`,
  );
  const code = catalogue.prepare('INSERT OR IGNORE INTO coupon_code (code, coupon_group_id) VALUES (?, ?)');
  await catalogue.batch(
    COUPONS.flatMap((one) => [coupon.bind(one.code, JSON.stringify(one.skus), one.percentOff), code.bind(one.code, one.code)]),
  );
}
