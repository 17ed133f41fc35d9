import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Instant, TimeZone } from '#app/domain/time';
import { toAccountState } from '#app/server/account.server';
import { attempt, newFormToken, readForm, replyInvalid, textOf, toIdempotencyKey } from '#app/server/form.server';
import { formAction } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { allowStripe } from '#app/server/stripe-sources.server';
import { getPurchaseInfo, putPaymentSource } from '#app/wire/billing';
import { isExternal, PLANS_PATH, type PlanFacts, type StoredCard } from '../plan-facts';
import { refusePlanForm, refuseWithoutToken } from '../plan-messages.server';
import { loadPlanFacts } from '../plans.server';
import { readCard } from './card-check';
import { leadBackAfterCard } from './due-message.server';
import { type DueOutcome, toDueOutcome } from './due-outcome.server';
import { openCheckout, toNonce } from './payment.server';

/** What the page for another card shows. `due`: what the new card is charged at once. */
export type CardPageData = {
  card: StoredCard | null;
  due: PlanFacts['due'];
  provider: 'stripe' | 'sandbox';
  zone: TimeZone;
  now: Instant;
};

/** @throws a redirect to the plan if an app store charges for it, or if plans are not sold here */
export async function loadCardPage(context: AppLoadContext, parent: Parent) {
  const now: Instant = Date.now();
  const plan = await loadPlanFacts(context, parent, now);
  if (isExternal(plan)) throw redirect(`${PLANS_PATH}/external`);
  if (plan.provider === null) throw redirect(PLANS_PATH);
  if (plan.provider === 'stripe') allowStripe(context);
  const page: CardPageData = { card: plan.card, due: plan.due, provider: plan.provider, zone: plan.zone, now };
  const { seq, isFull } = parent.account;
  return { page, formToken: newFormToken(), accountState: { ...toAccountState(parent.account, now), paymentDue: null }, seq, isFull };
}

/** Replaces the card by a test card, or leads to the provider’s form. */
export async function answerCardForm(request: Request, context: AppLoadContext, parent: Parent) {
  const form = await readForm(request);
  const refused = refuseWithoutToken(form);
  if (refused !== null) return refused;
  if (form.intent !== 'card') return openCheckout(parent, form, { sku: null });
  const card = readCard(form.fields, Date.now(), toNonce(await toIdempotencyKey(form)));
  if ('result' in card) return replyInvalid(form, { lastResult: card.result });
  return formAction(form, {
    call: (idempotencyKey) => parent.api.call(putPaymentSource, { query: {}, body: { token: card.token } }, { idempotencyKey }),
    done: async () => leadBackAfterCard({ request, context, parent }, await readOutcome(parent, textOf(form.fields, 'invoice'))),
    failed: (failure) => refusePlanForm(form, failure, 'plans.unknown_change'),
  });
}

/** Returns what became of the invoice that the form showed. A failed read says nothing about it; the plan’s page reads it again. */
async function readOutcome({ api }: Parent, invoiceId: string): Promise<DueOutcome> {
  if (invoiceId === '') return { kind: 'none' };
  const read = await attempt(() => api.call(getPurchaseInfo, { query: { query: 'summary' }, body: undefined }));
  return read.kind === 'done' ? toDueOutcome(read.value.summary, invoiceId) : { kind: 'none' };
}
