import { Link } from '@remix-run/react';
import { Mail, TicketPercent } from 'lucide-react';
import type { PaymentStep } from '#app/domain/payment-steps';
import type { Clock } from '#app/features/shell/time/use-clock';
import { PLANS_PATH } from '../plan-facts';
import { usePlanWords } from '../use-plan-words';
import type { PaymentPageData } from './payment.server';

/** What is bought, and what is paid when. */
export function OrderCard({ page, clock }: { page: PaymentPageData; clock: Clock }) {
  const { t, money, planAndCycle } = usePlanWords(clock);
  const { offer, coupon, steps } = page;
  const { tier, cycle, price, netPrice, percentOff } = offer;
  return (
    <aside aria-labelledby="order" className="card order">
      <div className="spread">
        <h2 id="order">{t('plans.order')}</h2>
        <Link className="small-link" to={PLANS_PATH}>
          {t('plans.change_plan')}
        </Link>
      </div>
      <dl className="sum">
        <div>
          <dt>{planAndCycle(tier, cycle)}</dt>
          <dd>{money(price)}</dd>
        </div>
        {percentOff === 0 ? null : (
          <div className="sum-off">
            <dt>
              <TicketPercent aria-hidden className="icon-small" />
              {t('plans.percent_off', { percent: percentOff })}
              {coupon === null ? null : <span className="text-muted">{t('plans.coupon', { coupon })}</span>}
            </dt>
            <dd>{money(netPrice - price)}</dd>
          </div>
        )}
        <div className="sum-total">
          <dt>{t(`plans.each_${cycle}`)}</dt>
          <dd>{money(netPrice)}</dd>
        </div>
      </dl>
      <h3 className="order-steps">{t('plans.bill_title')}</h3>
      <ol className="bill">
        {steps.map((step) => (
          <Step clock={clock} key={step.kind} page={page} step={step} />
        ))}
      </ol>
    </aside>
  );
}

function Step({ step: { kind, at, amount }, page: { offer }, clock }: { step: PaymentStep; page: PaymentPageData; clock: Clock }) {
  const { t, money, plan } = usePlanWords(clock);
  const texts = {
    start: () => t('plans.bill_start', { plan: plan(offer.tier) }),
    mail: () => t('plans.bill_mail'),
    first: () => t('plans.bill_first'),
    renewal: () => t(`plans.bill_renewal_${offer.cycle}`),
  };
  const date = clock.date(at);
  return (
    <li data-step={kind}>
      <span aria-hidden className="bill-dot">
        {kind === 'mail' ? <Mail className="icon-small" /> : null}
      </span>
      <div>
        <strong>{kind === 'start' ? t('plans.bill_today', { date }) : date}</strong>
        <span className="text-muted">{texts[kind]()}</span>
      </div>
      {amount === null ? null : <b>{money(amount)}</b>}
    </li>
  );
}
