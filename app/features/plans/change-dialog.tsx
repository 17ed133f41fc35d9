import { Form, useNavigation, useSubmit } from '@remix-run/react';
import type { ChangeEvent } from 'react';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import { useHydrated } from '#app/components/ui/use-hydrated';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';
import { withCheckLink } from './check-link';
import type { PlanDialog } from './plan-dialogs';
import { PLANS_PATH, type PlanFacts, type PlanOffer } from './plan-facts';
import { Losses } from './plan-losses';
import { QuoteBox } from './quote-box';
import type { PlanWords } from './use-plan-words';

type Change = Extract<PlanDialog, { kind: 'change' }>;

/**
 * The choice of another plan with what it costs: an upgrade now, a downgrade at the end of the period (A168). With script, a choice shows its price
 * at once; without, a button does.
 */
export function ChangeDialog({
  plan,
  words,
  token,
  reply,
  dialog: { sku, quote, losses },
}: {
  plan: PlanFacts;
  words: PlanWords;
  token: string;
  reply: FormReply | undefined;
  dialog: Change;
}) {
  const { t, money, clock } = words;
  const { state, formMethod } = useNavigation();
  const isBusy = state !== 'idle';
  const offer = plan.changes.some((change) => change.sku === sku) ? plan.offers.find((known) => known.sku === sku) : undefined;
  const isUpgrade = quote?.direction === 'upgrade';
  const label =
    quote === null
      ? ''
      : !isUpgrade
        ? t('plans.change_on', { date: clock.date(quote.nextAt) })
        : quote.dueNow > 0
          ? t('plans.pay_upgrade', { price: money(quote.dueNow) })
          : t('plans.upgrade_now');
  return (
    <Dialog
      foot={
        quote === null ? undefined : (
          <Button form="change" isBusy={isBusy} kind="main" name="intent" value="change">
            {label}
          </Button>
        )
      }
      title={t('plans.change_plan')}
      wayOut={{ label: t('plans.keep', { plan: words.plan(plan.tier) }), to: PLANS_PATH }}
    >
      <FormMessageBox notice={isBusy && formMethod === 'POST' ? null : withCheckLink(reply?.notice)} />
      <Options plan={plan} sku={sku} words={words} />
      {offer === undefined ? (
        <p className="text-muted">{t('plans.choose_other')}</p>
      ) : quote === null ? (
        <p className="text-muted">{t('plans.no_quote')}</p>
      ) : (
        <Form action={`${PLANS_PATH}/change?sku=${sku}`} id="change" method="post" replace>
          <FormToken token={reply?.token ?? token} />
          <input name="sku" type="hidden" value={sku} />
          {isUpgrade ? <input name="proration_ts" type="hidden" value={quote.prorationAt} /> : null}
          {isUpgrade ? <input name="amount_due" type="hidden" value={quote.dueNow} /> : null}
          <input name="next_amount" type="hidden" value={quote.nextAmount} />
          <QuoteBox offer={offer} plan={plan} quote={quote} words={words} />
        </Form>
      )}
      {losses === null ? null : <Losses limits={plan.limits} losses={losses} words={words} />}
    </Dialog>
  );
}

function Options({ plan, sku, words }: { plan: PlanFacts; sku: string; words: PlanWords }) {
  const { t } = words;
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const onChange = (event: ChangeEvent<HTMLFormElement>) => submit(event.currentTarget, { replace: true, preventScrollReset: true });
  const shown = plan.offers.filter((offer) => offer.sku === plan.sku || plan.changes.some((change) => change.sku === offer.sku));
  return (
    <Form action={`${PLANS_PATH}/change`} className="stack stack-tight" method="get" onChange={onChange} preventScrollReset replace>
      <fieldset className="opts">
        <legend className="sr-only">{t('plans.choose')}</legend>
        {shown.map((offer) => (
          <Option isChosen={offer.sku === sku} key={offer.sku} offer={offer} plan={plan} words={words} />
        ))}
      </fieldset>
      {isHydrated ? null : (
        <noscript>
          <Button kind="soft" type="submit" wide>
            {t('plans.show_price')}
          </Button>
        </noscript>
      )}
    </Form>
  );
}

function Option({ offer, plan, isChosen, words }: { offer: PlanOffer; plan: PlanFacts; isChosen: boolean; words: PlanWords }) {
  const { t, planAndCycle, perCycle, clock } = words;
  const direction = plan.changes.find((change) => change.sku === offer.sku)?.direction ?? null;
  const when =
    direction === null
      ? t('plans.your_plan_now')
      : direction === 'upgrade'
        ? t('plans.starts_now')
        : t('plans.from_date', { date: clock.date(plan.term.at ?? plan.now) });
  return (
    <label className="opt">
      <input defaultChecked={isChosen} disabled={direction === null} name="sku" type="radio" value={offer.sku} />
      <span aria-hidden className="opt-dot" />
      <span className="opt-text">
        <strong>{planAndCycle(offer.tier, offer.cycle)}</strong>
        <span className="text-muted">
          {offer.percentOff === 0 ? when : `${when} · ${t('plans.percent_off', { percent: offer.percentOff })}`}
        </span>
      </span>
      <span className="opt-price">
        {offer.netPrice === offer.price ? null : <s className="text-muted">{words.money(offer.price)}</s>}{' '}
        {perCycle(offer.netPrice, offer.cycle)}
      </span>
    </label>
  );
}
