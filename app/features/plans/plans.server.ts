import type { AppLoadContext } from '@remix-run/cloudflare';
import * as z from 'zod';
import { canDowngrade, changeOf } from '#app/domain/billing';
import { addPeriods } from '#app/domain/billing-period';
import { type Limits, type Sku, sortSkus, TIER_LIMITS } from '#app/domain/plan';
import { type Benefits, bestBenefits, type Discount, discountedPrice, percentAfterChange, trialDaysOf } from '#app/domain/price';
import { PICKER_TIERS } from '#app/domain/subscription-view';
import type { Instant } from '#app/domain/time';
import { type Read, toRead } from '#app/server/api.server';
import type { Parent } from '#app/server/guards.server';
import { type CardWire, getPurchaseInfo, listPaymentSources, type PurchaseInfoWire } from '#app/wire/billing';
import { fromWireLimits, getSkus, type SkuDefinitionWire, skuDefinitionSchema } from '#app/wire/subscription';
import { toDeclineReason } from './decline-reason';
import { CONFIRM_PATH, type PlanFacts, type PlanOffer, type PlanReceipt, type PlanTerm, type StoredCard } from './plan-facts';

const INFO_QUERY = { query: 'summary' } as const;

/** The API reads that `loadPlanFacts` makes. The catalog does not come from a family, so it is not one of them. */
export const PLAN_READS: ReadonlyArray<Read> = [toRead(getPurchaseInfo, INFO_QUERY), toRead(listPaymentSources, {})];

type Summary = NonNullable<PurchaseInfoWire['summary']>;
type Wire = { info: PurchaseInfoWire; cards: Array<CardWire>; definitions: Array<SkuDefinitionWire> };

/** Loads what the pages about the plan show. */
export async function loadPlanFacts(context: AppLoadContext, parent: Parent, now: Instant): Promise<PlanFacts> {
  const { api } = parent;
  const [info, cards, definitions] = await Promise.all([
    api.call(getPurchaseInfo, { query: INFO_QUERY, body: undefined }),
    api.call(listPaymentSources, { query: {}, body: undefined }),
    listDefinitions(context, parent),
  ]);
  return toPlanFacts({ info, cards, definitions }, parent, now);
}

const catalogueSchema = z.object({ skus: z.array(skuDefinitionSchema) });

/** Returns the plans of the catalog, from the API that this browser uses. */
async function listDefinitions(context: AppLoadContext, { api, session }: Parent): Promise<Array<SkuDefinitionWire>> {
  if (session.endpoint !== undefined) return api.call(getSkus, { query: { defs: true }, body: undefined });
  return catalogueSchema.parse(await context.env.INTERNAL.catalogue()).skus;
}

function toPlanFacts({ info, cards, definitions }: Wire, { account }: Pick<Parent, 'account'>, now: Instant): PlanFacts {
  const { entitlements, skus, counts, deviceCount, children, timeZone } = account;
  const { summary } = info;
  const owned = skus.find(({ id }) => id === info.sku_id) ?? null;
  const source = summary?.source ?? owned?.source ?? null;
  const paid = source === 'stripe' ? (skus.find((own) => own.source === 'stripe') ?? null) : null;
  const beside = paid === null ? null : findBeside(skus, now);
  const sku = paid?.id ?? info.sku_id;
  const benefits = { coupon: toBenefits(summary?.discount ?? null), group: toBenefits(summary?.group_offer ?? null) };
  const own = toOwnPrice(summary);
  const offers = listOffers(definitions, benefits, info.is_trial_eligible).map((offer) =>
    own === null ? offer : toChangeOffer(offer, { own, sku, group: benefits.group }),
  );
  const terms = toTerm(summary, source);
  return {
    sku,
    tier: paid?.tier ?? entitlements.tier,
    cycle: summary?.billing_cycle ?? null,
    source,
    limits: entitlements.limits,
    freeLimits: limitsOf(definitions, beside?.id ?? 'free') ?? TIER_LIMITS.free,
    isTrialEligible: info.is_trial_eligible,
    ...terms,
    nextAmount: summary?.price_uscent ?? null,
    pendingChange: toPlanChange(summary?.pending_change ?? null, definitions),
    heldChange: toPlanChange(
      summary?.held_change ?? null,
      definitions.filter(({ purchasable_with }) => purchasable_with.includes('stripe')),
    ),
    nextAttemptAt: summary?.next_attempt_ts ?? null,
    due: toDue(summary?.due ?? null),
    confirmUrl: toConfirmUrl(summary?.confirm ?? null),
    canCancel: summary?.can_cancel ?? false,
    canUndoCancel: summary?.can_undo_cancel ?? false,
    beside: beside === null ? null : { tier: beside.tier },
    coupon: summary?.discount?.coupon ?? null,
    ownDiscount: own?.discount ?? null,
    benefits,
    offers,
    changes: canChange(source, terms.term) ? listChanges(definitions, sku, offers) : [],
    card: toCard(cards, now),
    receipts: (summary?.receipts ?? []).map((receipt) => toReceipt(receipt, definitions)),
    provider: summary?.provider ?? null,
    used: {
      ...{ blocks: counts.blocks, devices: deviceCount, children: children.length },
      ...{ schedules: summary?.usage.schedules ?? 0, screenshots: summary?.usage.on_demand ?? 0, stored: summary?.usage.samples ?? 0 },
    },
    resetsAt: counts.resetsAt,
    zone: timeZone,
    now,
  };
}

