import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { type PromoChoice, promoPath, readPromoChoice } from '#app/domain/promo';
import { externalLinks } from '#app/server/external-links.server';
import { newFormToken } from '#app/server/form.server';
import { languageOf } from '#app/server/i18n.server';
import { openVisit, readVisit } from '#app/server/landing.server';
import { priceWriter } from '#app/server/price-text.server';
import { redirectToNext, rememberPath } from '#app/server/redirect.server';
import { guessTimeZone } from '#app/server/start-session.server';
import { skuDefinitionSchema } from '#app/wire/subscription';
import { type PromoPlan, type PromoView, toPromoView } from './promo-view';

const catalogueSchema = z.object({ skus: z.array(skuDefinitionSchema) });

/** The plan of a promo page, and the same plan with the other billing cycle. */
export type PromoPlans = { choice: PromoChoice; plan: PromoPlan; other: PromoPlan | null };

/**
 * Returns the plan that the address of a promo page names, from the public catalog (A115).
 * @throws Response a redirect to / without a valid tier (2.6.12), or 503 if the API does not respond
 */
export async function requirePromoPlans(request: Request, context: AppLoadContext, path: string): Promise<PromoPlans> {
  const choice = readPromoChoice(path, new URL(request.url).searchParams);
  if (choice === null) throw redirectToNext(context, '/');
  const ofTier = (await readPlans(context)).filter(({ tier }) => tier === choice.tier);
  const plan = ofTier.find(({ cycle }) => cycle === choice.cycle);
  if (plan === undefined) throw redirectToNext(context, '/');
  const other = ofTier.find(({ cycle, isSold }) => cycle !== choice.cycle && isSold);
  return { choice, plan, other: other ?? null };
}

/** Loads the promo page of a visitor. Keeps the visit’s offer for the sign-up, and this page for after it (A37). */
export async function loadVisitorPromo(
  request: Request,
  context: AppLoadContext,
  plans: PromoPlans,
): Promise<{ view: PromoView; trouble: 'closed' | 'coupon' | null }> {
  const { searchParams } = new URL(request.url);
  const { header, trouble, promo } = await openVisit(request, context, readVisit(request, searchParams.get('group') ?? undefined));
  await rememberPath(request, context, promoPath(plans.choice));
  const view = toPromoView(plans, plans.choice, { promo, header }, { ...readerOf(request), isEligible: true });
  return { view, trouble };
}

/** Returns what each promo page needs besides its view. `zone`: for the dates of a visitor. */
export function promoSurroundings(context: AppLoadContext) {
  return { zone: guessTimeZone(context), now: Date.now(), formToken: newFormToken(), links: externalLinks(context) };
}

/** Returns how this reader’s page writes prices and chooses testimonials. */
export function readerOf(request: Request) {
  return { write: priceWriter(request), language: languageOf(request), now: Date.now() };
}

async function readPlans({ env }: AppLoadContext): Promise<Array<PromoPlan & { tier: string }>> {
  const read = () => Promise.all([env.INTERNAL.catalogue(), env.INTERNAL.sellsPlans()]);
  const [catalogue, isSelling] = await read().catch((error: unknown) => {
    console.warn(JSON.stringify({ level: 'warn', message: 'the catalog did not respond', cause: String(error) }));
    throw new Response(null, { status: 503 });
  });
  return catalogueSchema.parse(catalogue).skus.flatMap(({ sku, tier, billing_cycle, price_usd, trial_days, purchasable_with, limits }) => {
    if (billing_cycle === null) return [];
    return [
      {
        ...{ sku, tier, cycle: billing_cycle, price: price_usd, trialDays: trial_days, devices: limits.devices_per_account },
        hasDailyLimit: limits.allowance === 'on',
        locatorDays: limits.geolocation === 'on' ? limits.geolocation_days : 0,
        isSold: isSelling && purchasable_with.includes('stripe'),
      },
    ];
  });
}
