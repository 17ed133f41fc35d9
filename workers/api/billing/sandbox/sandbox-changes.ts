import { addPeriods } from '#app/domain/billing-period';
import type { ChangeInput, ChangeParts, ChangePreview, PreviewInput, Result, Subscribed, SubscribeInput } from '../provider';
import { charge, createInvoice, moveTo, netPrice, restartPeriods, startNextPeriod } from './sandbox-clock';
import { requestConfirmation } from './sandbox-confirmations';
import { conflict, done, findLive, nextId, type SandboxState, type SandboxSubscription } from './sandbox-state';

const DAY_MS = 24 * 60 * 60_000;

/** Starts a subscription with the default card. A card that needs 3-D Secure leaves it `incomplete`. */
export function subscribe(state: SandboxState, input: SubscribeInput, confirmUrl: string, now: number): Result<Subscribed> {
  const plan = state.prices[input.sku];
  if (plan === undefined || plan.price !== input.price) return conflict('price');
  const isTrial = input.trialDays > 0;
  const declined = charge(state, isTrial ? 0 : netPrice(input));
  if (declined !== null && declined !== 'authentication_required') return { ok: false, error: { kind: 'declined', code: declined } };
  const anchorAt = isTrial ? now + input.trialDays * DAY_MS : now;
  const subscription: SandboxSubscription = {
    id: nextId(state, 'sub'),
    sku: input.sku,
    ...plan,
    percentOff: input.percentOff,
    couponId: input.couponId,
    status: declined !== null ? 'incomplete' : isTrial ? 'trialing' : 'active',
    createdAt: now,
    anchorAt,
    periods: isTrial ? 0 : 1,
    periodStart: now,
    periodEnd: isTrial ? anchorAt : addPeriods(now, 1, plan.cycle),
    trialEnd: isTrial ? anchorAt : null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    pendingChange: null,
    nextAttemptAt: null,
    failedAttempts: 0,
    latestInvoiceId: null,
  };
  state.subscriptions.unshift(subscription);
  const invoice = createInvoice(state, subscription, isTrial ? 0 : netPrice(subscription), now);
  if (declined === null) {
    invoice.status = 'paid';
    return done({ subscriptionId: subscription.id, confirm: null });
  }
  invoice.declined = 'authentication_required';
  const url = requestConfirmation(state, invoice, confirmUrl, input.returnUrl);
  return done({ subscriptionId: subscription.id, confirm: { clientSecret: null, url } });
}

type Quote = ChangePreview & { restarts: boolean };
type Target = { sku: string; percentOff: number };

const NOTHING: ChangeParts = { charge: 0, discount: 0, credit: 0, tax: 0, includedTax: 0, balance: 0, credited: 0 };

function quote(state: SandboxState, subscription: SandboxSubscription, { sku, percentOff }: Target, at: number): Quote | null {
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

/** Returns what a change costs at its date, by default now. */
export function previewChange(
  state: SandboxState,
  { subscriptionId, prorationDate, ...target }: PreviewInput,
  now: number,
): Result<ChangePreview> {
  const subscription = findLive(state, subscriptionId);
  if (subscription === null) return conflict('not live');
  const quoted = quote(state, subscription, target, prorationDate ?? now);
  if (quoted === null) return conflict('unknown plan');
  const { restarts: _, ...preview } = quoted;
  return done(preview);
}

/** Upgrades now. The charge equals the quote with the same `prorationDate`. */
export function change(state: SandboxState, input: ChangeInput, now: number): Result<null> {
  const subscription = findLive(state, input.subscriptionId);
  if (subscription === null || subscription.status === 'past_due') return conflict('not live');
  const at = Math.min(input.prorationDate, now);
  const quoted = quote(state, subscription, input, at);
  if (quoted === null || at < subscription.periodStart) return conflict('unknown plan');
  const declined = charge(state, quoted.amountDue);
  if (declined !== null) return { ok: false, error: { kind: 'declined', code: declined } };
  moveTo(state, subscription, input.sku, input.percentOff);
  subscription.pendingChange = null;
  subscription.heldChange = null;
  if (quoted.restarts) {
    restartPeriods(subscription, at);
    startNextPeriod(subscription);
  }
  const { balance, credited } = quoted.parts;
  if (quoted.amountDue + balance > 0) createInvoice(state, subscription, quoted.amountDue + balance, now).status = 'paid';
  if (credited > 0) {
    Object.assign(createInvoice(state, subscription, 0, now), { kind: 'credit', amount: credited, status: 'paid' });
    state.credit = (state.credit ?? 0) + credited;
  }
  return done(null);
}
