import { CreditCard, ShieldQuestion } from 'lucide-react';
import { ButtonLink } from '#app/components/ui/button';
import { PLANS_PATH, type PlanFacts } from './plan-facts';
import type { PlanWords } from './use-plan-words';

/** Says what waits for the parent: a payment that failed, or one that the bank has to confirm. */
export function DueBanner({ plan, words: { t, clock, money } }: { plan: PlanFacts; words: PlanWords }) {
  const { confirmUrl, term, nextAttemptAt, provider, due } = plan;
  const reason = due?.reason == null ? null : t('plans.due_reason', { price: money(due.amount), reason: t(`plans.reason_${due.reason}`) });
  const isDue = term.kind === 'past_due';
  if (confirmUrl === null && !isDue) return null;
  const Icon = confirmUrl === null ? CreditCard : ShieldQuestion;
  return (
    <section aria-labelledby="due" className="due" data-due={confirmUrl === null ? 'declined' : 'confirm'} data-state="paused">
      <span className="due-mark">
        <Icon aria-hidden className="icon" />
      </span>
      <div>
        <h2 id="due">{t(confirmUrl === null ? 'plans.due_title' : 'plans.confirm_title')}</h2>
        <p>
          {reason === null ? '' : `${reason} `}
          {isDue
            ? nextAttemptAt === null
              ? t('plans.due_last')
              : t('plans.due_text', { date: clock.date(nextAttemptAt) })
            : t('plans.confirm_text')}
        </p>
      </div>
      <div className="button-row">
        {confirmUrl === null ? null : (
          <a className="button button-main" href={confirmUrl}>
            {t('plans.confirm_link')}
          </a>
        )}
        {isDue ? (
          <ButtonLink kind={confirmUrl === null ? 'main' : 'plain'} reloadDocument={provider === 'stripe'} to={`${PLANS_PATH}/card`}>
            {t('plans.change_card')}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}
