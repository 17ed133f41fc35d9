import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { headerOf, type Promo, toCode } from '#app/domain/offer';
import type { Entitlements, Sku } from '#app/domain/plan';
import { type PromoChoice, promoPath, readPromoChoice } from '#app/domain/promo';
import { includesMonitoring } from '#app/domain/sample-config';
import type { Instant } from '#app/domain/time';
import { toPaymentPage } from '#app/features/plans/payment/payment.server';
import { loadPlanFacts, PLAN_READS } from '#app/features/plans/plans.server';
import { externalLinks } from '#app/server/external-links.server';
import { newFormToken } from '#app/server/form.server';
import { type Parent, requireParent } from '#app/server/guards.server';
import { languageOf } from '#app/server/i18n.server';
import { openVisit, readVisit } from '#app/server/landing.server';
import { answersSignedIn } from '#app/server/other-account.server';
import { redirectToNext, rememberPath } from '#app/server/redirect.server';
import { readSession } from '#app/server/session.server';
import { guessTimeZone } from '#app/server/start-session.server';
import { fromWireLimits, skuDefinitionSchema } from '#app/wire/subscription';
import { type PromoPlan, type PromoView, toPromoView } from './promo-view';

const catalogueSchema = z.object({ skus: z.array(skuDefinitionSchema) });

/** The plan of a promo page, and the same plan with the other billing cycle. */
type PromoPlans = { choice: PromoChoice; plan: PromoPlan; other: PromoPlan | null };

/**
 * Returns the plan that the address of a promo page names, from the public catalog (A115).
 * @throws Response a redirect to / without a valid tier (2.6.12), or 503 if the API does not respond
 */
async function requirePromoPlans(request: Request, context: AppLoadContext, path: string): Promise<PromoPlans> {
  const choice = readPromoChoice(path, new URL(request.url).searchParams);
  if (choice === null) throw redirectToNext(context, '/');
  const ofTier = (await readPlans(context)).filter(({ tier }) => tier === choice.tier);
  const plan = ofTier.find(({ cycle }) => cycle === choice.cycle);
  if (plan === undefined) throw redirectToNext(context, '/');
  const other = ofTier.find(({ cycle, isSold }) => cycle !== choice.cycle && isSold);
  return { choice, plan, other: other ?? null };
}

/** Loads the promo page that the address names, for a visitor or for a logged-in parent. */
export async function loadPromoPage(request: Request, context: AppLoadContext, path: string) {
  const plans = await requirePromoPlans(request, context, path);
  const shared = { formToken: newFormToken(), links: externalLinks(context), now: Date.now() };
  const isVisitor = answersSignedIn(context) || (await readSession(request, context)) === null;
  if (isVisitor)
    return { kind: 'visitor' as const, ...shared, zone: guessTimeZone(context), ...(await loadVisitorPromo(request, context, plans)) };
  const parent = await requireParent(request, context, PLAN_READS);
  return { kind: 'parent' as const, ...shared, zone: parent.account.timeZone, ...(await loadParentPromo(request, context, plans, parent)) };
}

/** Loads the promo page of a visitor. Keeps the visit’s offer for the sign-up, and this page for after it (A37). */
async function loadVisitorPromo(
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

/**
 * Loads the promo page of a logged-in parent. `payment`: the payment step; null if the parent can’t buy the plan here. A coupon in the address
 * counts only if the account has it, because coupons are claimed at sign-up.
 */
async function loadParentPromo(request: Request, context: AppLoadContext, plans: PromoPlans, parent: Parent) {
  const now = Date.now();
  const facts = await loadPlanFacts(context, parent, now);
  const { coupon: code, benefits, provider } = facts;
  const affiliate = code === null ? null : await context.env.INTERNAL.affiliate(code);
  const promo: Promo = { ...benefits, affiliate, endsAt: null };
  const header = benefits.coupon === null ? null : headerOf(benefits.coupon);
  const reader = { ...readerOf(request), isEligible: facts.isTrialEligible };
  const view = toPromoView(plans, plans.choice, { promo, header }, reader);
  const offer = facts.offers.find(({ sku }) => sku === plans.plan.sku) ?? null;
  const isPaying = parent.account.skus.some((sku) => isPaid(sku, now));
  const canBuy = plans.plan.isSold && offer !== null && provider !== null && !isPaying;
  const asked = new URL(request.url).searchParams.get('coupon')?.trim() ?? '';
  return {
    view,
    isPaying,
    isForNewAccounts: canBuy && asked !== '' && toCode(asked) !== code,
    payment: canBuy ? toPaymentPage(context, { ...facts, provider }, offer, true) : null,
  };
}

/** True for a plan that is paid by card here or through an app store. */
function isPaid({ source, expiresAt }: Sku, now: Instant): boolean {
  return source !== null && source !== 'operator' && (expiresAt === null || expiresAt > now);
}

function readerOf(request: Request) {
  return { language: languageOf(request), now: Date.now() };
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
        screenshots: toScreenshots({ tier, limits: fromWireLimits(limits) }),
        locatorDays: limits.geolocation === 'on' ? limits.geolocation_days : 0,
        isSold: isSelling && purchasable_with.includes('stripe'),
      },
    ];
  });
}

function toScreenshots(plan: Entitlements): PromoPlan['screenshots'] {
  if (includesMonitoring(plan)) return 'automatic';
  const { sampling, samplesOnDemandPerMonth: count } = plan.limits;
  return sampling === 'off' || count === 0 ? null : count;
}
