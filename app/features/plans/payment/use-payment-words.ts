import type { Clock } from '#app/features/shell/time/use-clock';
import { usePlanWords } from '../use-plan-words';
import type { PaymentPageData } from './payment.server';

/** Returns the text of the button that pays, and what the parent agrees to with it. */
export function usePaymentWords({ offer, isTrial, steps, now }: PaymentPageData, clock: Clock): { label: string; terms: string } {
  const { t, money, trial } = usePlanWords(clock);
  const price = money(offer.netPrice);
  const dateOf = (step: PaymentPageData['steps'][number] | undefined) => clock.date(step?.at ?? now);
  if (!isTrial) return { label: t('plans.pay', { price }), terms: t('plans.terms_paid', { price, date: dateOf(steps.at(-1)) }) };
  const first = steps.find(({ kind }) => kind === 'first');
  return { label: t('plans.start_free', { span: trial(offer.trialDays) }), terms: t('plans.terms_trial', { price, date: dateOf(first) }) };
}
