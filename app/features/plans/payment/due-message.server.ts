import type { AppLoadContext } from '@remix-run/cloudflare';
import { formatDate } from '#app/features/shell/time/times';
import { redirectWithMessage } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { formatsOf, i18n } from '#app/server/i18n.server';
import { formatMoney } from '../money';
import { PLANS_PATH } from '../plan-facts';
import type { DueOutcome } from './due-outcome.server';

type Visit = { request: Request; context: AppLoadContext; parent: Parent };

/** Leads to the plan after a change of the card, and says what became of the payment that was past due. */
export async function leadBackAfterCard({ request, context, parent }: Visit, outcome: DueOutcome) {
  const t = await i18n.getFixedT(request);
  const formats = formatsOf(request);
  const lead = (text: string, tone: 'good' | 'bad' = 'good') =>
    redirectWithMessage(context, PLANS_PATH, 'toast.text', { params: { text }, tone });
  if (outcome.kind === 'none') return lead(t('plans.done_card'));
  const price = formatMoney(t, outcome.amount, formats);
  if (outcome.kind !== 'declined')
    return lead(t(`plans.done_card_${outcome.kind}`, { price }), outcome.kind === 'unknown' ? 'bad' : 'good');
  const reason = t(`plans.reason_${outcome.reason}`);
  if (outcome.nextAttemptAt === null) return lead(t('plans.done_card_declined_last', { reason }), 'bad');
  const date = formatDate(t, outcome.nextAttemptAt, parent.account.timeZone, Date.now(), formats);
  return lead(t('plans.done_card_declined', { reason, date }), 'bad');
}

/** Leads to the plan after a payment that the parent’s bank confirmed. */
export async function leadBackAfterPayment({ request, context }: Visit, { amount, tier }: { amount: number; tier: string }) {
  const t = await i18n.getFixedT(request);
  const text = t('plans.done_paid', { price: formatMoney(t, amount, formatsOf(request)), plan: t(`plans.tier_${tier}`) });
  return redirectWithMessage(context, PLANS_PATH, 'toast.text', { params: { text } });
}
