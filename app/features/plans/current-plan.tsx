import { Form } from '@remix-run/react';
import { Button, ButtonLink } from '#app/components/ui/button';
import { FormToken } from '#app/features/shell/forms/form-token';
import { PaymentMethod } from './payment-method';
import { isExternal, isPaidHere, PLANS_PATH, type PlanFacts } from './plan-facts';
import { UsageMeters } from './plan-usage';
import type { PlanWords } from './use-plan-words';

/** The plan with its state, the ways to change it, and the card on file. */
export function CurrentPlan({ plan, token, words }: { plan: PlanFacts; token: string; words: PlanWords }) {
  const { headline, later } = toHeadline(plan, words);
  const { t } = words;
  const isPaid = isPaidHere(plan);
  return (
    <section aria-label={t('plans.yours')} className="card plan-now" data-term={plan.term.kind} data-testid="plan">
      <div className="plan-main">
        <div>
          <p className="eyebrow">{t('plans.yours')}</p>
          <h1 className="sentence">
            {headline}
            {later === null ? null : <span className="later">{later}</span>}
          </h1>
          {plan.tier === 'free' ? <p className="text-muted">{t('plans.free_text')}</p> : null}
        </div>
        {isExternal(plan) ? (
          <div className="button-row">
            <ButtonLink preventScrollReset to={`${PLANS_PATH}/external`}>
              {t('plans.how_to_change')}
            </ButtonLink>
          </div>
        ) : null}
        {isPaid ? <Actions plan={plan} token={token} words={words} /> : null}
      </div>
      {isPaid ? <PaymentMethod plan={plan} words={words} /> : <UsageMeters plan={plan} words={words} />}
    </section>
  );
}

/** Returns the sentence about the plan, and what follows. */
export function toHeadline(
  plan: PlanFacts,
  { t, plan: nameOf, planAndCycle, perCycle, clock }: PlanWords,
): { headline: string; later: string | null } {
  const { tier, term, source, pendingChange, nextAmount, cycle } = plan;
  const name = nameOf(tier);
  const have = t('plans.have', { plan: name });
  const date = term.at === null ? '' : clock.date(term.at);
  if (tier === 'free') return { headline: t('plans.on_free'), later: toBlocksLeft(plan, t, clock.date(plan.resetsAt)) };
  if (source === 'operator') return { headline: have, later: term.at === null ? t('plans.granted') : t('plans.granted_until', { date }) };
  if (source === 'apple' || source === 'google')
    return {
      headline: have,
      later: [t(`plans.bought_${source}`), term.at === null ? '' : t(term.isCanceled ? 'plans.ends' : 'plans.renews', { date })]
        .join(' ')
        .trim(),
    };
  if (term.kind === 'past_due') return { headline: have, later: t('plans.unpaid') };
  if (term.isCanceled && term.at !== null)
    return {
      headline: t(plan.beside === null ? 'plans.until_then_free' : 'plans.until_then_beside', { plan: name, date }),
      later: t('plans.canceled_text'),
    };
  if (pendingChange !== null) {
    const next = { plan: planAndCycle(pendingChange.tier, pendingChange.cycle), date: clock.date(pendingChange.at) };
    return { headline: have, later: t('plans.changes_to', next) };
  }
  const price = nextAmount === null || cycle === null ? null : perCycle(nextAmount, cycle);
  if (term.kind === 'trial' && price !== null)
    return { headline: t('plans.trying', { plan: name }), later: t('plans.trial_then', { date, price }) };
  if (term.kind === 'paid' && nextAmount !== null)
    return { headline: have, later: t('plans.renews_for', { date, price: perCycle(nextAmount, cycle ?? 'monthly') }) };
  return { headline: have, later: null };
}

function toBlocksLeft({ limits, used }: PlanFacts, t: PlanWords['t'], date: string): string | null {
  if (limits.blocksPerMonth === 'unlimited') return null;
  return t('plans.blocks_left', { count: Math.max(0, limits.blocksPerMonth - used.blocks), date });
}

function Actions({ plan, token, words: { t, plan: nameOf, planAndCycle, clock } }: { plan: PlanFacts; token: string; words: PlanWords }) {
  const { term, canCancel, canUndoCancel, pendingChange, heldChange, changes, sku } = plan;
  const name = nameOf(plan.tier);
  const until = term.at !== null && term.kind !== 'past_due' ? clock.date(term.at) : null;
  return (
    <>
      <div className="button-row">
        {canUndoCancel ? (
          <Form action={PLANS_PATH} method="post">
            <FormToken token={token} />
            <input name="sku" type="hidden" value={sku} />
            <Button kind="main" name="intent" value="resume">
              {t('plans.keep', { plan: name })}
            </Button>
          </Form>
        ) : null}
        {pendingChange === null ? null : (
          <Form action={PLANS_PATH} method="post">
            <FormToken token={token} />
            <Button kind="main" name="intent" value="withdraw">
              {t('plans.keep', { plan: name })}
            </Button>
          </Form>
        )}
        {changes.length === 0 ? null : (
          <ButtonLink kind={pendingChange === null ? 'main' : 'plain'} preventScrollReset to={`${PLANS_PATH}/change`}>
            {t('plans.change_plan')}
          </ButtonLink>
        )}
        {canCancel ? (
          <ButtonLink preventScrollReset to={`${PLANS_PATH}/cancel`}>
            {t('plans.cancel_plan')}
          </ButtonLink>
        ) : null}
      </div>
      {heldChange === null ? null : (
        <p className="plan-terms">
          {t('plans.keep_restores', {
            plan: name,
            next: planAndCycle(heldChange.tier, heldChange.cycle),
            date: clock.date(heldChange.at),
          })}
        </p>
      )}
      {canCancel && until !== null && plan.beside === null ? (
        <p className="plan-terms">{t('plans.if_cancel', { plan: name, date: until })}</p>
      ) : null}
    </>
  );
}
