import { Link } from '@remix-run/react';
import { PROMO_TIERS } from '#app/domain/promo';
import { usePlanWords } from '#app/features/plans/use-plan-words';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { PromoView } from './promo-view';

/** The plan and what it costs, at the top of the form. */
export function PromoPrice({ view: { choice, plan, price, trial, other }, clock }: { view: PromoView; clock: Clock }) {
  const { t, money } = usePlanWords(clock);
  const then = trial === null ? '' : 'then_';
  return (
    <div className="promo-price-part">
      <div className="promo-plan">
        <div>
          <h2>{PROMO_TIERS[choice.tier]}</h2>
          <p className="text-muted">{t(`promo.${choice.cycle}`)}</p>
        </div>
        <p className="promo-price" data-price={price.now}>
          {price.full === price.now ? null : (
            <s>
              <span className="sr-only">{t('promo.instead_of')} </span>
              {money(price.full)}
            </s>
          )}
          <strong>{money(price.now)}</strong>
        </p>
      </div>
      {trial === null ? null : (
        <p className="promo-trial" data-trial={`${trial.amount} ${trial.unit}`}>
          {t(`promo.free_${trial.unit}`, { count: trial.amount })}
        </p>
      )}
      <p>
        {t(`promo.${then}per_${choice.cycle === 'annual' ? 'year' : 'month'}`, { monthly: money(price.perMonth), price: money(price.now) })}
      </p>
      {plan.isSold ? null : <p data-not-sold="">{t('promo.not_sold')}</p>}
      {other === null ? null : (
        <p className="small">
          <Link preventScrollReset reloadDocument to={other.path}>
            {t(choice.cycle === 'annual' ? 'promo.to_monthly' : 'promo.to_annual', { price: money(other.perMonth) })}
          </Link>
        </p>
      )}
      <hr />
    </div>
  );
}

/** What comes after the sign-up, and the way to an existing account. */
export function PromoNextStep({ view: { plan, price, trial }, clock }: { view: PromoView; clock: Clock }) {
  const { t, money } = usePlanWords(clock);
  const next =
    trial === null
      ? t('promo.next_now', { price: money(price.now) })
      : t('promo.next_trial', { zero: money(0), price: money(price.now), date: clock.date(trial.endsAt) });
  return (
    <>
      {plan.isSold ? <p className="hint">{next}</p> : null}
      <p className="hint">
        {t('promo.have_account')} <Link to="/?view=login">{t('login.login')}</Link>
      </p>
    </>
  );
}
