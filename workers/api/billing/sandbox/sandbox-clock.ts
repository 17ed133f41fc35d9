import { addPeriods } from '#app/domain/billing-period';
import type { DeclineCode } from '../provider';
import { nextId, type SandboxInvoice, type SandboxState, type SandboxSubscription } from './sandbox-state';

const DAY_MS = 24 * 60 * 60_000;
/** Days from a failed renewal to each further attempt, about two weeks as with Stripe. After the last one, the subscription ends. */
const RETRY_DAYS = [3, 8, 14];
/** An unconfirmed first payment expires after 23 hours. */
const INCOMPLETE_MS = 23 * 60 * 60_000;

/** Runs everything that falls due until `now` on the sandbox’s clock, in order of time. */
export function runUntil(state: SandboxState, now: number): void {
  for (const checkout of state.checkouts) if (checkout.status === 'open' && checkout.expiresAt <= now) checkout.status = 'expired';
  for (;;) {
    const due = state.subscriptions
      .map((subscription) => ({ subscription, at: nextEventAt(subscription) }))
      .filter((event): event is { subscription: SandboxSubscription; at: number } => event.at !== null && event.at <= now)
      .sort((a, b) => a.at - b.at)[0];
    if (due === undefined) return;
    runEvent(state, due.subscription, due.at);
  }
}

function nextEventAt({ status, createdAt, periodEnd, nextAttemptAt }: SandboxSubscription): number | null {
  if (status === 'incomplete') return createdAt + INCOMPLETE_MS;
  if (status === 'past_due') return Math.min(periodEnd, nextAttemptAt ?? periodEnd);
  return status === 'active' || status === 'trialing' ? periodEnd : null;
}

function runEvent(state: SandboxState, subscription: SandboxSubscription, at: number): void {
  if (subscription.status === 'incomplete') {
    end(state, subscription, 'incomplete_expired', at);
    return;
  }
  giveUpChange(state, subscription);
  if (subscription.status === 'past_due' && subscription.nextAttemptAt !== null && subscription.nextAttemptAt < subscription.periodEnd) {
    collect(state, subscription, at);
    return;
  }
  if (subscription.cancelAtPeriodEnd) {
    end(state, subscription, 'canceled', subscription.periodEnd);
    return;
  }
  renew(state, subscription, at);
}

function renew(state: SandboxState, subscription: SandboxSubscription, at: number): void {
  const { pendingChange } = subscription;
  subscription.heldChange = null;
  const isFirst = subscription.status === 'trialing';
  if (pendingChange !== null && pendingChange.at <= at) {
    const wasCycle = subscription.cycle;
    moveTo(state, subscription, pendingChange.sku, pendingChange.percentOff ?? subscription.percentOff);
    subscription.pendingChange = null;
    if (subscription.cycle !== wasCycle) restartPeriods(subscription, at);
  }
  if (isFirst) restartPeriods(subscription, at);
  startNextPeriod(subscription);
  const invoice = createInvoice(state, subscription, netPrice(subscription), at);
  subscription.status = 'active';
  collect(state, subscription, at, invoice);
}

/** Charges the newest open invoice with the default card. A failure starts or continues the retries. */
export function collect(
  state: SandboxState,
  subscription: SandboxSubscription,
  at: number,
  invoice = openInvoiceOf(state, subscription),
): void {
  if (invoice === null) return;
  const declined = charge(state, invoice.amount);
  if (declined === null) {
    markPaid(subscription, invoice);
    return;
  }
  invoice.declined = declined;
  if (declined !== 'authentication_required') invoice.confirmUrl = null;
  const days = RETRY_DAYS[subscription.failedAttempts];
  const since = RETRY_DAYS[subscription.failedAttempts - 1] ?? 0;
  subscription.failedAttempts += 1;
  if (days === undefined) {
    Object.assign(invoice, { status: 'uncollectible', confirmUrl: null });
    end(state, subscription, 'canceled', at);
    return;
  }
  subscription.status = 'past_due';
  subscription.nextAttemptAt = at + (days - since) * DAY_MS;
}

