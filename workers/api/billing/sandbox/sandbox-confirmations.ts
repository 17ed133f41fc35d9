import type { Result } from '../provider';
import { charge, end, giveUpChange, markPaid, openInvoiceOf } from './sandbox-clock';
import { type Addresses, conflict, done, nextId, type SandboxInvoice, type SandboxState, type SandboxSubscription } from './sandbox-state';
import { finishChange } from './sandbox-upgrade';

type Confirmation = SandboxState['confirmations'][number];

/** Asks the parent to confirm the payment of an open invoice. Earlier questions about it can no longer be answered. Returns the page. */
export function requestConfirmation(state: SandboxState, invoice: SandboxInvoice, confirmUrl: string, returnUrl: string): string {
  state.confirmations = state.confirmations.filter(({ invoiceId }) => invoiceId !== invoice.id);
  const id = nextId(state, 'conf');
  state.confirmations.push({ id, subscriptionId: invoice.subscriptionId, invoiceId: invoice.id, returnUrl });
  invoice.confirmUrl = `${confirmUrl}?id=${encodeURIComponent(id)}`;
  return invoice.confirmUrl;
}

/** Returns a question that the parent can still answer, or null. */
export function findConfirmation(state: SandboxState, wanted: string): Confirmation | null {
  const found = state.confirmations.find(({ id }) => id === wanted);
  const invoice = state.invoices.find(({ id }) => id === found?.invoiceId);
  const subscription = state.subscriptions.find(({ id }) => id === found?.subscriptionId);
  const status = subscription?.status;
  const isWaiting =
    status === 'incomplete' || status === 'past_due' || (invoice !== undefined && subscription?.waitingChange?.invoiceId === invoice.id);
  const isOpen = invoice?.status === 'open' && invoice.confirmUrl !== null && isWaiting;
  return isOpen ? (found ?? null) : null;
}

/** Lets the parent confirm the payments that were past due and failed without them. */
export function requestConfirmations(state: SandboxState, { confirmUrl, dueUrl }: Addresses): void {
  for (const subscription of state.subscriptions.filter(({ status }) => status === 'past_due')) {
    const invoice = openInvoiceOf(state, subscription);
    if (invoice !== null && invoice.declined === 'authentication_required' && invoice.confirmUrl === null)
      requestConfirmation(state, invoice, confirmUrl, toInvoiceUrl({ dueUrl }, invoice));
  }
}

/**
 * Charges what is past due with the default card, while the parent is there. A card that needs 3-D Secure leaves the payment open. As with
 * Stripe, the plan of further attempts stays.
 */
export function payNow(state: SandboxState, subscription: SandboxSubscription, { confirmUrl, dueUrl }: Addresses): void {
  const invoice = openInvoiceOf(state, subscription);
  if (invoice === null) return;
  const declined = charge(state, invoice.amount);
  if (declined === null) {
    markPaid(subscription, invoice);
    return;
  }
  const needsParent = declined === 'authentication_required';
  Object.assign(invoice, { declined: needsParent ? null : declined, confirmUrl: null });
  if (needsParent) requestConfirmation(state, invoice, confirmUrl, toInvoiceUrl({ dueUrl }, invoice));
}

/** Returns the address to which the page for 3-D Secure leads back. */
export function toInvoiceUrl({ dueUrl }: Pick<Addresses, 'dueUrl'>, { id }: SandboxInvoice): string {
  return `${dueUrl}?invoice=${encodeURIComponent(id)}`;
}

/**
 * Passes or fails 3-D Secure. A first payment that fails ends its subscription; one that is past due, or for an upgrade, can be confirmed again. Returns the
 * address to redirect the browser to.
 */
export function confirm(state: SandboxState, wanted: string, isApproved: boolean, now: number): Result<{ returnUrl: string }> {
  const found = state.confirmations.find(({ id }) => id === wanted);
  const subscription = state.subscriptions.find(({ id }) => id === found?.subscriptionId);
  const invoice = state.invoices.find(({ id }) => id === found?.invoiceId);
  if (found === undefined || subscription === undefined || invoice === undefined) return conflict('unknown');
  if (findConfirmation(state, wanted) === null) return done({ returnUrl: found.returnUrl });
  for (const card of state.cards) card.isConfirmed = isApproved;
  const declined = isApproved ? charge(state, invoice.amount) : 'authentication_required';
  if (subscription.waitingChange?.invoiceId === invoice.id) {
    if (declined === null) finishChange(state, subscription, invoice);
    else invoice.declined = declined;
    if (declined !== null && declined !== 'authentication_required') giveUpChange(state, subscription);
  } else if (subscription.status === 'past_due') {
    if (declined === null) markPaid(subscription, invoice);
    else Object.assign(invoice, { declined, confirmUrl: declined === 'authentication_required' ? invoice.confirmUrl : null });
  } else if (subscription.status === 'incomplete') {
    if (declined === null) {
      const isTrial = subscription.trialEnd !== null && subscription.trialEnd > now;
      markPaid(subscription, invoice);
      if (isTrial) subscription.status = 'trialing';
    } else {
      Object.assign(invoice, { status: 'void', declined: isApproved ? declined : null, confirmUrl: null });
      end(state, subscription, 'incomplete_expired', now);
    }
  }
  return done({ returnUrl: found.returnUrl });
}
