import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { chooseView, PICKER_TIERS, type PickerTier } from '#app/domain/subscription-view';
import { toAccountState } from '#app/server/account.server';
import { newFormToken } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { loadCancelDialog, loadChangeDialog } from './plan-change.server';
import type { PlanDialog, SubscriptionPageData } from './plan-dialogs';
import { isExternal, isPaidHere, PLANS_PATH, type PlanFacts } from './plan-facts';
import { clearQuery, takeVisit } from './plan-visit.server';
import { loadPlanFacts } from './plans.server';

const DIALOGS = ['buy', 'cancel', 'change', 'external'] as const;
type DialogName = (typeof DIALOGS)[number];

/** Loads `/subscription` with the dialog that its second segment names. */
export async function loadSubscriptionPage(request: Request, context: AppLoadContext, parent: Parent, segment: string | undefined) {
  const name = toDialogName(segment);
  if (name === null) await clearQuery(request, context, parent.account.id);
  const now = Date.now();
  const plan = await loadPlanFacts(context, parent, now);
  const visit = name === null ? await takeVisit(request, context, parent.account.id) : null;
  const page: SubscriptionPageData = {
    plan,
    dialog: name === null ? null : await loadDialog(request, parent, plan, name),
    opened: visit?.chosen == null ? null : await toOpened(parent, plan, { ...visit, chosen: visit.chosen }),
    back: visit?.back ?? null,
  };
  const { seq, isFull } = parent.account;
  return { page, formToken: newFormToken(), accountState: { ...toAccountState(parent.account, now), paymentDue: null }, seq, isFull };
}

/** @throws a redirect to the page without a dialog for an unknown segment */
function toDialogName(segment: string | undefined): DialogName | null {
  if (segment === undefined) return null;
  const name = DIALOGS.find((known) => known === segment);
  if (name === undefined) throw redirect(PLANS_PATH);
  return name;
}

/**
 * Loads a dialog, if its check passes (SUBS-102, SUBS-104, SUBS-105).
 * @throws a redirect to the page without a dialog, or with the one that explains why the plan can’t be changed here
 */
async function loadDialog(request: Request, parent: Parent, plan: PlanFacts, name: DialogName): Promise<PlanDialog> {
  const query = new URL(request.url).searchParams;
  if (isExternal(plan)) {
    if (name === 'external') return { kind: 'external' };
    throw redirect(`${PLANS_PATH}/external`);
  }
  const dialog = await findDialog(parent, plan, name, {
    sku: query.get('sku'),
    tier: query.get('tier'),
    isTrial: query.get('trial') !== 'no',
  });
  if (dialog === null) throw redirect(PLANS_PATH);
  return dialog;
}

async function findDialog(
  parent: Parent,
  plan: PlanFacts,
  name: DialogName,
  wanted: { sku: string | null; tier: string | null; isTrial: boolean },
): Promise<PlanDialog | null> {
  if (name === 'cancel' && plan.canCancel) return loadCancelDialog(parent, plan);
  if (name === 'change' && plan.changes.length > 0) return loadChangeDialog(parent, plan, wanted.sku);
  const tier = PICKER_TIERS.find((known) => known === wanted.tier) ?? null;
  const isSold = plan.provider !== null && !isPaidHere(plan) && plan.offers.some((offer) => offer.tier === tier);
  if (name !== 'buy' || tier === null || !isSold) return null;
  return { kind: 'buy', tier, isTrial: wanted.isTrial && plan.isTrialEligible };
}

/** Returns the dialog for `chooseSubType` (A47), or null for the picker. */
async function toOpened(
  parent: Parent,
  plan: PlanFacts,
  { id, chosen }: { id: string; chosen: string },
): Promise<SubscriptionPageData['opened']> {
  const view = chooseView(chosen, plan);
  if (view.view === 'options') return null;
  if (isExternal(plan)) return { id, dialog: { kind: 'external' } };
  const { tier } = view;
  const sku = plan.changes.find((change) => isOfTier(plan, change.sku, tier))?.sku ?? null;
  const dialog = isPaidHere(plan)
    ? sku === null
      ? null
      : await findDialog(parent, plan, 'change', { sku, tier, isTrial: false })
    : await findDialog(parent, plan, 'buy', { sku: null, tier, isTrial: view.view === 'trial' });
  return dialog === null ? null : { id, dialog };
}

/** True if the plan has this tier and the account’s own cycle, or annual without one (SUBS-106). */
function isOfTier({ offers, cycle }: PlanFacts, sku: string, tier: PickerTier): boolean {
  return offers.some((offer) => offer.sku === sku && offer.tier === tier && offer.cycle === (cycle ?? 'annual'));
}
