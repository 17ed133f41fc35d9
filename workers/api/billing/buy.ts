import { declined, ERROR_CODES, invalid, priceChanged, providerDown, Refusal } from '#app/wire/errors';
import type { ApiEnv } from '../env';
import { CHECKOUT_LIFE_MS } from '../family/billing/checkouts';
import type { PermittedOrder } from '../family/billing/permitted';
import { familyOf } from '../family-of';
import { findProvider } from './find-provider';
import type { BillingProvider, Card, ProviderError, Result } from './provider';
import { linkCustomer, syncBilling } from './sync-billing';
import { claimTrialCard } from './trial-cards';

type Buyer = PermittedOrder['buyer'];

/**
 * Returns the payment provider of this installation.
 * @throws Refusal 503 if there is none
 */
export async function requireProvider(env: ApiEnv): Promise<BillingProvider> {
  const provider = await findProvider(env);
  if (provider === null) throw providerDown();
  return provider;
}

/** Returns the id of the account’s customer at the provider. Creates the customer once and links it, so that webhooks reach the account. */
export async function customerOf(env: ApiEnv, provider: BillingProvider, buyer: Buyer): Promise<string> {
  if (buyer.customerId !== null && provider.name === 'stripe') return buyer.customerId;
  const customerId = unwrapResult(await provider.ensureCustomer(buyer.accountId, buyer.email));
  if (buyer.customerId === customerId) return customerId;
  await linkCustomer(env, customerId, buyer.accountId);
  await familyOf(env, buyer.accountId).setCustomer(provider.name, customerId);
  return customerId;
}

/**
 * Charges for a permitted purchase (S19), at most once per checkout row, then syncs. If the outcome is unknown, the row stays open and the
 * family’s alarm asks the provider.
 * @throws Refusal 400 with reason `declined` or `price`, 503 with reason `provider`
 */
export async function buy(env: ApiEnv, permitted: PermittedOrder, token: string): Promise<void> {
  const { buyer, order, checkoutId } = permitted;
  if (permitted.action !== 'none' && order !== null) {
    const family = familyOf(env, buyer.accountId);
    const provider = await requireProvider(env);
    const customerId = await customerOf(env, provider, buyer);
    try {
      for (const id of permitted.incomplete) unwrapResult(await provider.cancelNow(id, `replaced ${id}`));
      const card = unwrapResult(await provider.saveCard(customerId, token, `${checkoutId} card`));
      if (order.trialDays > 0) await requireFreshCard(env, card, buyer.accountId);
      await charge(env, provider, { permitted, order, customerId });
    } catch (error) {
      if (error instanceof Refusal && error.details.reason !== 'provider') {
        await family.changeCheckout(checkoutId, { state: 'failed' });
        await syncBilling(env, buyer.accountId, { isUrgent: false });
      }
      throw error;
    }
  }
  if ((await syncBilling(env, buyer.accountId)) === 'unavailable') throw providerDown();
}

async function charge(
  env: ApiEnv,
  provider: BillingProvider,
  { permitted, order, customerId }: { permitted: PermittedOrder; order: NonNullable<PermittedOrder['order']>; customerId: string },
): Promise<void> {
  const { buyer, checkoutId, subscriptionId, expiresAt } = permitted;
  if (permitted.action === 'upgrade' && subscriptionId !== null) {
    const prorationDate = expiresAt - CHECKOUT_LIFE_MS;
    const { sku, percentOff } = order;
    unwrapResult(await provider.change({ subscriptionId, sku, percentOff, prorationDate, idempotencyKey: checkoutId }));
    return;
  }
  const { sku, price, percentOff, coupon: couponId, trialDays } = order;
  unwrapResult(
    await provider.subscribe({
      ...{ customerId, accountId: buyer.accountId, sku, price, percentOff, couponId, trialDays },
      returnUrl: returnUrlOf(env, checkoutId),
      idempotencyKey: checkoutId,
    }),
  );
}

/** Returns the address to which the provider redirects. It contains the id of our row, which only the account’s own sessions can read. */
export function returnUrlOf(env: ApiEnv, checkoutId: string): string {
  return new URL(`/subscription/return?checkout=${checkoutId}`, env.PUBLIC_URL).toString();
}

/**
 * Records that the account uses its trial with this card.
 * @throws Refusal 400 `declined` with `trial_used` if another account had a trial with the same card number
 */
async function requireFreshCard(env: ApiEnv, card: Card, accountId: string): Promise<void> {
  if (!(await claimTrialCard(env, card, accountId))) throw declined('trial_used');
}

/**
 * Returns the value of a result.
 * @throws Refusal for the provider's error
 */
export function unwrapResult<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw toRefusal(result.error);
}

function toRefusal(error: ProviderError): Refusal {
  if (error.kind === 'declined') return declined(error.code);
  if (error.kind === 'unavailable') return providerDown();
  if (error.reason === 'price') return priceChanged();
  if (error.reason === 'token') return invalid('This token is unknown or was already used', { token: 'invalid' });
  return new Refusal(ERROR_CODES.unknown, 400, 'The subscription has changed in the meantime', { reason: 'stale' });
}