/** Ends the retries of a payment that was past due, or the wait for a first one. */
export function markPaid(subscription: SandboxSubscription, invoice: SandboxInvoice): void {
  Object.assign(invoice, { status: 'paid', declined: null, confirmUrl: null });
  Object.assign(subscription, { status: 'active', nextAttemptAt: null, failedAttempts: 0 });
}

/** Ends an upgrade that waits for the parent’s bank. Does nothing without one. */
export function giveUpChange(state: SandboxState, subscription: SandboxSubscription): void {
  const invoice = state.invoices.find(({ id }) => id === subscription.waitingChange?.invoiceId);
  if (invoice?.status === 'open') Object.assign(invoice, { status: 'void', confirmUrl: null });
  subscription.waitingChange = null;
}

/** Returns why the default card would not pay, or null if it pays. */
export function charge(state: SandboxState, amount: number): DeclineCode | null {
  const card = state.cards.find(({ isDefault }) => isDefault);
  if (card === undefined) return 'generic';
  if (amount > 0 && card.behavior === 'charge_fails') return 'generic';
  if (card.behavior.startsWith('confirm') && !card.isConfirmed) return 'authentication_required';
  return amount > 0 && card.behavior === 'confirm_insufficient' ? 'insufficient_funds' : null;
}

/** Creates the newest invoice of a subscription. Earlier credit pays it first. */
export function createInvoice(state: SandboxState, subscription: SandboxSubscription, total: number, at: number): SandboxInvoice {
  const credit = Math.min(state.credit ?? 0, total);
  if (credit > 0) state.credit = (state.credit ?? 0) - credit;
  const invoice: SandboxInvoice = {
    id: nextId(state, 'inv'),
    at,
    kind: subscription.trialEnd !== null && at < subscription.trialEnd ? 'trial' : 'charge',
    sku: subscription.sku,
    periodStart: at,
    periodEnd: subscription.periodEnd,
    amount: total - credit,
    refunded: 0,
    status: 'open',
    url: null,
    subscriptionId: subscription.id,
    declined: null,
    confirmUrl: null,
  };
  state.invoices.unshift(invoice);
  subscription.latestInvoiceId = invoice.id;
  return invoice;
}

export function openInvoiceOf(state: SandboxState, subscription: SandboxSubscription): SandboxInvoice | null {
  return state.invoices.find(({ subscriptionId, status }) => subscriptionId === subscription.id && status === 'open') ?? null;
}

/** Changes the plan with its price, and the discount. */
export function moveTo(state: SandboxState, subscription: SandboxSubscription, sku: string, percentOff: number): void {
  const plan = state.prices[sku];
  subscription.sku = sku;
  subscription.percentOff = percentOff;
  if (plan !== undefined) Object.assign(subscription, plan);
}

/** Lets the next period start at `at`. */
export function restartPeriods(subscription: SandboxSubscription, at: number): void {
  subscription.anchorAt = at;
  subscription.periods = 0;
  subscription.periodEnd = at;
}

export function startNextPeriod(subscription: SandboxSubscription): void {
  subscription.periods += 1;
  subscription.periodStart = subscription.periodEnd;
  subscription.periodEnd = addPeriods(subscription.anchorAt, subscription.periods, subscription.cycle);
}

/** Ends a subscription, and voids what it has not paid. */
export function end(state: SandboxState, subscription: SandboxSubscription, status: 'canceled' | 'incomplete_expired', at: number): void {
  Object.assign(subscription, { status, canceledAt: at, pendingChange: null, heldChange: null, nextAttemptAt: null, waitingChange: null });
  voidOpen(state, subscription);
}

export function voidOpen(state: SandboxState, subscription: SandboxSubscription): void {
  for (const invoice of state.invoices)
    if (invoice.subscriptionId === subscription.id && invoice.status === 'open')
      Object.assign(invoice, { status: 'void', confirmUrl: null });
}

/** Returns the price per period after the discount, rounded half up (A96). */
export function netPrice({ price, percentOff }: { price: number; percentOff: number }): number {
  return Math.floor((price * (100 - percentOff) + 50) / 100);
}
