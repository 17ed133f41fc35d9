import type { BillingProvider, ProviderSubscription } from './provider';

/**
 * Completes cancellations of plans that were not paid (A206): ends what is canceled and past due, and voids what an ended plan has not paid.
 * `attempt`: a different text for each sync. Returns true if something was done. What fails is tried by the next sync.
 */
export async function endUnpaid(
  provider: BillingProvider,
  subscriptions: ReadonlyArray<ProviderSubscription>,
  attempt: string,
): Promise<boolean> {
  let isDone = false;
  for (const { id, status, cancelAtPeriodEnd, latestInvoice } of subscriptions) {
    const key = `unpaid ${id} ${attempt}`;
    const isEnded = status === 'incomplete_expired' || status === 'canceled';
    if (status === 'past_due' && cancelAtPeriodEnd) isDone = (await provider.setCancelAtPeriodEnd(id, true, key)).ok || isDone;
    else if (isEnded && latestInvoice?.status === 'open') isDone = (await provider.cancelNow(id, key)).ok || isDone;
  }
  return isDone;
}
