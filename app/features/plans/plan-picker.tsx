import { Form, useNavigation } from '@remix-run/react';
import { TicketPercent } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BillingCycle } from '#app/domain/billing';
import { monthlyPrice } from '#app/domain/price';
import { MOST_POPULAR, PICKER_TIERS, type PickerTier } from '#app/domain/subscription-view';
import type { Clock } from '#app/features/shell/time/use-clock';
import { toMoneyParts } from './money';
import { MoreFeatures } from './more-features';
import { findOffer, PLANS_PATH, type PlanFacts, type PlanOffer } from './plan-facts';
import { PICTURES } from './plan-pictures';
import { Tick } from './tick';
import { type PlanWords, usePlanWords } from './use-plan-words';

const CYCLES: ReadonlyArray<BillingCycle> = ['annual', 'monthly'];
const DAY_MS = 24 * 60 * 60_000;

/**
 * The two plans that are sold, with the choice between monthly and annual (SUBS-060 to SUBS-064, SUBS-097). Both prices are in the page, and the
 * styles show the chosen one, so it works without script.
 */
export function PlanPicker({ plan, clock }: { plan: PlanFacts; clock: Clock }) {
  const words = usePlanWords(clock);
  const { t } = words;
  const cycle = plan.cycle ?? 'annual';
  const sold = plan.offers.length > 0 && plan.provider !== null;
  const trialDays = Math.max(0, ...plan.offers.map((offer) => offer.trialDays));
  return (
    <Form action={`${PLANS_PATH}/pay`} className="picker" method="get" reloadDocument={plan.provider === 'stripe'}>
      <div className="plans-head">
        <div>
          <h2>{trialDays === 0 ? t('plans.choose') : t('plans.try_more', { span: words.trial(trialDays) })}</h2>
          <p className="text-muted">{t(trialDays === 0 ? 'plans.choose_text' : 'plans.try_text')}</p>
        </div>
        <CycleChoice cycle={cycle} plan={plan} words={words} />
      </div>
      <div className="plans">
        {PICKER_TIERS.map((tier) => (
          <PlanCard isSold={sold} key={tier} plan={plan} tier={tier} words={words} />
        ))}
      </div>
    </Form>
  );
}

