import { CircleAlert, ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '#app/components/ui/button';
import { Note } from '#app/components/ui/note';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { PLANS_PATH } from '../plan-facts';
import type { ConfirmPageData } from './confirm-page.server';

/** Asks the parent’s bank to confirm a payment: with Stripe’s script here, without it on Stripe’s own page. */
export function ConfirmPage({ page }: { page: ConfirmPageData }) {
  const { url, returnUrl } = page;
  const { t, i18n } = useTranslation();
  const isHydrated = useHydrated();
  const [isAsking, setIsAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const ask = async () => {
    setIsAsking(true);
    setRefusal(null);
    try {
      const { confirmPayment } = await import('./stripe-script.client');
      const { error } = await confirmPayment({ ...page, isDeclined: page.isDeclined || hasFailed }, i18n.language);
      // Stripe decides what was paid; the return page reads it there.
      if (error === undefined) return window.location.assign(returnUrl);
      setHasFailed(true);
      setRefusal(error.message ?? t('plans.form_failed'));
    } catch {
      setRefusal(t('plans.form_failed'));
    }
    setIsAsking(false);
  };
  return (
    <section aria-labelledby="confirm" className="due" data-state="paused">
      <span className="due-mark">
        <ShieldQuestion aria-hidden className="icon" />
      </span>
      <div className="stack stack-tight">
        <h1 id="confirm">{t('plans.confirm_title')}</h1>
        <p>{t('plans.confirm_text')}</p>
        {refusal === null ? null : (
          <Note icon={<CircleAlert aria-hidden className="icon" />} role="alert" state="blocked">
            <p>{refusal}</p>
          </Note>
        )}
      </div>
      <div className="button-row">
        {isHydrated ? (
          <Button isBusy={isAsking} kind="main" onClick={ask} type="button">
            {t('plans.confirm_link')}
          </Button>
        ) : null}
        {url === null || (isHydrated && refusal === null) ? null : (
          <a className={`button button-${isHydrated ? 'plain' : 'main'}`} href={url}>
            {t('plans.to_provider')}
          </a>
        )}
        {/* Stripe’s own page does not lead back. */}
        <ButtonLink kind="plain" reloadDocument to={returnUrl}>
          {t('plans.check_again')}
        </ButtonLink>
        <ButtonLink kind="plain" to={PLANS_PATH}>
          {t('plans.see_plan')}
        </ButtonLink>
      </div>
    </section>
  );
}
