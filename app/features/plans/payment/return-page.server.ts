import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { toAccountState } from '#app/server/account.server';
import { attempt, type Outcome } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { finishCheckout, getPurchaseInfo, type PurchaseInfoWire } from '#app/wire/billing';
import { PLANS_PATH } from '../plan-facts';
import { toConfirmUrl } from '../plans.server';
import { leadBackAfterPurchase } from './payment.server';

/**
 * What the return page shows: `unknown` if the provider did not answer, `open` if nothing was paid, `declined` with the reason. `confirmUrl`: the
 * bank’s page, if the payment waits for it.
 */
export type ReturnPageData = { state: 'unknown' | 'open' | 'declined' | 'expired'; declined: string | null; confirmUrl: string | null };

type Answer = { status: 'open' | 'complete' | 'expired'; declined: string | null; info: PurchaseInfoWire };

/** The provider answered this recently, in ms. */
const JUST_NOW_MS = 15_000;

/**
 * Reads the state at the provider after a payment, for the address to which the provider leads (`?checkout=`) or after an unknown outcome (without
 * it). Can be repeated.
 * @throws a redirect to the plan once the outcome is known and nothing is left to do
 */
export async function loadReturnPage(request: Request, context: AppLoadContext, parent: Parent) {
  const checkoutId = new URL(request.url).searchParams.get('checkout');
  const page = checkoutId === null ? await readAgain(parent) : await finish(request, context, parent, checkoutId);
  const { seq, isFull } = parent.account;
  return { page, accountState: toAccountState(parent.account, Date.now()), seq, isFull };
}

async function readAgain({ api }: Parent): Promise<ReturnPageData> {
  const began = Date.now();
  const outcome = await read(() => api.call(getPurchaseInfo, { query: { query: 'summary', fresh: true }, body: undefined }));
  const syncedAt = outcome.kind === 'done' ? (outcome.value.summary?.synced_ts ?? began) : 0;
  if (syncedAt > began - JUST_NOW_MS) throw redirect(PLANS_PATH);
  return { state: 'unknown', declined: null, confirmUrl: null };
}

async function finish(request: Request, context: AppLoadContext, parent: Parent, checkoutId: string): Promise<ReturnPageData> {
  const body = { checkout_id: checkoutId };
  // Each visit reads the state anew, so none repeats an earlier answer.
  const options = { idempotencyKey: crypto.randomUUID() };
  const outcome = await read(() => parent.api.call(finishCheckout, { query: {}, body }, options));
  if (outcome.kind === 'unknown') return { state: 'unknown', declined: null, confirmUrl: null };
  // Another account’s checkout, or one that no longer exists.
  if (outcome.kind === 'refused') throw redirect(PLANS_PATH);
  const { status, declined, info }: Answer = outcome.value;
  const { summary } = info;
  if (status === 'complete') {
    if (info.status !== 'account_active' || summary?.source !== 'stripe') throw redirect(PLANS_PATH);
    throw await leadBackAfterPurchase({ request, context, parent }, { tier: summary.tier, isTrial: summary.term.kind === 'trial' });
  }
  const state = declined === null ? status : 'declined';
  return { state, declined, confirmUrl: toConfirmUrl(summary?.confirm ?? null) };
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
