import { Form, useNavigation } from '@remix-run/react';
import { Button } from '#app/components/ui/button';
import { Dialog } from '#app/components/ui/dialog';
import type { PickerTier } from '#app/domain/subscription-view';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import type { FormReply } from '#app/server/form.server';
import { ChangeDialog } from './change-dialog';
import { withCheckLink } from './check-link';
import type { PlanDialog, PlanLosses } from './plan-dialogs';
import { PLANS_PATH, type PlanFacts } from './plan-facts';
import { Losses } from './plan-losses';
import type { PlanWords } from './use-plan-words';

type Props = { plan: PlanFacts; words: PlanWords; token: string; reply: FormReply | undefined };

/** The open dialog of the plan’s page (4.11.1). Each is a page without script. */
export function PlanDialogView({ dialog, ...props }: Props & { dialog: PlanDialog }) {
  switch (dialog.kind) {
    case 'external':
      return <ExternalDialog {...props} />;
    case 'buy':
      return <BuyDialog {...props} isTrial={dialog.isTrial} tier={dialog.tier} />;
    case 'cancel':
      return <CancelDialog {...props} losses={dialog.losses} />;
    case 'change':
      return <ChangeDialog {...props} dialog={dialog} />;
  }
}

/** Explains where a plan from an app store is changed (SUBS-102). */
function ExternalDialog({ plan, words: { t, plan: nameOf } }: Props) {
  const store = plan.source === 'google' ? 'google' : 'apple';
  return (
    <Dialog kind="info" title={t(`plans.external_${store}`)} wayOut={{ label: t('actions.close'), to: PLANS_PATH }}>
      <p>{t(`plans.external_${store}_text`, { plan: nameOf(plan.tier) })}</p>
    </Dialog>
  );
}

/** Asks for the cycle of a plan, then leads to the payment (SUBS-106). */
function BuyDialog({ plan, words, tier, isTrial }: Props & { tier: PickerTier; isTrial: boolean }) {
  const { t, perCycle } = words;
  const offers = plan.offers.filter((offer) => offer.tier === tier);
  const days = offers[0]?.trialDays ?? 0;
  const name = words.plan(tier);
  const chosen = plan.cycle ?? 'annual';
  return (
    <Form action={`${PLANS_PATH}/pay`} method="get" reloadDocument={plan.provider === 'stripe'}>
      <input name="tier" type="hidden" value={tier} />
      {isTrial ? null : <input name="trial" type="hidden" value="no" />}
      <Dialog
        foot={
          <Button kind="main" type="submit">
            {t('plans.to_payment')}
          </Button>
        }
        title={isTrial ? t('plans.try_title', { plan: name, span: words.trial(days) }) : t('plans.get', { plan: name })}
        wayOut={{ label: t('plans.not_now'), to: PLANS_PATH }}
      >
        <fieldset className="opts">
          <legend className="sr-only">{t('plans.billing')}</legend>
          {offers
            .toSorted((a, b) => (a.cycle < b.cycle ? -1 : 1))
            .map((offer) => (
              <label className="opt" key={offer.sku}>
                <input defaultChecked={offer.cycle === chosen} name="cycle" type="radio" value={offer.cycle} />
                <span aria-hidden className="opt-dot" />
                <span className="opt-text">
                  <strong>{t(`plans.cycle_${offer.cycle}`)}</strong>
                  {offer.percentOff === 0 ? null : (
                    <span className="text-muted">{t('plans.percent_off', { percent: offer.percentOff })}</span>
                  )}
                </span>
                <span className="opt-price">{perCycle(offer.netPrice, offer.cycle)}</span>
              </label>
            ))}
        </fieldset>
        <p className="text-muted">{isTrial ? t('plans.try_text') : t('plans.choose_text')}</p>
      </Dialog>
    </Form>
  );
}

/** Asks whether to cancel, and announces what ends (SUBS-104, SUBS-111). */
function CancelDialog({ plan, words, token, reply, losses }: Props & { losses: PlanLosses }) {
  const { t, clock } = words;
  const isBusy = useNavigation().formMethod === 'POST';
  const name = words.plan(plan.tier);
  const isUnpaid = plan.term.kind === 'past_due' || losses.at === null;
  return (
    <Form method="post" replace>
      <FormToken token={reply?.token ?? token} />
      <input name="sku" type="hidden" value={plan.sku} />
      <Dialog
        foot={
          <Button isBusy={isBusy} kind="remove" name="intent" value="cancel">
            {t('plans.cancel_plan')}
          </Button>
        }
        kind="default"
        title={t('plans.cancel_title', { plan: name })}
        wayOut={{ label: t('plans.keep', { plan: name }), to: PLANS_PATH }}
      >
        <FormMessageBox notice={isBusy ? null : withCheckLink(reply?.notice)} />
        <p>
          {isUnpaid
            ? t('plans.cancel_unpaid')
            : t(plan.beside === null ? 'plans.cancel_text' : 'plans.cancel_text_beside', {
                plan: name,
                date: clock.date(losses.at ?? plan.now),
                other: words.plan(plan.beside?.tier ?? 'free'),
              })}
        </p>
        {plan.pendingChange === null ? null : (
          <p>
            {t('plans.cancel_drops_change', {
              plan: words.planAndCycle(plan.pendingChange.tier, plan.pendingChange.cycle),
              date: clock.date(plan.pendingChange.at),
            })}
          </p>
        )}
        <Losses limits={plan.limits} losses={losses} words={words} />
      </Dialog>
    </Form>
  );
}
