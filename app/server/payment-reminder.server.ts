import { formatDate } from '#app/features/shell/time/times';
import type { AccountWire } from '#app/wire/account';
import type { PaymentReminder } from './account.server';
import { formatsOf, i18n } from './i18n.server';

/** Returns the reminder of a failed payment for every page, in the language of the request; null without one. */
export async function writePaymentReminder(request: Request, { payment_due, time_zone }: AccountWire): Promise<PaymentReminder | null> {
  if (payment_due == null) return null;
  const t = await i18n.getFixedT(request);
  const at = payment_due.next_attempt_ts;
  const date = at === null ? '' : formatDate(t, at, time_zone, Date.now(), formatsOf(request));
  return { text: at === null ? t('plans.reminder_last') : t('plans.reminder', { date }), link: t('plans.change_card') };
}
