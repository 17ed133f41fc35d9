import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import { familyOf } from '../family-of';
import type { BillingProvider, Card, ProviderSubscription } from './provider';

/** Records that the account uses its trial with this card. Returns false if another account had a trial with the same number (A170). */
export async function claimTrialCard(env: ApiEnv, { fingerprint }: Pick<Card, 'fingerprint'>, accountId: string): Promise<boolean> {
  if (fingerprint === null) return true;
  const entry = directoryFor(env, 'trial-card', fingerprint);
  await entry.reserve(accountId);
  return entry.confirm(accountId);
}

/**
 * Ends trials that began at the provider with a card of another account’s trial (A179). The provider takes the card of a checkout, so we
 * learn of it only here, before the family has got the plan. Returns whether any trial was ended. A trial that the family already has stays.
 */
export async function endUsedTrials(
  env: ApiEnv,
  provider: BillingProvider,
  accountId: string,
  { subscriptions, cards }: { subscriptions: ReadonlyArray<ProviderSubscription>; cards: ReadonlyArray<Card> },
): Promise<boolean> {
  const trials = subscriptions.filter(({ status }) => status === 'trialing');
  if (trials.length === 0) return false;
  const family = familyOf(env, accountId);
  const known = await family.listKnownSubscriptions();
  let hasEnded = false;
  for (const { id, sku } of trials.filter((trial) => !known.includes(trial.id))) {
    const claims = await Promise.all(cards.map((card) => claimTrialCard(env, card, accountId)));
    if (claims.every((isOwn) => isOwn)) continue;
    await family.refuseTrial(sku);
    await provider.cancelNow(id, `trial used ${id}`);
    hasEnded = true;
  }
  return hasEnded;
}
