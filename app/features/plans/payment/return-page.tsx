import { CircleAlert, CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { PLANS_PATH } from '../plan-facts';
import type { ReturnPageData } from './return-page.server';

const DECLINES = ['insufficient_funds', 'expired_card', 'authentication_required', 'processing_error', 'trial_used'];

/** What is known after the provider led back without a payment. */
export function ReturnPage({ page: { state, declined, confirmUrl } }: { page: ReturnPageData }) {
  const { t } = useTranslation();
  const Icon = state === 'unknown' ? CircleHelp : CircleAlert;
  const code = DECLINES.find((known) => known === declined) ?? 'generic';
  return (
    <section className="due" data-payment={state} data-state="paused">
      <span className="due-mark">
        <Icon aria-hidden className="icon" />
      </span>
      <div>
        <h1>{t(`plans.returned_${state}`)}</h1>
        <p>{state === 'declined' ? t(`plans.declined_${code}`) : t(`plans.returned_${state}_text`)}</p>
      </div>
      <div className="button-row">
        {state === 'unknown' ? (
          <ButtonLink kind="main" reloadDocument to="">
            {t('plans.check_again')}
          </ButtonLink>
        ) : confirmUrl === null ? null : (
          <a className="button button-main" href={confirmUrl}>
            {t('plans.confirm_link')}
          </a>
        )}
        <ButtonLink kind="plain" to={PLANS_PATH}>
          {t('plans.see_plan')}
        </ButtonLink>
      </div>
    </section>
  );
}
