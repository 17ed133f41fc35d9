import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { type PaymentStep, toPaymentSteps } from '#app/domain/payment-steps';
import type { Instant, TimeZone } from '#app/domain/time';
import { toAccountState } from '#app/server/account.server';
import {
  attempt,
  formMessage,
  newFormToken,
  readForm,
  replyInvalid,
  type SubmittedForm,
  textOf,
  toIdempotencyKey,
} from '#app/server/form.server';
import { type FormAnswer, formAction, redirectWithMessage, replyFailure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { i18n } from '#app/server/i18n.server';
import { allowStripe } from '#app/server/stripe-sources.server';
import { createCheckout, type PurchaseInfoWire, purchase } from '#app/wire/billing';
import { findOffer, isExternal, isPaidHere, PLANS_PATH, type PlanFacts, type PlanOffer } from '../plan-facts';
import { refusePlanForm, refuseWithoutToken } from '../plan-messages.server';
import { takeBack } from '../plan-visit.server';
import { loadPlanFacts } from '../plans.server';
import { readCard } from './card-check';

/** What the payment step shows. `shown` goes back with the form: another price, coupon or trial is then not charged. */
export type PaymentPageData = {
  offer: PlanOffer;
  isTrial: boolean;
  coupon: string | null;
  steps: Array<PaymentStep>;
  shown: string;
  provider: 'stripe' | 'sandbox';
  zone: TimeZone;
  now: Instant;
};

type PaymentForm = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm };

/** Loads the payment step for `?sku=`, or `?tier=` and `?cycle=`. `trial=no` is a purchase without the trial. */
export async function loadPaymentPage(request: Request, context: AppLoadContext, parent: Parent) {
  const query = new URL(request.url).searchParams;
  const now = Date.now();
  const plan = await loadPlanFacts(context, parent, now);
  const offer = plan.offers.find(({ sku }) => sku === query.get('sku')) ?? findOffer(plan.offers, query.get('tier'), query.get('cycle'));
  if (isExternal(plan)) throw redirect(`${PLANS_PATH}/external`);
  if (offer === null || plan.provider === null) throw redirect(PLANS_PATH);
  if (isPaidHere(plan)) throw redirect(`${PLANS_PATH}/change?sku=${offer.sku}`);
  const page = toPaymentPage(context, { ...plan, provider: plan.provider }, offer, query.get('trial') !== 'no');
  const { seq, isFull } = parent.account;
  return { page, formToken: newFormToken(), accountState: toAccountState(parent.account, now), seq, isFull };
}

/** Returns the payment step of an offer. Lets the page show Stripe’s form if Stripe takes the payment. */
export function toPaymentPage(
  context: AppLoadContext,
  plan: PlanFacts & { provider: PaymentPageData['provider'] },
  offer: PlanOffer,
  wantsTrial: boolean,
): PaymentPageData {
  if (plan.provider === 'stripe') allowStripe(context);
  return { ...toOrder(plan, offer, wantsTrial), provider: plan.provider, zone: plan.zone, now: plan.now };
}

function toOrder({ coupon, now }: PlanFacts, offer: PlanOffer, wantsTrial: boolean) {
  const isTrial = wantsTrial && offer.trialDays > 0;
  const trialDays = isTrial ? offer.trialDays : 0;
  const used = offer.percentOff > 0 || trialDays > 0 ? coupon : null;
  const shown = JSON.stringify([offer.sku, offer.netPrice, trialDays, used]);
  return { offer, isTrial, coupon: used, steps: toPaymentSteps({ ...offer, trialDays }, now), shown };
}

/** Handles the forms of the payment step. A purchase is never sent twice by itself; the same form, sent again, buys once. */
export async function answerPaymentForm(request: Request, context: AppLoadContext, parent: Parent) {
  const form = await readForm(request);
  const refused = refuseWithoutToken(form);
  if (refused !== null) return refused;
  const paymentForm = { request, context, parent, form };
  const sku = textOf(form.fields, 'sku');
  const read = await attempt(() => loadPlanFacts(context, parent, Date.now()));
  // Nothing has been sent to the provider yet.
  if (read.kind !== 'done') return replyFailure(form, read);
  const plan = read.value;
  if (plan.sku === sku && isPaidHere(plan)) return redirect(PLANS_PATH);
  const offer = plan.offers.find((known) => known.sku === sku) ?? null;
  const order = offer === null ? null : toOrder(plan, offer, textOf(form.fields, 'trial') !== 'no');
  if (order === null || order.shown !== textOf(form.fields, 'shown')) {
    const again = { ...form, token: newFormToken() };
    return replyInvalid(again, { notice: formMessage('plans.price_changed', {}, { to: addressOf(sku), key: 'plans.see_price' }) });
  }
  return form.intent === 'pay' ? pay(paymentForm, order) : checkOut(paymentForm, order);
}

