import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { toAccountState } from '#app/server/account.server';
import type { Parent } from '#app/server/guards.server';
import { allowStripe } from '#app/server/stripe-sources.server';
import { getPurchaseInfo } from '#app/wire/billing';
import { PLANS_PATH } from '../plan-facts';

/** A payment that waits for the bank. `url`: Stripe’s own page for it, which needs no script. */
export type ConfirmPageData = { clientSecret: string; publishableKey: string; url: string | null };

/** @throws a redirect to the plan if nothing waits for the bank, or to the provider’s page if ours can’t ask */
export async function loadConfirmPage(context: AppLoadContext, parent: Parent) {
  const { summary } = await parent.api.call(getPurchaseInfo, { query: { query: 'summary' }, body: undefined });
  const confirm = summary?.confirm ?? null;
  if (confirm === null) throw redirect(PLANS_PATH);
  const { client_secret: clientSecret, publishable_key: publishableKey, url } = confirm;
  if (clientSecret === null || publishableKey === null) throw redirect(url ?? PLANS_PATH);
  allowStripe(context);
  const page: ConfirmPageData = { clientSecret, publishableKey, url };
  const { seq, isFull } = parent.account;
  return { page, accountState: toAccountState(parent.account, Date.now()), seq, isFull };
}
