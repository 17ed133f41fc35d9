import { Form } from '@remix-run/react';
import { CalendarX, ChevronRight, MailWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import type { AccountState } from '#app/server/account.server';
import { FormToken } from '../forms/form-token';
import { useRootFacts } from '../frame/root-facts';
import { useClock } from '../time/use-clock';

/** Reminders above a page: pending account deletion and unconfirmed email address. */
export function Reminders({ accountState }: { accountState: Pick<AccountState, 'verified' | 'deletion'> }) {
  return (
    <>
      {accountState.deletion === null ? null : <DeletionReminder {...accountState.deletion} />}
      {accountState.verified ? null : <VerifyReminder />}
    </>
  );
}

/** Shows when the account will be deleted (S11), with a link to the page where the parent can cancel it. */
function DeletionReminder({ purgeAt, zone, now }: NonNullable<AccountState['deletion']>) {
  const { t } = useTranslation();
  const clock = useClock(zone, now);
  return (
    <section aria-label={t('account.delete')} className="reminder" data-state="pending" data-testid="deletion-reminder">
      <CalendarX aria-hidden className="icon" />
      <p>{t('account.deletion_pending', { date: clock.date(purgeAt) })}</p>
      <ButtonLink kind="quiet" to="/account">
        <span>{t('account.keep_link')}</span>
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
