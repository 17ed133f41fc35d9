import { BILLING_CYCLES, type BillingCycle } from './billing.ts';

/** The tiers with a promo page, and their names, which no language translates (A11). */
export const PROMO_TIERS = { plus: 'Plus', premium: 'Premium', premium_plus: 'Premium+' } as const;
export type PromoTier = keyof typeof PROMO_TIERS;

/** The billing cycle of a promo page whose address names none (2.6.12). */
export const DEFAULT_PROMO_CYCLE: BillingCycle = 'annual';

/** The plan that a promo page sells. */
export type PromoChoice = { tier: PromoTier; cycle: BillingCycle };

/**
 * Reads the plan from what follows `/promo/` and from the query (A37): `{tier}/{cycle}`, or `?tier=&cycle=`. Ignores deeper segments. An
 * unknown cycle is annual. Null without a valid tier.
 */
export function readPromoChoice(path: string, query: { get(name: string): string | null }): PromoChoice | null {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '');
  const tier = first === '' ? (query.get('tier') ?? '') : first;
  const cycle = second === '' ? query.get('cycle') : second;
  if (!isPromoTier(tier)) return null;
  return { tier, cycle: BILLING_CYCLES.find((known) => known === cycle) ?? DEFAULT_PROMO_CYCLE };
}

/** Returns the path of a promo page. */
export function promoPath({ tier, cycle }: PromoChoice): string {
  return `/promo/${tier}/${cycle}`;
}

function isPromoTier(text: string): text is PromoTier {
  return Object.hasOwn(PROMO_TIERS, text);
}
