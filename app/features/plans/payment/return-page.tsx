import type { TFunction } from 'i18next';
import { CircleAlert, CircleHelp, ShieldQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#app/components/ui/button';
import { useClock } from '#app/features/shell/time/use-clock';
import { toDeclineReason } from '../decline-reason';
import { PLANS_PATH } from '../plan-facts';
import type { ReturnPageData } from './return-page.server';

/** What is known after the provider led back without a payment. */
export function ReturnPage({ page: { state, declined, confirmUrl, due } }: { page: ReturnPageData }) {
  const { t } = useTranslation();
  const Icon = state === 'unknown' ? CircleHelp : state === 'confirm' ? ShieldQuestion : CircleAlert;
  return (
    <section className="due" data-payment={state} data-state="paused">
      <span className="due-mark">
        <Icon aria-hidden className="icon" />
      </span>
      <div>
        <h1>{toTitle(t, state, declined)}</h1>
        <p>{toText(t, state, declined)}</p>
        {due === null ? null : <NextAttempt due={due} />}
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
        {due === null ? null : (
          <ButtonLink kind={confirmUrl === null ? 'main' : 'plain'} reloadDocument to={`${PLANS_PATH}/card`}>
            {t('plans.change_card')}
          </ButtonLink>
        )}
        <ButtonLink kind="plain" to={PLANS_PATH}>
          {t('plans.see_plan')}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The bank’s page leads here right after its question, so the parent or the bank has just refused it. */
const isUnconfirmed = (state: ReturnPageData['state'], declined: string | null) =>
  state === 'declined' && declined === 'authentication_required';

function toTitle(t: TFunction, state: ReturnPageData['state'], declined: string | null): string {
  if (state === 'confirm') return t('plans.confirm_title');
  return t(isUnconfirmed(state, declined) ? 'plans.returned_unconfirmed' : `plans.returned_${state}`);
}

function toText(t: TFunction, state: ReturnPageData['state'], declined: string | null): string {
  if (state === 'confirm') return t('plans.confirm_text');
  if (isUnconfirmed(state, declined)) return t('plans.returned_unconfirmed_text');
  if (state !== 'declined') return t(`plans.returned_${state}_text`);
  return t(`plans.declined_${declined === 'trial_used' ? declined : toDeclineReason(declined ?? '')}`);
}

function NextAttempt({ due: { nextAttemptAt, zone, now } }: { due: NonNullable<ReturnPageData['due']> }) {
  const { t } = useTranslation();
  const clock = useClock(zone, now);
  return <p>{nextAttemptAt === null ? t('plans.due_last') : t('plans.due_text', { date: clock.date(nextAttemptAt) })}</p>;
}
