import type { CardWire, PurchaseInfoWire } from '#app/wire/billing';
import type { SkuDefinitionWire } from '#app/wire/subscription';
import type { DeclineCode, ProviderName } from '../billing/provider';
import { runSandbox } from '../billing/sandbox/run-sandbox';
import { newSandbox, type SandboxState } from '../billing/sandbox/sandbox-state';
import { applySync, type Snapshot, type SyncResult } from './billing/apply-sync';
import { listCardsOf } from './billing/billing';
import {
  type CheckoutRow,
  findBilling,
  findSandbox,
  listCheckouts,
  listSubscriptions,
  putBilling,
  putSandbox,
} from './billing/billing.queries';
import { changeCheckout, findPurchaseDecline, refuseTrial } from './billing/checkouts';
import { describePurchase, findUnconfirmed } from './billing/purchase-info';
import { SampledFamily } from './sampled-family';
import { CLOCK } from './scheduler/alarm';
import { findCustomerId } from './store/customer.queries';

/** A sync that does not report back within this time counts as lost. */
const SYNC_LOST_MS = 30_000;
/** Maximum time until the alarm syncs again after a sync has failed or was joined. */
const SYNC_RETRY_MS = 60_000;

/** Whether a sync may start. `joined`: another one is running and reads once more when it is done. */
export type SyncStart = { kind: 'started'; customerId: string; ticket: number } | { kind: 'joined' } | { kind: 'no_customer' };

/** The calls of the API Worker about subscriptions (workers/api/billing). */
export abstract class BillingFamily extends SampledFamily {
  #running: { until: number; isAgain: boolean } | null = null;

  /** Starts a sync and gives it a number. Without `isUrgent`, joins a running one. */
  beginSync(provider: ProviderName, isUrgent: boolean): SyncStart {
    const now = this.now();
    return this.transaction(CLOCK, (call): SyncStart => {
      const billing = findBilling(call.sql);
      if (billing.customerId === null || billing.provider !== provider) return { kind: 'no_customer' };
      if (!isUrgent && this.#running !== null && this.#running.until > now) {
        this.#running.isAgain = true;
        call.setDueBy('billing', '', now + SYNC_RETRY_MS);
        return { kind: 'joined' };
      }
      const ticket = billing.tickets + 1;
      putBilling(call.sql, { ...billing, tickets: ticket });
      this.#running = { until: now + SYNC_LOST_MS, isAgain: false };
      return { kind: 'started', customerId: billing.customerId, ticket };
    });
  }

  /** Applies what a sync has read. `isAgain`: another caller joined in the meantime, so the sync has to read again. */
  applySync(ticket: number, snapshot: Snapshot, definitions: ReadonlyArray<SkuDefinitionWire>): SyncResult & { isAgain: boolean } {
    const isAgain = this.#running?.isAgain === true;
    this.#running = null;
    return { ...this.transaction(CLOCK, (call) => applySync(call, ticket, snapshot, definitions)), isAgain };
  }

  /** Records that the provider did not respond. The alarm tries again. */
  failSync(): void {
    this.#running = null;
    this.transaction(CLOCK, (call) => call.setDueBy('billing', '', call.now + SYNC_RETRY_MS));
  }

  /** Stores the account’s customer and its provider. The next sync replaces what another provider reported before. */
  setCustomer(provider: ProviderName, customerId: string): void {
    this.transaction(CLOCK, (call) => putBilling(call.sql, { ...findBilling(call.sql), provider, customerId }));
  }

  findCustomer(): string | null {
    return findCustomerId(this.ctx.storage.sql);
  }

  /** True if the account has a customer and there was no sync within the last `ageMs`. */
  isSyncDue(ageMs: number): boolean {
    const { customerId, syncedAt } = findBilling(this.ctx.storage.sql);
    return customerId !== null && this.now() - (syncedAt ?? 0) >= ageMs;
  }

  /** True if a payment waits for a confirmation by the parent’s bank. */
  isWaitingForBank(): boolean {
    return findUnconfirmed(this.ctx.storage.sql) !== null;
  }

  noteWebhook(): void {
    this.transaction(CLOCK, (call) => putBilling(call.sql, { ...findBilling(call.sql), webhookAt: call.now }));
  }

  changeCheckout(id: string, change: Partial<Pick<CheckoutRow, 'state' | 'providerId' | 'answer'>>): void {
    this.transaction(CLOCK, (call) => changeCheckout(call, id, change));
  }

  /** Returns the state of a checkout; null if there is none. */
  findCheckoutState(id: string): CheckoutRow['state'] | null {
    return listCheckouts(this.ctx.storage.sql).find((row) => row.id === id)?.state ?? null;
  }

  /** Returns why the first payment of a purchase failed, as last synced; null if it did not fail. */
  findPurchaseDecline(id: string): DeclineCode | null {
    return findPurchaseDecline(this.ctx.storage.sql, id);
  }

  /** Returns the ids of the subscriptions that a sync has stored. */
  listKnownSubscriptions(): Array<string> {
    return listSubscriptions(this.ctx.storage.sql).map(({ id }) => id);
  }

  /** Closes the checkouts of a plan whose trial is not given (A179). Their coupons stay unused. */
  refuseTrial(sku: string): void {
    this.transaction(CLOCK, (call) => refuseTrial(call, sku));
  }

  describePurchase(): PurchaseInfoWire {
    return this.transaction(CLOCK, (call) => describePurchase(call, true));
  }

  listCards(): Array<CardWire> {
    return listCardsOf(this.ctx.storage.sql);
  }

  /** Returns the family’s time in epoch ms, which the sandbox uses too. */
  readClock(): number {
    return this.now();
  }

  /** Runs a call of the sandbox, whose state is a row of this family. Takes a SandboxCall and returns its Result, both as JSON. */
  runSandbox(json: string): string {
    return this.transaction(CLOCK, (call) => {
      const stored = findSandbox(call.sql);
      const state: SandboxState = stored === null ? newSandbox(call.accountId) : JSON.parse(stored);
      const result = runSandbox(state, JSON.parse(json), call.now);
      const after = JSON.stringify(state);
      if (after !== stored) putSandbox(call.sql, after);
      return JSON.stringify(result);
    });
  }
}
