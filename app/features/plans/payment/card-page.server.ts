import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Instant } from '#app/domain/time';
import { toAccountState } from '#app/server/account.server';
import { newFormToken, readForm, replyInvalid, toIdempotencyKey } from '#app/server/form.server';
import { formAction, redirectWithMessage } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { i18n } from '#app/server/i18n.server';
import { allowStripe } from '#app/server/stripe-sources.server';
import { putPaymentSource } from '#app/wire/billing';
import { isExternal, PLANS_PATH, type StoredCard } from '../plan-facts';
import { refusePlanForm } from '../plan-messages.server';
import { loadPlanFacts } from '../plans.server';
import { readCard } from './card-check';
import { openCheckout, toNonce } from './payment.server';

/** What the page for another card shows. `isDue`: the new card is charged at once. */
export type CardPageData = { card: StoredCard | null; isDue: boolean; provider: 'stripe' | 'sandbox' };

/** @throws a redirect to the plan if an app store charges for it, or if plans are not sold here */
export async function loadCardPage(context: AppLoadContext, parent: Parent) {
  const now: Instant = Date.now();
  const plan = await loadPlanFacts(context, parent, now);
  if (isExternal(plan)) throw redirect(`${PLANS_PATH}/external`);
  if (plan.provider === null) throw redirect(PLANS_PATH);
  if (plan.provider === 'stripe') allowStripe(context);
  const page: CardPageData = { card: plan.card, isDue: plan.term.kind === 'past_due', provider: plan.provider };
  const { seq, isFull } = parent.account;
  return { page, formToken: newFormToken(), accountState: { ...toAccountState(parent.account, now), paymentDue: null }, seq, isFull };
}

/** Replaces the card by a test card, or leads to the provider’s form. */
export async function answerCardForm(request: Request, context: AppLoadContext, parent: Parent) {
  const form = await readForm(request);
  if (form.intent !== 'card') return openCheckout(parent, form, { sku: null });
  const card = readCard(form.fields, Date.now(), toNonce(await toIdempotencyKey(form)));
  if ('result' in card) return replyInvalid(form, { lastResult: card.result });
  return formAction(form, {
    call: (idempotencyKey) => parent.api.call(putPaymentSource, { query: {}, body: { token: card.token } }, { idempotencyKey }),
    async done() {
      const t = await i18n.getFixedT(request);
      return redirectWithMessage(context, PLANS_PATH, 'toast.text', { params: { text: t('plans.done_card') } });
    },
    failed: (failure) => refusePlanForm(form, failure, 'plans.unknown_change'),
  });
}
