import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import type { Instant, TimeZone } from '#app/domain/time';
import { toAccountState } from '#app/server/account.server';
import { attempt, type Outcome } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { finishCheckout, getPurchaseInfo } from '#app/wire/billing';
import { PLANS_PATH } from '../plan-facts';
import { toConfirmUrl } from '../plans.server';
import { leadBackAfterCard, leadBackAfterPayment } from './due-message.server';
import { toDueOutcome } from './due-outcome.server';
import { leadBackAfterPurchase } from './payment.server';

/**
 * What the return page shows: `unknown` if the provider did not answer, `open` if nothing was paid, `declined` with the reason, `confirm` if the
 * bank has not been asked yet. `confirmUrl`: the bank’s page, if the payment waits for it. `due`: for a payment that is past due, the next
 * attempt to charge the card.
 */
export type ReturnPageData = {
  state: 'unknown' | 'open' | 'declined' | 'expired' | 'confirm';
  declined: string | null;
  confirmUrl: string | null;
  due: { nextAttemptAt: Instant | null; zone: TimeZone; now: Instant } | null;
};

const NOTHING_KNOWN: ReturnPageData = { state: 'unknown', declined: null, confirmUrl: null, due: null };

/** The provider answered this recently, in ms. */
const JUST_NOW_MS = 15_000;

/**
 * Reads the state at the provider after a payment, for the address to which the provider leads (`?checkout=`, or `?invoice=` after a
 * confirmation by the bank), or after an unknown outcome (without both). Can be repeated.
 * @throws a redirect to the plan once the outcome is known and nothing is left to do
 */
export async function loadReturnPage(request: Request, context: AppLoadContext, parent: Parent) {
  const query = new URL(request.url).searchParams;
  const checkoutId = query.get('checkout');
  const visit = { request, context, parent };
  const page = checkoutId === null ? await readAgain(visit, query.get('invoice')) : await finish(visit, checkoutId);
  const { seq, isFull } = parent.account;
  return { page, accountState: toAccountState(parent.account, Date.now()), seq, isFull };
}

type Visit = { request: Request; context: AppLoadContext; parent: Parent };

async function readAgain(visit: Visit, invoiceId: string | null): Promise<ReturnPageData> {
  const { api, account } = visit.parent;
  const began = Date.now();
  const outcome = await read(() => api.call(getPurchaseInfo, { query: { query: 'summary', fresh: true }, body: undefined }));
  const summary = outcome.kind === 'done' ? outcome.value.summary : undefined;
  const syncedAt = outcome.kind === 'done' ? (summary?.synced_ts ?? began) : 0;
  if (syncedAt <= began - JUST_NOW_MS) return NOTHING_KNOWN;
  const paid = toDueOutcome(summary, invoiceId);
  if (paid.kind === 'paid') throw await leadBackAfterPayment(visit, { amount: paid.amount, tier: summary?.tier ?? 'free' });
  const confirmUrl = toConfirmUrl(summary?.confirm ?? null);
  if (paid.kind === 'confirm') return { ...NOTHING_KNOWN, state: 'confirm', confirmUrl };
  if (paid.kind !== 'declined') throw redirect(PLANS_PATH);
  const due = { nextAttemptAt: paid.nextAttemptAt, zone: account.timeZone, now: began };
  return { state: 'declined', declined: paid.reason, confirmUrl, due };
}

async function finish(visit: Visit, checkoutId: string): Promise<ReturnPageData> {
  const body = { checkout_id: checkoutId };
  // Each visit reads the state anew, so none repeats an earlier answer.
  const options = { idempotencyKey: crypto.randomUUID() };
  const outcome = await read(() => visit.parent.api.call(finishCheckout, { query: {}, body }, options));
  if (outcome.kind === 'unknown') return NOTHING_KNOWN;
  // Another account’s checkout, or one that no longer exists.
  if (outcome.kind === 'refused') throw redirect(PLANS_PATH);
  const { status, kind, invoice_id: invoiceId, declined, info } = outcome.value;
  const { summary } = info;
  if (status === 'complete' && kind === 'setup') throw await leadBackAfterCard(visit, toDueOutcome(summary, invoiceId));
  if (status === 'complete') {
    if (info.status !== 'account_active' || summary?.source !== 'stripe') throw redirect(PLANS_PATH);
    throw await leadBackAfterPurchase(visit, { tier: summary.tier, isTrial: summary.term.kind === 'trial' });
  }
  const state = declined === null ? status : 'declined';
  return { state, declined, confirmUrl: toConfirmUrl(summary?.confirm ?? null), due: null };
}

/** Like `attempt`, in a loader, whose API throws a failed call as a response. */
async function read<Value>(call: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return await attempt(call);
  } catch (error) {
    if (error instanceof Response && error.status === 503) return { kind: 'unknown' };
    if (error instanceof Response && error.status === 403) throw redirect(PLANS_PATH);
    throw error;
  }
}
