import { type Account, get, idOf } from './account.ts';
import { DAY, nextBoundary } from './calendar.ts';
import { applyPrice, expireUpdate } from './changes.ts';
import { intervalOf } from './compose-subscription.ts';
import { emit } from './events.ts';
import { createInvoice, finalize } from './invoices.ts';
import type { Invoice, Session, Subscription } from './plain.ts';
import { enterPhase } from './schedules.ts';
import { collect, end, INCOMPLETE_LIFE, isEnded, itemOf, settle } from './subscriptions.ts';

type Due = { at: number; run: () => void };
const TRIAL_WARNING = 3 * DAY;

/** Moves the account's clock and does what falls due, each at its own instant. */
export function advance(account: Account, to: number): void {
  for (let due = nextDue(account); due !== null && due.at <= to; due = nextDue(account)) {
    account.now = Math.max(account.now, due.at);
    due.run();
  }
  account.now = Math.max(account.now, to);
}

function nextDue(account: Account): Due | null {
  let first: Due | null = null;
  for (const due of listDue(account)) if (first === null || due.at < first.at) first = due;
  return first;
}

function* listDue(account: Account): Iterable<Due> {
  for (const session of account.sessions.values()) {
    if (session.status === 'open') yield { at: session.expires_at, run: () => expireSession(account, session) };
  }
  for (const invoice of account.invoices.values()) yield* listInvoiceDue(account, invoice);
  for (const subscription of account.subscriptions.values()) {
    if (!isEnded(subscription)) yield* listSubscriptionDue(account, subscription);
  }
}

function* listInvoiceDue(account: Account, invoice: Invoice): Iterable<Due> {
  const pay = () => {
    if (invoice.status === 'draft') finalize(account, invoice);
    if (invoice.status === 'open') collect(account, invoice);
    else settle(account, invoice);
  };
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at) yield { at: invoice.automatically_finalizes_at, run: pay };
  if (invoice.status === 'open' && invoice.next_payment_attempt) {
    const at = invoice.next_payment_attempt;
    const subscription = account.subscriptions.get(idOf(invoice.parent?.subscription_details?.subscription));
    if (subscription !== undefined && !isEnded(subscription)) yield { at, run: pay };
  }
}

function* listSubscriptionDue(account: Account, subscription: Subscription): Iterable<Due> {
  if (subscription.status === 'incomplete') {
    yield { at: subscription.created + INCOMPLETE_LIFE, run: () => end(account, subscription, null, 'incomplete_expired') };
    return;
  }
  if (subscription.pending_update !== null) {
    yield { at: subscription.pending_update.expires_at, run: () => expireUpdate(account, subscription) };
  }
  if (subscription.status === 'trialing' && subscription.trial_end !== null && !account.warned.has(subscription.id)) {
    const warn = () => {
      account.warned.add(subscription.id);
      emit(account, 'customer.subscription.trial_will_end', subscription);
    };
    yield { at: subscription.trial_end - TRIAL_WARNING, run: warn };
  }
  yield { at: itemOf(subscription).current_period_end, run: () => renew(account, subscription) };
}

/** Ends the period: ends the subscription, or starts the next period with its invoice, in the next phase of a schedule if there is one. */
function renew(account: Account, subscription: Subscription): void {
  const item = itemOf(subscription);
  if (subscription.cancel_at_period_end) {
    end(account, subscription, 'cancellation_requested');
    return;
  }
  const changed = enterPhase(account, subscription);
  if (isEnded(subscription)) return;
  const start = item.current_period_end;
  const price = changed === null ? item.price : get(account.prices, 'price', changed);
  const isOtherInterval = intervalOf(price).interval !== intervalOf(item.price).interval;
  const anchor = isOtherInterval ? start : subscription.billing_cycle_anchor;
  applyPrice(subscription, price, { start, end: nextBoundary(anchor, intervalOf(price), start), anchor });
  const previous = { status: subscription.status };
  if (subscription.status === 'trialing') subscription.status = 'active';
  if (subscription.status !== 'unpaid') {
    const line = { amount: price.unit_amount ?? 0, price: price.id, start, end: item.current_period_end, isProration: false };
    createInvoice(account, subscription, { reason: 'subscription_cycle', lines: [line] });
  }
  emit(account, 'customer.subscription.updated', subscription, previous);
}

export function expireSession(account: Account, session: Session): void {
  session.status = 'expired';
  session.url = null;
  emit(account, 'checkout.session.expired', session);
}
