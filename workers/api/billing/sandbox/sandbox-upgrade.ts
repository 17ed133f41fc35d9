import { addPeriods } from '#app/domain/billing-period';
import type { ChangeParts, ChangePreview } from '../provider';
import { createInvoice, moveTo, netPrice, restartPeriods, startNextPeriod } from './sandbox-clock';
import type { SandboxInvoice, SandboxState, SandboxSubscription } from './sandbox-state';

/** `restarts`: a new period begins with the change. */
export type Quote = ChangePreview & { restarts: boolean };
export type Target = { sku: string; percentOff: number };

const NOTHING: ChangeParts = { charge: 0, discount: 0, credit: 0, tax: 0, includedTax: 0, balance: 0, credited: 0 };

/** Returns what a change costs at `at`; null for an unknown plan. */
export function quote(state: SandboxState, subscription: SandboxSubscription, { sku, percentOff }: Target, at: number): Quote | null {
  const plan = state.prices[sku];
  if (plan === undefined) return null;
  const nextAmount = netPrice({ price: plan.price, percentOff });
  if (subscription.status === 'trialing')
    return { prorationDate: at, amountDue: 0, parts: NOTHING, nextAmount, nextAt: subscription.periodEnd, restarts: false };
  const left = Math.max(0, subscription.periodEnd - at) / (subscription.periodEnd - subscription.periodStart);
  const restarts = plan.cycle !== subscription.cycle;
  const [charge, net] = restarts ? [plan.price, nextAmount] : [Math.round(plan.price * left), Math.round(nextAmount * left)];
  const credit = Math.round(netPrice(subscription) * left);
  const balance = Math.max(0, Math.min(state.credit ?? 0, net - credit));
  return {
    prorationDate: at,
    amountDue: Math.max(0, net - credit - balance),
    parts: { ...NOTHING, charge, discount: charge - net, credit, balance, credited: Math.max(0, credit - net) },
    nextAmount,
    nextAt: restarts ? addPeriods(at, 1, plan.cycle) : subscription.periodEnd,
    restarts,
  };
}

/** Moves to the plan and discount of a quote. */
export function applyChange(state: SandboxState, subscription: SandboxSubscription, target: Target, quoted: Quote): void {
  moveTo(state, subscription, target.sku, target.percentOff);
  Object.assign(subscription, { pendingChange: null, heldChange: null, waitingChange: null });
  if (!quoted.restarts) return;
  restartPeriods(subscription, quoted.prorationDate);
  startNextPeriod(subscription);
}

/** Credits what an upgrade costs less than the unused time to later payments. */
export function addCredit(state: SandboxState, subscription: SandboxSubscription, { parts: { credited } }: Quote, now: number): void {
  if (credited === 0) return;
  Object.assign(createInvoice(state, subscription, 0, now), { kind: 'credit', amount: credited, status: 'paid' });
  state.credit = (state.credit ?? 0) + credited;
}

/** Applies an upgrade whose payment the parent’s bank has confirmed, as it was quoted. */
export function finishChange(state: SandboxState, subscription: SandboxSubscription, invoice: SandboxInvoice): void {
  const { waitingChange: waiting } = subscription;
  const quoted = waiting == null ? null : quote(state, subscription, waiting, waiting.at);
  if (waiting == null || quoted === null) return;
  applyChange(state, subscription, waiting, quoted);
  state.credit = (state.credit ?? 0) - quoted.parts.balance;
  const { sku, periodEnd } = subscription;
  Object.assign(invoice, { status: 'paid', declined: null, confirmUrl: null, sku, periodEnd });
}