function toTerm(summary: Summary | undefined, source: Sku['source']): Pick<PlanFacts, 'term' | 'period'> {
  if (summary === undefined) return { term: { kind: 'none', at: null, isCanceled: false }, period: null };
  const { kind, at, is_canceled: isCanceled } = summary.term;
  const beganAt = summary.period_start_ts;
  const term = { kind, at, isCanceled };
  if (source !== 'stripe' || beganAt === null) return { term, period: null };
  const cycle = summary.billing_cycle ?? 'monthly';
  const nextAt = addPeriods(beganAt, 1, cycle);
  // The end of an unpaid period says nothing about access. The paid one before it and a period’s length are only the scale. After a trial,
  // no period was paid before.
  const hasPaid = summary.receipts.some(({ status, amount_uscent }) => status === 'paid' && amount_uscent > 0);
  const startedAt = hasPaid ? addPeriods(beganAt, -1, cycle) : beganAt;
  if (kind === 'past_due') return { term, period: { startedAt, unpaidSince: beganAt, endsAt: nextAt } };
  return { term, period: { startedAt: beganAt, unpaidSince: null, endsAt: at ?? nextAt } };
}

/** True if the plan can be changed now: paid by card here, not canceled, and without an open payment (A168). */
function canChange(source: Sku['source'], { kind, isCanceled }: PlanTerm): boolean {
  return source === 'stripe' && !isCanceled && (kind === 'paid' || kind === 'trial');
}

/** Returns the offers that the current plan can be changed to, as PUT /plan_change permits them (A48, A168). */
function listChanges(definitions: ReadonlyArray<SkuDefinitionWire>, sku: string, offers: ReadonlyArray<PlanOffer>): PlanFacts['changes'] {
  const current = definitions.find((definition) => definition.sku === sku);
  if (current === undefined) return [];
  const { limit_skus: targets, stripe_on_change: stripeOnChange } = current.details;
  const own = { source: 'stripe', tier: current.tier, cycle: current.billing_cycle, stripeOnChange } as const;
  return offers.flatMap((offer): PlanFacts['changes'] => {
    const direction = changeOf(own, offer);
    if (direction === 'same' || (targets.length > 0 && !targets.includes(offer.sku))) return [];
    return direction === 'downgrade' && !canDowngrade(own, offer) ? [] : [{ sku: offer.sku, direction }];
  });
}

function toPlanChange(change: Summary['pending_change'], definitions: ReadonlyArray<SkuDefinitionWire>): PlanFacts['pendingChange'] {
  const target = definitions.find(({ sku }) => sku === change?.sku);
  return change === null || target === undefined ? null : { tier: target.tier, cycle: target.billing_cycle, at: change.ts };
}

/** Returns the best current plan of a source other than the card, or null. */
function findBeside(skus: ReadonlyArray<Sku>, now: Instant): Sku | null {
  const others = skus.filter(({ source, tier }) => source !== 'stripe' && tier !== 'free');
  return sortSkus(others, now).find(({ expiresAt }) => expiresAt === null || expiresAt > now) ?? null;
}

