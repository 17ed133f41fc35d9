import { loadCatalogue } from '../catalogue/catalogue';
import { directoryFor } from '../directory/names';
import type { ApiEnv } from '../env';
import type { Snapshot } from '../family/billing/apply-sync';
import { findFamily } from '../family-of';
import { noteSweep, noteWebhook } from './billing-health';
import { endUnpaid } from './end-unpaid';
import { findProvider } from './find-provider';
import type { BillingProvider } from './provider';
import { restoreChanges } from './restore-changes';
import { endUsedTrials } from './trial-cards';

/**
 * `unavailable`: the provider did not respond, so the family keeps what it knew and tries again. `joined`: a running sync will read again.
 */
export type SyncOutcome = 'synced' | 'unavailable' | 'joined' | 'no_customer';

/** Maximum number of readings in one sync. A sync that ends a surplus subscription reads again. */
const MAX_ROUNDS = 4;

/**
 * Reads the customer’s subscriptions, cards and receipts at the provider and replaces those of the family. Nothing else changes them. With
 * `isUrgent`, waits for its own result; otherwise joins a running sync, which then reads again.
 */
export async function syncBilling(env: ApiEnv, accountId: string, { isUrgent = true } = {}): Promise<SyncOutcome> {
  return (await runSync(env, accountId, isUrgent)).outcome;
}

async function runSync(env: ApiEnv, accountId: string, isUrgent: boolean): Promise<{ outcome: SyncOutcome; hasChanged: boolean }> {
  const family = findFamily(env, accountId);
  const provider = await findProvider(env);
  if (family === null || provider === null) return { outcome: 'no_customer', hasChanged: false };
  const { skus } = await loadCatalogue(env);
  let hasChanged = false;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const start = await family.beginSync(provider.name, isUrgent || round > 0);
    if (start.kind !== 'started') return { outcome: start.kind, hasChanged };
    const { customerId, ticket } = start;
    let snapshot = await readSnapshot(provider, customerId);
    if (snapshot !== null && (await endUsedTrials(env, provider, accountId, snapshot))) snapshot = await readSnapshot(provider, customerId);
    if (snapshot !== null && (await restoreChanges(provider, snapshot.subscriptions, skus, String(ticket))))
      snapshot = await readSnapshot(provider, customerId);
    if (snapshot !== null && (await endUnpaid(provider, snapshot.subscriptions, String(ticket))))
      snapshot = await readSnapshot(provider, customerId);
    if (snapshot === null) {
      await family.failSync();
      return { outcome: 'unavailable', hasChanged };
    }
    const applied = await family.applySync(ticket, snapshot, skus);
    hasChanged ||= applied.hasChanged;
    for (const id of applied.surplus) {
      // The parent would pay twice from now on. The operator decides about a refund.
      console.error(JSON.stringify({ level: 'error', event: 'billing_two_live', account: accountId, ended: id }));
      await provider.cancelNow(id, `surplus ${id}`);
    }
    if (!applied.isAgain && applied.surplus.length === 0) break;
  }
  return { outcome: 'synced', hasChanged };
}

/** Reads everything about a customer. Null if the provider does not respond. */
async function readSnapshot(provider: BillingProvider, customerId: string): Promise<Snapshot | null> {
  const [subscriptions, cards, receipts] = await Promise.all([
    provider.listSubscriptions(customerId),
    provider.listCards(customerId),
    provider.listInvoices(customerId),
  ]);
  if (!subscriptions.ok || !cards.ok || !receipts.ok) return null;
  return { subscriptions: subscriptions.value, cards: cards.value, receipts: receipts.value };
}

/**
 * Syncs the family of a customer after a webhook. Nothing of the webhook itself is used, so order, duplicates and losses do not matter.
 * Returns null for an unknown customer.
 * @throws Error if the provider does not respond, so that it sends the webhook again
 */
export async function syncFromWebhook(env: ApiEnv, customerId: string): Promise<SyncOutcome | null> {
  await noteWebhook(env, Date.now());
  const entry = await directoryFor(env, 'customer', customerId).getState();
  if (entry.state === 'free') return null;
  await findFamily(env, entry.owner)?.noteWebhook();
  const outcome = await syncBilling(env, entry.owner, { isUrgent: false });
  if (outcome === 'unavailable') throw new Error('The payment provider did not respond to a sync');
  return outcome;
}

/**
 * Runs the family’s daily sync. Counts the sync for the operator, and whether it found a change that no webhook had reported.
 * @throws Error if the provider does not respond, so that the queue tries again
 */
export async function sweepBilling(env: ApiEnv, accountId: string): Promise<void> {
  const { outcome, hasChanged } = await runSync(env, accountId, true);
  const customerId = (await findFamily(env, accountId)?.findCustomer()) ?? null;
  // A restored family has its customer, but the directory has no entry for the customer.
  if (customerId !== null) await linkCustomer(env, customerId, accountId);
  await noteSweep(env, hasChanged, Date.now());
  if (outcome === 'unavailable') throw new Error('The payment provider did not respond to a sweep');
}

/** Makes webhooks of this customer reach the account. Safe to repeat. */
export async function linkCustomer(env: ApiEnv, customerId: string, accountId: string): Promise<void> {
  const entry = directoryFor(env, 'customer', customerId);
  await entry.reserve(accountId);
  await entry.confirm(accountId);
}

/** Ends every live subscription of an account that is being deleted, and releases its customer. Safe to repeat. */
export async function endBilling(env: ApiEnv, accountId: string, customerId: string): Promise<void> {
  const provider = await findProvider(env);
  if (provider !== null) {
    const listed = await provider.listSubscriptions(customerId);
    if (!listed.ok && listed.error.kind === 'unavailable') throw new Error('The payment provider did not respond to a deletion');
    for (const { id, canceledAt, cancelAtPeriodEnd } of listed.ok ? listed.value : [])
      if (canceledAt === null || cancelAtPeriodEnd) await provider.cancelNow(id, `deleted ${id}`);
  }
  await directoryFor(env, 'customer', customerId).release(accountId);
}
