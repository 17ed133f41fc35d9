import type * as z from 'zod';
import type { finishCheckout } from '#app/wire/billing';
import { providerDown } from '#app/wire/errors';
import type { ApiEnv } from '../env';
import type { permittedCheckoutSchema } from '../family/billing/billing';
import { familyOf } from '../family-of';
import { requireProvider, unwrapResult } from './buy';
import { syncBilling } from './sync-billing';

type Finished = z.infer<typeof finishCheckout.output>;

/**
 * Reads a checkout after the provider has led back, and the plan with it (PUT /checkout). Safe to repeat.
 * @throws Refusal 503 if the provider does not respond
 */
export async function finishPermitted(env: ApiEnv, permitted: z.infer<typeof permittedCheckoutSchema>): Promise<Finished> {
  const { buyer, checkoutId, providerId, state, kind, invoiceId } = permitted;
  const about = { kind, invoice_id: invoiceId };
  const provider = await requireProvider(env);
  const family = familyOf(env, buyer.accountId);
  const isKnown = state === 'done' || providerId === null;
  // Reading a checkout makes its card the default one, which the sync then stores.
  const read = isKnown ? null : unwrapResult(await provider.readCheckout(providerId));
  if ((await syncBilling(env, buyer.accountId)) === 'unavailable') throw providerDown();
  const stored = await family.findCheckoutState(checkoutId);
  // Only a trial that is not given fails a checkout of the provider after it is complete (A179).
  if (kind === 'subscription' && stored === 'failed')
    return { ...about, status: 'expired', declined: 'trial_used', info: await family.describePurchase() };
  const isDone = state === 'done' || read?.status === 'complete' || stored === 'done';
  if (isDone && kind === 'setup') await family.changeCheckout(checkoutId, { state: 'done' });
  if (read?.status === 'expired' && !isDone) await family.changeCheckout(checkoutId, { state: 'expired' });
  const status = isDone ? 'complete' : (read?.status ?? 'open');
  // A purchase with a stored card has no checkout at the provider, so its subscription says why it failed.
  const declined = kind === 'purchase' && !isDone ? await family.findPurchaseDecline(checkoutId) : (read?.declined ?? null);
  return { ...about, status, declined, info: await family.describePurchase() };
}