/**
 * Returns the page on which the parent confirms a payment: ours if the provider’s script can ask there, else the provider’s. Null if nothing has to
 * be confirmed.
 */
export function toConfirmUrl(confirm: Summary['confirm']): string | null {
  if (confirm === null) return null;
  return confirm.client_secret !== null && confirm.publishable_key !== null ? CONFIRM_PATH : confirm.url;
}

function toReceipt(receipt: Summary['receipts'][number], definitions: ReadonlyArray<SkuDefinitionWire>): PlanReceipt {
  const { id, ts: at, kind, sku, period_start_ts, period_end_ts, amount_uscent: amount, refunded_uscent: refunded, status, url } = receipt;
  const plan = definitions.find((definition) => definition.sku === sku);
  return {
    ...{ id, at, kind, amount, refunded, status, url },
    plan: plan === undefined ? null : { tier: plan.tier, cycle: plan.billing_cycle },
    period: period_start_ts === null || period_end_ts === null ? null : { startsAt: period_start_ts, endsAt: period_end_ts },
  };
}

function toDue(due: Summary['due']): PlanFacts['due'] {
  if (due === null) return null;
  const { invoice_id: invoiceId, amount_uscent: amount, declined } = due;
  return { invoiceId, amount, reason: declined === null ? null : toDeclineReason(declined) };
}

function toBenefits(offer: { percent_off: number; trial_secs: number; limit_skus: Array<string> } | null): Benefits | null {
  return offer === null ? null : { percentOff: offer.percent_off, trialSecs: offer.trial_secs, limitSkus: offer.limit_skus };
}

/** Returns the offers of the picker’s tiers, with the account’s discount and trial, as a purchase applies them (A170, A171, A177). */
function listOffers(
  definitions: ReadonlyArray<SkuDefinitionWire>,
  { coupon, group }: PlanFacts['benefits'],
  isTrialEligible: boolean,
): Array<PlanOffer> {
  const given = [coupon, group].filter((offer) => offer !== null);
  return PICKER_TIERS.flatMap((tier) =>
    definitions.flatMap((definition): Array<PlanOffer> => {
      const { sku, billing_cycle: cycle, price_usd: price, trial_days: trialDays } = definition;
      if (definition.tier !== tier || cycle === null || !definition.purchasable_with.includes('stripe')) return [];
      const { percentOff, trialSecs } = bestBenefits(sku, given);
      return [
        {
          ...{ sku, tier, cycle, price },
          percentOff,
          netPrice: discountedPrice(sku, price, { percentOff, limitSkus: [] }),
          trialDays: isTrialEligible && trialDays > 0 ? trialDaysOf(trialDays, trialSecs) : 0,
          limits: fromWireLimits(definition.limits),
        },
      ];
    }),
  );
}

/** What the plan that is paid by card here costs, in US cents per cycle before its discount. */
type OwnPrice = { price: number; discount: Discount };

function toOwnPrice(summary: Summary | undefined): OwnPrice | null {
  const own = summary?.own_price ?? null;
  return own === null ? null : { price: own.full_uscent, discount: { percentOff: own.percent_off, limitSkus: own.limit_skus } };
}

/** Returns an offer with the price after a change to it (A192). The current plan has the price for which it was bought. */
function toChangeOffer(offer: PlanOffer, { own, sku, group }: { own: OwnPrice; sku: string; group: Benefits | null }): PlanOffer {
  const isOwn = offer.sku === sku;
  const price = isOwn ? own.price : offer.price;
  const percentOff = isOwn ? own.discount.percentOff : percentAfterChange(offer.sku, own.discount, group);
  return { ...offer, price, percentOff, netPrice: discountedPrice(offer.sku, price, { percentOff, limitSkus: [] }) };
}

function limitsOf(definitions: ReadonlyArray<SkuDefinitionWire>, sku: string): Limits | null {
  const found = definitions.find((definition) => definition.sku === sku);
  return found === undefined ? null : fromWireLimits(found.limits);
}

function toCard(cards: ReadonlyArray<CardWire>, now: Instant): StoredCard | null {
  const card = cards.find(({ is_default }) => is_default) ?? cards[0];
  if (card === undefined) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { brand, last4, expMonth, expYear, isExpired: Date.UTC(expYear, expMonth) <= now };
}