function CycleChoice({ plan, cycle, words: { t } }: { plan: PlanFacts; cycle: BillingCycle; words: PlanWords }) {
  const saved = savedPercent(plan.offers);
  return (
    <fieldset aria-label={t('plans.billing')} className="choice plans-cycle">
      {CYCLES.map((value) => (
        <label key={value}>
          <input defaultChecked={value === cycle} name="cycle" type="radio" value={value} />
          <span>
            {t(`plans.cycle_${value}`)}
            {value === 'annual' && saved > 0 ? <span className="plans-save"> {t('plans.save', { percent: saved })}</span> : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Returns how much less a year costs than twelve months, in full percent: the smallest of the plans. */
function savedPercent(offers: ReadonlyArray<PlanOffer>): number {
  const each = PICKER_TIERS.flatMap((tier) => {
    const [monthly, annual] = [findOffer(offers, tier, 'monthly'), findOffer(offers, tier, 'annual')];
    return monthly === null || annual === null ? [] : [Math.floor((1 - annual.price / (12 * monthly.price)) * 100)];
  });
  return each.length === 0 ? 0 : Math.min(...each);
}

function PlanCard({ plan, tier, isSold, words }: { plan: PlanFacts; tier: PickerTier; isSold: boolean; words: PlanWords }) {
  const { t } = words;
  const isFirst = tier === MOST_POPULAR;
  const name = words.plan(tier);
  const days = plan.offers.find((offer) => offer.tier === tier)?.limits.geolocationDays ?? 0;
  return (
    <article aria-labelledby={`plan-${tier}`} className={isFirst ? 'card plan plan-first' : 'card plan'} data-plan={tier}>
      {PICTURES[tier]}
      <div className="plan-body">
        <div className="plan-title">
          <h3 id={`plan-${tier}`}>{name}</h3>
          {isFirst ? <span className="popular">{t('plans.popular')}</span> : null}
        </div>
        <p className="text-muted plan-line">{t(`plans.line_${tier}`)}</p>
        {CYCLES.map((cycle) => (
          <Price cycle={cycle} key={cycle} plan={plan} tier={tier} words={words} />
        ))}
        <ul className="ticks">
          {[1, 2, 3, 4].map((at) => (
            <Tick key={at}>{t(`plans.tick_${tier}_${at}`, { days, devices: devicesOf(plan, tier) })}</Tick>
          ))}
        </ul>
        {isSold ? <Choose isFirst={isFirst} plan={plan} tier={tier} words={words} /> : <p className="plan-terms">{t('plans.not_sold')}</p>}
      </div>
      <MoreFeatures days={days} devices={devicesOf(plan, tier)} isSold={isSold} tier={tier} />
    </article>
  );
}

function devicesOf({ offers }: PlanFacts, tier: PickerTier): string {
  return String(offers.find((offer) => offer.tier === tier)?.limits.devicesPerAccount ?? '');
}

/** The price per month of one cycle, with the discount and its reason (SUBS-087, SUBS-088). */
function Price({ plan, tier, cycle, words }: { plan: PlanFacts; tier: PickerTier; cycle: BillingCycle; words: PlanWords }) {
  const { t, money, formats } = words;
  const offer = findOffer(plan.offers, tier, cycle);
  if (offer === null) return null;
  const { before, whole, cents, after } = toMoneyParts(t, monthlyPrice(offer.netPrice, cycle), formats);
  const isReduced = offer.netPrice < offer.price;
  return (
    <div data-cycle={cycle}>
      <p className="price">
        <span className="price-big">
          <sup>{before}</sup>
          {whole}
          <small>{cents}</small>
          <sup>{after}</sup>
        </span>
        <span className="price-text">
          <strong>{t('plans.per_month')}</strong>
          <span>{t(`plans.billed_${cycle}`, { price: money(offer.netPrice) })}</span>
        </span>
      </p>
      {isReduced ? (
        <p className="price-off">
          <TicketPercent aria-hidden className="icon-small" />
          <span>
            {t('plans.percent_off', { percent: offer.percentOff })}
            {plan.coupon === null ? null : <span className="text-muted"> {t('plans.coupon', { coupon: plan.coupon })}</span>}{' '}
            <s>{words.perCycle(offer.price, cycle)}</s>
          </span>
        </p>
      ) : null}
    </div>
  );
}

function Choose({ plan, tier, isFirst, words }: { plan: PlanFacts; tier: PickerTier; isFirst: boolean; words: PlanWords }) {
  const { t, trial } = words;
  const isBusy = useNavigation().location?.pathname === `${PLANS_PATH}/pay`;
  const days = plan.offers.find((offer) => offer.tier === tier)?.trialDays ?? 0;
  return (
    <>
      <button
        aria-busy={isBusy || undefined}
        className={`button w-full ${isFirst ? 'button-main' : 'button-plain'}`}
        name="tier"
        type="submit"
        value={tier}
      >
        {days === 0 ? t('plans.choose_plan', { plan: words.plan(tier) }) : t('plans.start_free', { span: trial(days) })}
      </button>
      {CYCLES.map((cycle) => (
        <Terms cycle={cycle} key={cycle}>
          {toTerms(plan, findOffer(plan.offers, tier, cycle), words)}
        </Terms>
      ))}
    </>
  );
}

function Terms({ cycle, children }: { cycle: BillingCycle; children: ReactNode }) {
  return (
    <p className="plan-terms" data-cycle={cycle}>
      {children}
    </p>
  );
}

function toTerms({ now }: PlanFacts, offer: PlanOffer | null, { t, perCycle, clock }: PlanWords): string {
  if (offer === null) return '';
  const price = perCycle(offer.netPrice, offer.cycle);
  if (offer.trialDays === 0) return t('plans.card_terms', { price });
  return t('plans.card_terms_trial', { price, date: clock.date(now + offer.trialDays * DAY_MS) });
}
