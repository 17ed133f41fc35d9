import { Form } from '@remix-run/react';
import { CalendarX, ChevronRight, CreditCard, type LucideIcon, MailWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import type { AccountState } from '#app/server/account.server';
import { FormToken } from '../forms/form-token';
import { useRootFacts } from '../frame/root-facts';
import { useClock } from '../time/use-clock';

/** Reminders above a page: pending account deletion, failed payment and unconfirmed email address. */
export function Reminders({
  accountState: { deletion, paymentDue, verified },
}: {
  accountState: Omit<AccountState, 'unreadNotifications'>;
}) {
  return (
    <>
      {deletion === null ? null : <DeletionReminder {...deletion} />}
      {paymentDue ? <LinkReminder Icon={CreditCard} id="payment" state="paused" to="/subscription/card" {...paymentDue} /> : null}
      {verified ? null : <VerifyReminder />}
    </>
  );
}

/** Shows when the account will be deleted (S11), with a link to the page where the parent can cancel it. */
function DeletionReminder({ purgeAt, zone, now }: NonNullable<AccountState['deletion']>) {
  const { t } = useTranslation();
  const text = t('account.deletion_pending', { date: useClock(zone, now).date(purgeAt) });
  return <LinkReminder Icon={CalendarX} id="deletion" link={t('account.keep_link')} state="pending" text={text} to="/account" />;
}

/** A sentence with a link. The linked page may need a document of its own, as the payment does. */
function LinkReminder({
  id,
  state,
  Icon,
  text,
  link,
  to,
}: {
  id: string;
  state: string;
  Icon: LucideIcon;
  text: string;
  link: string;
  to: string;
}) {
  return (
    <section aria-label={link} className="reminder" data-state={state} data-testid={`${id}-reminder`}>
      <Icon aria-hidden className="icon" />
      <p>{text}</p>
      <ButtonLink kind="quiet" reloadDocument={id === 'payment'} to={to}>
        <span>{link}</span>
        <ChevronRight aria-hidden className="icon-small only-narrow" />
      </ButtonLink>
    </section>
  );
}

/** Asks for confirmation of the email address, until it is confirmed (2.17.1). Sends the email again or links to the page with details. */
function VerifyReminder() {
  const { t } = useTranslation();
  const token = useRootFacts()?.formToken ?? '';
  return (
    <section aria-label={t('verify.title')} className="reminder" data-state="pending">
      <MailWarning aria-hidden className="icon" />
      <p>{t('verify.reminder')}</p>
      <Form action="/verify" method="post">
        <FormToken token={token} />
        <ButtonLink kind="quiet" to="/verify">
          <span>{t('verify.reminder_link')}</span>
          <ChevronRight aria-hidden className="icon-small only-narrow" />
        </ButtonLink>
        <Button kind="quiet" name="intent" value="resend">
          {t('verify.resend')}
        </Button>
      </Form>
    </section>
  );
}
