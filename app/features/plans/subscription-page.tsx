import { Form, Link, useLocation } from '@remix-run/react';
import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#app/components/ui/button';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { FormToken } from '#app/features/shell/forms/form-token';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { withCheckLink } from './check-link';
import { CurrentPlan } from './current-plan';
import { DueBanner } from './due-banner';
import { PlanDialogView } from './plan-dialog-view';
import type { PlanDialog, SubscriptionPageData } from './plan-dialogs';
import { isExternal, isPaidHere, PLANS_PATH } from './plan-facts';
import { LimitChanges } from './plan-losses';
import { PlanPicker } from './plan-picker';
import { UsageCard } from './plan-usage';
import { Receipts } from './receipts';
import { TermStrip } from './term-strip';
import { usePlanWords } from './use-plan-words';

/** The page of the plan: what the account has, and how to change it. */
export function SubscriptionPage({ page, token, reply }: { page: SubscriptionPageData; token: string; reply: FormReply | undefined }) {
  const { plan, back } = page;
  const clock = useClock(plan.zone, plan.now);
  const words = usePlanWords(clock);
  const { t } = words;
  const dialog = useOpenDialog(page);
  const isPaid = isPaidHere(plan);
  const isEnding = isPaid && plan.term.isCanceled;
  return (
    <div className="plan-page stack">
      {back === null ? null : (
        <Link className="plans-back" to={back}>
          <ArrowLeft aria-hidden className="icon-small" />
          {t('actions.back')}
        </Link>
      )}
      <FormMessageBox notice={dialog === null ? withCheckLink(reply?.notice) : null} />
      <DueBanner plan={plan} words={words} />
      <CurrentPlan plan={plan} token={token} words={words} />
      <AlsoPaid page={page} token={token} />
      <TermStrip plan={plan} words={words} />
      {isEnding ? (
        <section aria-labelledby="ending" className="card">
          <h2 id="ending">{t('plans.what_changes_on', { date: clock.date(plan.term.at ?? plan.now) })}</h2>
          <LimitChanges from={plan.limits} to={plan.freeLimits} words={words} />
        </section>
      ) : null}
      {isPaid || isExternal(plan) ? null : <PlanPicker clock={clock} plan={plan} />}
      {plan.tier === 'free' && plan.receipts.length === 0 ? null : (
        <div className="plan-two">
          <Receipts plan={plan} words={words} />
          <UsageCard plan={plan} words={words} />
        </div>
      )}
      {plan.provider === null ? null : (
        <p className="quiet-line">
          <ShieldCheck aria-hidden className="icon-small" />
          <span>{t(`plans.prices_${plan.provider}`)}</span>
        </p>
      )}
      {dialog === null ? null : <PlanDialogView dialog={dialog} plan={plan} reply={reply} token={token} words={words} />}
    </div>
  );
}

/** Shows a lower plan that the account still pays for, with the way to cancel it or to keep it. */
function AlsoPaid({ page: { plan }, token }: { page: SubscriptionPageData; token: string }) {
  const { t, plan: nameOf } = usePlanWords(useClock(plan.zone, plan.now));
  const { alsoPaid } = plan;
  if (alsoPaid === null) return null;
  const name = nameOf(alsoPaid.tier);
  const { isCanceled } = alsoPaid;
  return (
    <section aria-labelledby="also" className="card stack stack-tight">
      <h2 id="also">{t('plans.also_paid', { plan: name })}</h2>
      <p className="text-muted">{t(isCanceled ? 'plans.canceled_text' : 'plans.also_paid_text')}</p>
      <Form action={PLANS_PATH} className="button-row" method="post">
        <FormToken token={token} />
        <input name="sku" type="hidden" value={alsoPaid.sku} />
        <Button name="intent" value={isCanceled ? 'resume' : 'cancel'}>
          {isCanceled ? t('plans.keep', { plan: name }) : t('plans.cancel_plan')}
        </Button>
      </Form>
    </section>
  );
}

/**
 * Returns the open dialog: that of the address, else the one that a link asked for. The latter has no address, so it stays until the parent leaves
 * this entry of the history, even if the page’s data are loaded again.
 */
function useOpenDialog({ dialog, opened }: SubscriptionPageData): PlanDialog | null {
  const { key } = useLocation();
  const [kept, setKept] = useState<{ key: string; id: string; dialog: PlanDialog } | null>(opened === null ? null : { key, ...opened });
  if (opened !== null && opened.id !== kept?.id) setKept({ key, ...opened });
  return dialog ?? (kept?.key === key ? kept.dialog : null);
}