function addressOf(sku: string): string {
  return `${PLANS_PATH}/pay?${new URLSearchParams({ sku })}`;
}

type Order = ReturnType<typeof toOrder>;

/** Buys with a test card (POST /purchase). */
async function pay(paymentForm: PaymentForm, { offer, isTrial, coupon }: Order): Promise<FormAnswer> {
  const { parent, form } = paymentForm;
  const card = readCard(form.fields, Date.now(), toNonce(await toIdempotencyKey(form)));
  if ('result' in card) return replyInvalid(form, { lastResult: card.result });
  const common = { email: parent.account.email, sku: offer.sku, source: 'WEB_PARENT', token: card.token, price_uscent: offer.price };
  const body = [{ ...common, trial: isTrial, ...(coupon === null ? {} : { coupon }) }];
  return formAction(form, {
    call: (idempotencyKey) => parent.api.call(purchase, { query: {}, body }, { idempotencyKey }),
    done: (info) => finishPurchase(paymentForm, info, offer),
    failed: (failure) => refusePlanForm(form, failure, 'plans.unknown_payment'),
  });
}

/** Returns 64 letters for a token. The same form gives the same letters, so the same card is charged once. */
export function toNonce(idempotencyKey: string): string {
  return [...idempotencyKey].map((digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? '').join('');
}

/** Leads back after a purchase. One that waits for the bank leads to the plan, which links to the bank’s page. */
async function finishPurchase(paymentForm: PaymentForm, info: PurchaseInfoWire | null, { sku, tier }: PlanOffer): Promise<FormAnswer> {
  if (info === null || info.sku_id !== sku) return redirect(PLANS_PATH);
  return leadBackAfterPurchase(paymentForm, { tier, isTrial: info.summary?.term.kind === 'trial' });
}

/** Returns to the page that asked for the plan, else to the plan, and says what the account has now. */
export async function leadBackAfterPurchase(
  { request, context, parent }: Pick<PaymentForm, 'request' | 'context' | 'parent'>,
  { tier, isTrial }: { tier: string; isTrial: boolean },
): Promise<FormAnswer> {
  const back = await takeBack(request, context, parent.account.id);
  const t = await i18n.getFixedT(request);
  const text = t(isTrial ? 'plans.done_trial' : 'plans.done_started', { plan: t(`plans.tier_${tier}`) });
  return redirectWithMessage(context, back ?? PLANS_PATH, 'toast.text', { params: { text } });
}

/** Opens a checkout at the provider: its own page (303), or for `elements` what its form on our page needs. */
async function checkOut({ parent, form }: PaymentForm, { offer, isTrial, coupon }: Order) {
  const order = { sku: offer.sku, price_uscent: offer.price, trial: isTrial, ...(coupon === null ? {} : { coupon }) };
  return openCheckout(parent, form, order);
}

/**
 * Opens a checkout for an order, or with `sku: null` for a new card. Returns a redirect to the provider's page, what the card form on our
 * page needs, or the form with a message.
 */
export async function openCheckout(
  { api }: Parent,
  form: SubmittedForm,
  order: { sku: string | null; price_uscent?: number; trial?: boolean; coupon?: string },
) {
  const ui = form.intent === 'elements' ? 'elements' : 'hosted';
  const idempotencyKey = await toIdempotencyKey(form);
  const outcome = await attempt(() => api.call(createCheckout, { query: {}, body: { ...order, ui } }, { idempotencyKey }));
  if (outcome.kind !== 'done') return refusePlanForm(form, outcome, 'plans.unknown_payment');
  const { checkout_id, client_secret: clientSecret, publishable_key: publishableKey, url } = outcome.value;
  if (url !== null) return redirect(url, 303);
  if (clientSecret === null || publishableKey === null) return replyInvalid(form, { notice: formMessage('plans.not_offered') });
  return { checkout: { clientSecret, publishableKey, returnUrl: `${PLANS_PATH}/return?checkout=${checkout_id}` } };
}
