import { addPeriods } from '#app/domain/billing-period';
import type { ChangeInput, ChangePreview, Result, Subscribed, SubscribeInput } from '../provider';
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

function quote(state: SandboxState, subscription: SandboxSubscription, sku: string, at: number): Quote | null {
  const plan = state.prices[sku];
  if (plan === undefined) return null;
  const [before, after] = [netPrice(subscription), netPrice({ price: plan.price, percentOff: subscription.percentOff })];
  if (subscription.status === 'trialing')
    return { prorationDate: at, amountDue: 0, nextAmount: after, nextAt: subscription.periodEnd, restarts: false };
  const left = Math.max(0, subscription.periodEnd - at) / (subscription.periodEnd - subscription.periodStart);
  const restarts = plan.cycle !== subscription.cycle;
  const due = restarts ? after - Math.round(before * left) : Math.round((after - before) * left);
  const nextAt = restarts ? addPeriods(at, 1, plan.cycle) : subscription.periodEnd;
  return { prorationDate: at, amountDue: Math.max(0, due), nextAmount: after, nextAt, restarts };
}

/** Returns what a change costs at `now`. */
export function previewChange(state: SandboxState, id: string, sku: string, now: number): Result<ChangePreview> {
  const subscription = findLive(state, id);
  if (subscription === null) return conflict('not live');
  const quoted = quote(state, subscription, sku, now);
  if (quoted === null) return conflict('unknown plan');
  const { restarts: _, ...preview } = quoted;
  return done(preview);
}

/** Upgrades now. The charge equals the quote with the same `prorationDate`. */
export function change(state: SandboxState, input: ChangeInput, now: number): Result<null> {
  const subscription = findLive(state, input.subscriptionId);
  if (subscription === null || subscription.status === 'past_due') return conflict('not live');
  const at = Math.min(input.prorationDate, now);
  const quoted = quote(state, subscription, input.sku, at);
  if (quoted === null || at < subscription.periodStart) return conflict('unknown plan');
  const declined = charge(state, quoted.amountDue);
  if (declined !== null) return { ok: false, error: { kind: 'declined', code: declined } };
  moveTo(state, subscription, input.sku);
  subscription.pendingChange = null;
  if (quoted.restarts) {
    restartPeriods(subscription, at);
    startNextPeriod(subscription);
  }
  if (quoted.amountDue > 0) createInvoice(state, subscription, quoted.amountDue, now).status = 'paid';
  return done(null);
}
