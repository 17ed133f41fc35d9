import { Link, useLocation } from '@remix-run/react';
import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { FormMessageBox } from '#app/features/shell/forms/form-message-box';
import { useClock } from '#app/features/shell/time/use-clock';
import type { FormReply } from '#app/server/form.server';
import { withCheckLink } from './check-link';
import { CurrentPlan } from './current-plan';
import { DueBanner } from './due-banner';
import { PlanDialogView } from './plan-dialog-view';
import type { PlanDialog, SubscriptionPageData } from './plan-dialogs';
import { isExternal, isPaidHere, type PlanFacts } from './plan-facts';
import { LimitChanges } from './plan-losses';
import { PlanPicker } from './plan-picker';
import { UsageCard } from './plan-usage';
import { Receipts } from './receipts';
import { TermStrip } from './term-strip';
import { type PlanWords, usePlanWords } from './use-plan-words';

/** The page of the plan: what the account has, and how to change it. */
export function SubscriptionPage({ page, token, reply }: { page: SubscriptionPageData; token: string; reply: FormReply | undefined }) {
  const { plan, back } = page;
  const clock = useClock(plan.zone, plan.now);
  const words = usePlanWords(clock);
  const { t } = words;
  const dialog = useOpenDialog(page);
  const isPaid = isPaidHere(plan);
  const isEnding = isPaid && plan.term.isCanceled && plan.beside === null;
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
      <Beside plan={plan} words={words} />
      {plan.beside !== null && plan.term.isCanceled ? null : <TermStrip plan={plan} words={words} />}
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

/** Names the plan from another source beside the one that is paid here (A207). */
function Beside({ plan: { beside }, words: { t, plan: nameOf } }: { plan: PlanFacts; words: PlanWords }) {
  if (beside === null) return null;
  return (
    <section aria-labelledby="also" className="card stack stack-tight">
      <h2 id="also">{t('plans.also_have', { plan: nameOf(beside.tier) })}</h2>
      <p className="text-muted">{t('plans.also_have_text')}</p>
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
