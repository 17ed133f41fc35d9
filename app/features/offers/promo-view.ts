import type { BillingCycle } from '#app/domain/billing';
import type { OfferHeader, Promo } from '#app/domain/offer';
import { chooseTestimonials, type Partner } from '#app/domain/partner';
import type { LimitValue } from '#app/domain/plan';
import { type Benefits, bestBenefits, discountedPrice, monthlyPrice, trialDaysOf, trialLength } from '#app/domain/price';
import { type PromoChoice, promoPath } from '#app/domain/promo';
import type { Instant } from '#app/domain/time';

const DAY_MS = 86_400_000;

/** A plan as a promo page needs it. `price` in US cents per cycle. */
export type PromoPlan = {
  sku: string;
  cycle: BillingCycle;
  price: number;
  trialDays: number;
  devices: LimitValue;
  hasDailyLimit: boolean;
  /** Days of the locator’s history; 0 without a locator. */
  locatorDays: number;
  /** Screenshots: automatic ones, or the number that can be requested per month; null without any. */
  screenshots: 'automatic' | LimitValue | null;
  /** False if nobody can buy the plan here now. */
  isSold: boolean;
};

/** What a promo page shows. Prices in US cents. */
export type PromoView = {
  choice: PromoChoice;
  plan: Pick<PromoPlan, 'sku' | 'devices' | 'hasDailyLimit' | 'locatorDays' | 'screenshots' | 'isSold'>;
  /** `now`: per cycle, after the discount; `full`: before it. */
  price: { now: number; full: number; perMonth: number };
  /** Null without a trial. `endsAt`: when the first payment is due if the trial starts now. */
  trial: { unit: 'days' | 'months'; amount: number; endsAt: Instant } | null;
  /** The same plan with the other billing cycle. */
  other: { path: string; perMonth: number } | null;
  header: OfferHeader | null;
  /** Null if the visit’s coupon belongs to no affiliate, or is not for this plan (6.1.8). */
  affiliate: { partner: Partner | null } | null;
  endsAt: Instant | null;
};

/**
 * Returns what the promo page of a plan shows (9.1.5). `promo`: what the visitor or the account brings; null for nothing. `header`: the
 * headline of that offer. `isEligible`: a trial may be offered.
 */
export function toPromoView(
  { plan, other }: { plan: PromoPlan; other: PromoPlan | null },
  choice: PromoChoice,
  { promo, header }: { promo: Promo | null; header: OfferHeader | null },
  { language, now, isEligible }: { language: string; now: Instant; isEligible: boolean },
): PromoView {
  const offers = [promo?.coupon ?? null, promo?.group ?? null].filter((offer) => offer !== null);
  const { percentOff, trialSecs } = bestBenefits(plan.sku, offers);
  const isForPlan = promo?.coupon == null || promo.coupon.limitSkus.length === 0 || promo.coupon.limitSkus.includes(plan.sku);
  const price = discountedPrice(plan.sku, plan.price, { percentOff, limitSkus: [] });
  const days = isEligible && plan.trialDays > 0 ? trialDaysOf(plan.trialDays, trialSecs) : 0;
  return {
    choice,
    plan,
    price: { now: price, full: plan.price, perMonth: monthlyPrice(price, plan.cycle) },
    trial: days === 0 ? null : { ...trialLength(days), endsAt: now + days * DAY_MS },
    other: other === null ? null : describeOther(other, choice, offers),
    header: isForPlan ? header : null,
    affiliate: isForPlan ? toAffiliate(promo, language) : null,
    endsAt: isForPlan ? (promo?.endsAt ?? null) : null,
  };
}

function describeOther(other: PromoPlan, choice: PromoChoice, offers: ReadonlyArray<Benefits>): PromoView['other'] {
  const { percentOff } = bestBenefits(other.sku, offers);
  const price = discountedPrice(other.sku, other.price, { percentOff, limitSkus: [] });
  return { path: promoPath({ tier: choice.tier, cycle: other.cycle }), perMonth: monthlyPrice(price, other.cycle) };
}

function toAffiliate(promo: Promo | null, language: string): PromoView['affiliate'] {
  if (promo === null || promo.affiliate === null) return null;
  const { partner } = promo.affiliate;
  return { partner: partner === null ? null : { ...partner, testimonials: chooseTestimonials(partner, language) } };
}
