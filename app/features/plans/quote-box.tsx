import { CircleAlert } from 'lucide-react';
import { Note } from '#app/components/ui/note';
import { isAnnualOnly } from '#app/domain/offer';
import type { Quote, QuoteParts } from './plan-dialogs';
import type { PlanFacts, PlanOffer } from './plan-facts';
import { toBrandName } from './stored-card';
import type { PlanWords } from './use-plan-words';

type Props = { plan: PlanFacts; quote: Quote; offer: PlanOffer; words: PlanWords };

/** What a change costs: today with its parts, and from the next payment on (A193). */
export function QuoteBox({ plan, quote, offer, words }: Props) {
  const { t, money, planAndCycle, perCycle, clock } = words;
  const { direction, dueNow, parts, nextAmount, nextFull, nextAt, percentOff } = quote;
  const date = clock.date(nextAt);
  const card = plan.card === null ? '' : t('plans.card_short', { brand: toBrandName(plan.card.brand), last4: plan.card.last4 });
  const isUpgrade = direction === 'upgrade';
  return (
    <section aria-labelledby="quote" className="quote" data-quote={direction}>
      <h3 id="quote">
        {t(isUpgrade ? 'plans.upgrade_title' : 'plans.downgrade_title', { plan: planAndCycle(offer.tier, offer.cycle), date })}
      </h3>
      <EndedDiscount offer={offer} plan={plan} quote={quote} words={words} />
      <dl className="sum">
        {parts === null ? null : <Parts offer={offer} parts={parts} plan={plan} quote={quote} words={words} />}
        <div className="sum-total">
          <dt>{isUpgrade ? t('plans.charged_today', { card }) : t('plans.today_nothing')}</dt>
          <dd>{money(dueNow)}</dd>
        </div>
        <div data-part="next">
          <dt>
            {t('plans.from_date', { date })}
            {percentOff === 0 ? null : <span className="text-muted"> {t('plans.percent_off', { percent: percentOff })}</span>}
          </dt>
          <dd>
            {nextAmount === nextFull ? null : <s className="text-muted">{money(nextFull)}</s>} {perCycle(nextAmount, offer.cycle)}
          </dd>
        </div>
      </dl>
      {parts === null || parts.includedTax === 0 ? null : (
        <p className="text-muted">{t('plans.tax_included', { price: money(parts.includedTax) })}</p>
      )}
      {parts === null || parts.credited === 0 ? null : <p className="text-muted">{t('plans.credit', { price: money(parts.credited) })}</p>}
      {isUpgrade ? <p className="text-muted">{t('plans.quote_holds')}</p> : null}
    </section>
  );
}

/** Says that the discount ends with the change, and why (A192). */
function EndedDiscount({ plan, quote: { endedPercentOff: percent }, offer, words: { t, planAndCycle } }: Props) {
  if (percent === 0) return null;
  const isAnnual = isAnnualOnly(plan.ownDiscount?.limitSkus ?? []) && offer.cycle !== 'annual';
  return (
    <Note icon={<CircleAlert aria-hidden className="icon" />} state="paused">
      <p data-testid="discount-ends">
        {isAnnual
          ? t('plans.discount_ends_annual', { percent })
          : t('plans.discount_ends', { percent, plan: planAndCycle(offer.tier, offer.cycle) })}
      </p>
    </Note>
  );
}

function Parts({ plan, quote, offer, parts, words }: Props & { parts: QuoteParts }) {
  const { t, planAndCycle, clock } = words;
  const { charge, discount, credit, tax, balance } = parts;
  const name = planAndCycle(offer.tier, offer.cycle);
  return (
    <>
      <Part amount={charge} name="charge" words={words}>
        {t('plans.part_until', { plan: name, date: clock.date(quote.nextAt) })}
      </Part>
      <Part amount={-discount} name="discount" words={words}>
        {t('plans.percent_off', { percent: quote.percentOff })}
      </Part>
      <Part amount={-credit} name="credit" words={words}>
        {t('plans.part_unused', { plan: planAndCycle(plan.tier, plan.cycle) })}
      </Part>
      <Part amount={tax} name="tax" words={words}>
        {t('plans.part_tax')}
      </Part>
      <Part amount={-balance} name="balance" words={words}>
        {t('plans.part_balance')}
      </Part>
    </>
  );
}

function Part({ name, amount, children, words: { money } }: { name: string; amount: number; children: string; words: PlanWords }) {
  if (amount === 0) return null;
  return (
    <div data-part={name}>
      <dt>{children}</dt>
      <dd>{money(amount)}</dd>
    </div>
  );
}
