import * as z from 'zod';
import { HEADER_KINDS, type HeaderKind } from '#app/domain/offer';
import { type Partner, partnerSchema } from '#app/domain/partner';
import { type CouponWire, couponSchema, type GroupWire, groupSchema } from '#app/wire/offers';

/** A benefit group with its benefits. `percentOff` is 0 to 100. */
export type GroupDefinition = { group: GroupWire; header: HeaderKind | null; percentOff: number; trialSecs: number };

/** A coupon code with its group. `coupon` is in the form that accounts store, without timestamps; `endsAt` is epoch ms. */
export type CouponDefinition = {
  coupon: Omit<CouponWire, 'applied_ts' | 'redeemed_ts'>;
  header: HeaderKind | null;
  endsAt: number | null;
  group: GroupDefinition;
};

const headerSchema = z.enum(HEADER_KINDS).nullable();
const groupRow = z.object({
  group_id: z.string(),
  workflow: z.string().nullable(),
  allow_signup: z.number(),
  scopes_json: z.string(),
  percent_off: z.number(),
  trial_secs: z.number(),
  header: headerSchema,
});
const couponRow = z.object({
  code: z.string(),
  coupon_group_id: z.string(),
  group_id: z.string(),
  workflow: z.string().nullable(),
  scopes_json: z.string(),
  limit_skus_json: z.string(),
  limit_groups_json: z.string(),
  sku_benefits_json: z.string(),
  percent_off: z.number(),
  trial_secs: z.number(),
  available_secs: z.number(),
  ends_at: z.number().nullable(),
  header: headerSchema,
  discount_header: z.string(),
});
const definedCoupon = couponSchema.omit({ applied_ts: true, redeemed_ts: true });

/** Returns a group by its id, or null. */
export async function findGroup(db: D1Database, groupId: string): Promise<GroupDefinition | null> {
  const found = await db.prepare('SELECT * FROM benefit_group WHERE group_id = ?').bind(groupId).first();
  return found === null ? null : toGroup(found);
}

/** Returns the coupon of an upper-case code with its group, or null if unknown. Needs one database round trip. */
export async function findCoupon(db: D1Database, code: string): Promise<CouponDefinition | null> {
  const byCode = 'coupon_code JOIN coupon USING (coupon_group_id)';
  const [coupons, groups] = await db.batch([
    db.prepare(`SELECT * FROM ${byCode} WHERE code = ?`).bind(code),
    db.prepare(`SELECT benefit_group.* FROM ${byCode} JOIN benefit_group USING (group_id) WHERE code = ?`).bind(code),
  ]);
  const [found] = coupons?.results ?? [];
  if (found === undefined) return null;
  const row = couponRow.parse(found);
  const coupon = definedCoupon.parse({
    coupon: row.code,
    group_id: row.group_id,
    coupon_group_id: row.coupon_group_id,
    coupon_benefits: {
      limit_skus: JSON.parse(row.limit_skus_json),
      limit_groups: JSON.parse(row.limit_groups_json),
      sku_benefits: JSON.parse(row.sku_benefits_json),
      stripe_percent_off: row.percent_off,
      trial_secs: row.trial_secs,
    },
    available_secs: row.available_secs,
    workflow: row.workflow,
    discount_header: row.discount_header,
    scopes: JSON.parse(row.scopes_json),
  });
  return { coupon, header: row.header, endsAt: row.ends_at, group: toGroup(groups?.results[0]) };
}

const partnerRow = z.object({ name: z.string(), testimonials_json: z.string() });

/** Returns what the operator entered about the partner of a coupon group, or null. */
export async function findPartner(db: D1Database, couponGroupId: string): Promise<Partner | null> {
  const found = await db.prepare('SELECT name, testimonials_json FROM partner WHERE coupon_group_id = ?').bind(couponGroupId).first();
  if (found === null) return null;
  const { name, testimonials_json } = partnerRow.parse(found);
  return partnerSchema.parse({ name, testimonials: JSON.parse(testimonials_json) });
}

/** Stores the partner of a coupon group, or removes it with null. Returns false if there is no such coupon group. */
export async function putPartner(db: D1Database, couponGroupId: string, partner: Partner | null): Promise<boolean> {
  const isKnown = (await db.prepare('SELECT 1 FROM coupon WHERE coupon_group_id = ?').bind(couponGroupId).first()) !== null;
  if (!isKnown) return false;
  if (partner === null) await db.prepare('DELETE FROM partner WHERE coupon_group_id = ?').bind(couponGroupId).run();
  else
    await db
      .prepare('INSERT OR REPLACE INTO partner (coupon_group_id, name, testimonials_json) VALUES (?, ?, ?)')
      .bind(couponGroupId, partner.name, JSON.stringify(partner.testimonials))
      .run();
  return true;
}

function toGroup(found: unknown): GroupDefinition {
  const row = groupRow.parse(found);
  const { group_id, workflow } = row;
  const group = groupSchema.parse({ group_id, workflow, allow_signup: row.allow_signup === 1, scopes: JSON.parse(row.scopes_json) });
  return { group, header: row.header, percentOff: row.percent_off, trialSecs: row.trial_secs };
}
