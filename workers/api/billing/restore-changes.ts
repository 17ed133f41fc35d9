import { changeOf, hasAccess } from '#app/domain/billing';
import type { SkuDefinitionWire } from '#app/wire/subscription';
import type { BillingProvider, ProviderSubscription } from './provider';

/**
 * Schedules downgrades again whose cancellation was undone, or was interrupted before it took effect (A196). Forgets those that can no longer
 * happen. `attempt`: a different text for each sync, so that the provider does not answer with an earlier failure. Returns true if something
 * was done, so that the subscriptions have to be read again. What fails is tried by the next sync.
 */
export async function restoreChanges(
  provider: BillingProvider,
  subscriptions: ReadonlyArray<ProviderSubscription>,
  definitions: ReadonlyArray<SkuDefinitionWire>,
  attempt: string,
): Promise<boolean> {
  let isDone = false;
  for (const subscription of subscriptions) {
    const { id, status, cancelAtPeriodEnd, heldChange } = subscription;
    if (heldChange === null || cancelAtPeriodEnd || !hasAccess(status)) continue;
    const key = `restore ${heldChange.id} ${attempt}`;
    const target = findTarget(subscription, definitions);
    const result =
      target === null
        ? await provider.releaseSchedule(id, key)
        : await provider.scheduleDowngrade({
            subscriptionId: id,
            sku: target.sku,
            price: target.price_usd,
            percentOff: heldChange.percentOff,
            idempotencyKey: key,
          });
    isDone ||= result.ok;
  }
  return isDone;
}

/** Returns the plan of the downgrade if it is still in the future, to a lower plan that is sold; else null. */
function findTarget(
  { sku, periodEnd, heldChange }: ProviderSubscription,
  definitions: ReadonlyArray<SkuDefinitionWire>,
): SkuDefinitionWire | null {
  const planOf = (wanted: string | undefined) => definitions.find((definition) => definition.sku === wanted);
  const [current, target] = [planOf(sku), planOf(heldChange?.sku)];
  if (current === undefined || target === undefined || heldChange?.at !== periodEnd) return null;
  const isLower =
    changeOf({ tier: current.tier, cycle: current.billing_cycle }, { tier: target.tier, cycle: target.billing_cycle }) === 'downgrade';
  return isLower && target.purchasable_with.includes('stripe') ? target : null;
}
