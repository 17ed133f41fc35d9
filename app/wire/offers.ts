import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { instantSchema, nothingSchema } from './values.ts';

/** Possible benefits of an offer (3.13.1, 3.13.2). */
const scopesSchema = z.array(z.enum(['extended_trial', 'stripe_coupon']));

/** A coupon of an account (3.13.1, A87). `*_secs` in seconds, `*_ts` in epoch ms. */
export const couponSchema = z.object({
  coupon: z.string(),
  group_id: z.string(),
  coupon_group_id: z.string(),
  coupon_benefits: z.object({
    /** Plans that the coupon is valid for; empty = all. */
    limit_skus: z.array(z.string()),
    limit_groups: z.array(z.string()),
    sku_benefits: z.array(z.string()),
    /** 0 to 100. */
    stripe_percent_off: z.number().min(0).max(100),
    trial_secs: z.number().int().nonnegative(),
  }),
  available_secs: z.number().int().nonnegative(),
  applied_ts: instantSchema,
  redeemed_ts: instantSchema.nullable(),
  workflow: z.enum(['affiliate_promo', 'affiliate_1tc_promo']).nullable(),
  discount_header: z.string(),
  scopes: scopesSchema,
});
export type CouponWire = z.infer<typeof couponSchema>;

/** A group that a sign-up can join for its benefits (3.13.2). */
export const groupSchema = z.object({
  group_id: z.string(),
  workflow: z.string().nullable(),
  /** False = a sign-up with this group gets no benefits (A87). */
  allow_signup: z.boolean(),
  scopes: scopesSchema,
});
export type GroupWire = z.infer<typeof groupSchema>;

const groupQuery = z.object({ group_id: z.string().min(1).max(64) });
/**
 * GET /group_details: a benefit group (S33, A20).
 * @throws Refusal 433 for an unknown group
 */
export const getGroup: Endpoint<z.infer<typeof groupQuery>, undefined, GroupWire> = {
  method: 'GET',
  path: '/group_details',
  auth: 'none',
  query: groupQuery,
  body: nothingSchema,
  output: groupSchema,
};

const couponsQuery = z.object({ query_type: z.enum(['account', 'redeemed']) });
/** GET /coupon_details (S32, 7.14.1): the coupons that the account can still use, or has used. */
export const listCoupons: Endpoint<z.infer<typeof couponsQuery>, undefined, Array<CouponWire>> = {
  method: 'GET',
  path: '/coupon_details',
  auth: 'session',
  query: couponsQuery,
  body: nothingSchema,
  output: z.array(couponSchema),
};
