import { addPeriods } from '#app/domain/billing-period';
import type { ChangeInput, ChangePreview, PreviewInput, Result, Subscribed, SubscribeInput } from '../provider';
import { charge, createInvoice, giveUpChange, netPrice } from './sandbox-clock';
import { requestConfirmation, toInvoiceUrl } from './sandbox-confirmations';
import { type Addresses, conflict, done, findLive, nextId, type SandboxState, type SandboxSubscription } from './sandbox-state';
import { addCredit, applyChange, quote } from './sandbox-upgrade';

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

/** Upgrades now. The charge equals the quote with the same `prorationDate`. A card that needs 3-D Secure leaves the upgrade waiting. */
export function change(state: SandboxState, input: ChangeInput, addresses: Addresses, now: number): Result<null> {
  const subscription = findLive(state, input.subscriptionId);
  if (subscription === null || subscription.status === 'past_due') return conflict('not live');
  const at = Math.min(input.prorationDate, now);
  const quoted = quote(state, subscription, input, at);
  if (quoted === null || at < subscription.periodStart) return conflict('unknown plan');
  giveUpChange(state, subscription);
  const declined = quoted.amountDue === 0 ? null : charge(state, quoted.amountDue);
  if (declined === 'authentication_required') {
    const invoice = Object.assign(createInvoice(state, subscription, 0, now), { sku: input.sku, amount: quoted.amountDue });
    subscription.waitingChange = { invoiceId: invoice.id, sku: input.sku, percentOff: input.percentOff, at };
    requestConfirmation(state, invoice, addresses.confirmUrl, toInvoiceUrl(addresses, invoice));
  }
  if (declined !== null) return { ok: false, error: { kind: 'declined', code: declined } };
  applyChange(state, subscription, input, quoted);
  const { balance } = quoted.parts;
  if (quoted.amountDue + balance > 0) createInvoice(state, subscription, quoted.amountDue + balance, now).status = 'paid';
  addCredit(state, subscription, quoted, now);
  return done(null);
}
