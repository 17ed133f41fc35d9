import { Check, CircleAlert, CreditCard } from 'lucide-react';
import { ButtonLink } from '#app/components/ui/button';
import { PLANS_PATH, type PlanFacts } from './plan-facts';
import { toBrandName, toExpiry } from './stored-card';
import type { PlanWords } from './use-plan-words';

/** The card on file, with the link to change it. */
export function PaymentMethod({ plan, words: { t } }: { plan: PlanFacts; words: PlanWords }) {
  const { card, term, cycle, provider } = plan;
  const isDue = term.kind === 'past_due';
  return (
    <div className="plan-side">
      <div className="receipts-head">
        <h2>{t(term.isCanceled ? 'plans.on_file' : 'plans.payment')}</h2>
        <strong>{term.isCanceled ? t('plans.not_charged') : cycle === null ? '' : t(`plans.cycle_${cycle}`)}</strong>
      </div>
      {card === null ? (
        <p className="bank-none text-muted">
          <CreditCard aria-hidden className="icon" />
          {t('plans.no_card')}
        </p>
      ) : (
        <div className="bank" data-state={isDue || card.isExpired ? 'paused' : 'allowed'} data-testid="card">
          <span aria-hidden className="bank-card">
            <i />
            <em>{toBrandName(card.brand)}</em>
          </span>
          <div>
            <p className="device-name">{t('plans.card_ending', { brand: toBrandName(card.brand), last4: card.last4 })}</p>
            <p className="receipt">
              {isDue || card.isExpired ? <CircleAlert aria-hidden className="icon-small" /> : <Check aria-hidden className="icon-small" />}
              <span>
                {isDue
                  ? t('plans.card_declined')
                  : t(card.isExpired ? 'plans.card_expired' : 'plans.card_expires', { date: toExpiry(card) })}
              </span>
            </p>
          </div>
        </div>
      )}
      {provider === null ? null : (
        <ButtonLink kind="soft" reloadDocument={provider === 'stripe'} to={`${PLANS_PATH}/card`} wide>
          {t('plans.change_card')}
        </ButtonLink>
      )}
    </div>
  );
}
