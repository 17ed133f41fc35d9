import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { toAccountState } from '#app/server/account.server';
import type { Parent } from '#app/server/guards.server';
import { allowStripe } from '#app/server/stripe-sources.server';
import { getPurchaseInfo, listPaymentSources } from '#app/wire/billing';
import { PLANS_PATH } from '../plan-facts';

/**
 * A payment that waits for the bank. `url`: Stripe’s own page for it, which needs no script. `cardId`: the card to try again after a decline.
 * `isDeclined`: the last attempt was declined, so it has to be tried again.
 */
export type ConfirmPageData = {
  clientSecret: string;
  publishableKey: string;
  url: string | null;
  returnUrl: string;
  cardId: string | null;
  isDeclined: boolean;
};

/** @throws a redirect to the plan if nothing waits for the bank, or to the provider’s page if ours can’t ask */
export async function loadConfirmPage(context: AppLoadContext, parent: Parent) {
  const { api } = parent;
  const [{ summary }, cards] = await Promise.all([
    api.call(getPurchaseInfo, { query: { query: 'summary' }, body: undefined }),
    api.call(listPaymentSources, { query: {}, body: undefined }),
  ]);
  const confirm = summary?.confirm ?? null;
  if (confirm === null) throw redirect(PLANS_PATH);
  const { client_secret: clientSecret, publishable_key: publishableKey, url } = confirm;
  if (clientSecret === null || publishableKey === null) throw redirect(url ?? PLANS_PATH);
  allowStripe(context);
  const returnUrl = `${PLANS_PATH}/return?${new URLSearchParams({ invoice: confirm.invoice_id })}`;
  const cardId = cards.find(({ is_default }) => is_default)?.id ?? null;
  const isDeclined = summary?.due != null && summary.due.declined !== null;
  const page: ConfirmPageData = { clientSecret, publishableKey, url, returnUrl, cardId, isDeclined };
  const { seq, isFull } = parent.account;
  return { page, accountState: toAccountState(parent.account, Date.now()), seq, isFull };
}
