import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Tier } from '#app/domain/plan';
import type { Instant } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import { formatDate } from '#app/features/shell/time/times';
import { readForm, type SubmittedForm, textOf } from '#app/server/form.server';
import { type FormAnswer, formAction, redirectWithMessage, replyFailure } from '#app/server/form-action.server';
import type { Parent } from '#app/server/guards.server';
import { formatsOf, i18n } from '#app/server/i18n.server';
import type { Toast } from '#app/server/toast.server';
import { cancelSubscription, changePlan, type PurchaseInfoWire, resumeSubscription, withdrawPlanChange } from '#app/wire/billing';
import { PLANS_PATH } from './plan-facts';
import { declineOf, refusePlanForm, refuseWithoutToken } from './plan-messages.server';

type PlanForm = { request: Request; context: AppLoadContext; parent: Parent; form: SubmittedForm };

/** Handles the forms of `/subscription`: cancel, change, and the undo of both. */
export async function answerSubscriptionForm(request: Request, context: AppLoadContext, parent: Parent): Promise<FormAnswer> {
  const form = await readForm(request);
  const refused = refuseWithoutToken(form);
  if (refused !== null) return refused;
  const planForm = { request, context, parent, form };
  switch (form.intent) {
    case 'cancel':
      return cancel(planForm);
    case 'resume':
      return run(
        planForm,
        (key) => parent.api.call(resumeSubscription, { query: { sku: textOf(form.fields, 'sku') }, body: undefined }, key),
        'continues',
      );
    case 'withdraw':
      return run(planForm, (key) => parent.api.call(withdrawPlanChange, { query: {}, body: undefined }, key), 'continues');
    case 'change':
      return change(planForm);
    default:
      return replyFailure(form, { kind: 'unknown' });
  }
}

type Call = (options: { idempotencyKey: string }) => Promise<PurchaseInfoWire>;

/** Runs a change and shows what follows from it as a message on the plan’s page. */
async function run(
  planForm: PlanForm,
  call: Call,
  word: 'continues' | 'canceled' | 'changed',
  undo: (info: PurchaseInfoWire) => Toast['undo'] = () => null,
): Promise<FormAnswer> {
  const { context, form } = planForm;
  return formAction(form, {
    call: (idempotencyKey) => call({ idempotencyKey }),
    async done(info) {
      const text = await toDoneText(planForm, info, word);
      return redirectWithMessage(context, PLANS_PATH, 'toast.text', { params: { text }, undo: info === null ? null : undo(info) });
    },
    failed(failure) {
      // The plan’s page leads to the bank.
      if (declineOf(failure) === 'authentication_required') return redirect(PLANS_PATH);
      return refusePlanForm(form, failure, 'plans.unknown_change');
    },
  });
}

function cancel(planForm: PlanForm): Promise<FormAnswer> {
  const sku = textOf(planForm.form.fields, 'sku');
  const { api } = planForm.parent;
  return run(
    planForm,
    (options) => api.call(cancelSubscription, { query: { sku }, body: undefined }, options),
    'canceled',
    ({ summary }) =>
      summary?.can_undo_cancel === true ? { action: PLANS_PATH, intent: 'resume', fields: { sku }, until: Date.now() + UNDO_MS } : null,
  );
}

function change(planForm: PlanForm): Promise<FormAnswer> {
  const { fields } = planForm.form;
  const sku = textOf(fields, 'sku');
  const [prorationAt, due, next] = [textOf(fields, 'proration_ts'), textOf(fields, 'amount_due'), textOf(fields, 'next_amount')];
  const quoted = {
    ...(prorationAt === '' || due === '' ? {} : { proration_ts: Number(prorationAt), amount_due_uscent: Number(due) }),
    ...(next === '' ? {} : { next_amount_uscent: Number(next) }),
  };
  return run(
    planForm,
    (options) => planForm.parent.api.call(changePlan, { query: {}, body: { sku, ...quoted } }, options),
    'changed',
    ({ summary }) =>
      summary?.pending_change == null ? null : { action: PLANS_PATH, intent: 'withdraw', fields: {}, until: Date.now() + UNDO_MS },
  );
}

/** Returns the sentence for the message after a change. `info`: null for a repeated form, whose answer is lost. */
async function toDoneText(
  { request, parent }: PlanForm,
  info: PurchaseInfoWire | null,
  word: 'continues' | 'canceled' | 'changed',
): Promise<string> {
  const t = await i18n.getFixedT(request);
  const summary = info?.summary;
  if (summary === undefined) return t('toast.saved');
  const plan = t(`plans.tier_${summary.tier satisfies Tier}`);
  const date = (at: Instant | null) => (at === null ? '' : formatDate(t, at, parent.account.timeZone, Date.now(), formatsOf(request)));
  // An unpaid plan ends at once (A206).
  if (word === 'canceled' && !summary.can_undo_cancel) return t('plans.done_canceled_now');
  if (word === 'canceled') return t('plans.done_canceled', { plan, date: date(summary.term.at) });
  if (word === 'changed' && summary.pending_change !== null) return t('plans.done_scheduled', { date: date(summary.pending_change.ts) });
  if (word === 'continues' && summary.pending_change !== null)
    return t('plans.done_continues_change', { plan, date: date(summary.pending_change.ts) });
  return t(word === 'changed' ? 'plans.done_started' : 'plans.done_continues', { plan });
}
