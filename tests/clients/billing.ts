import { runInDurableObject } from 'cloudflare:test';
import { getPurchaseInfo, type PurchaseInfoWire, purchase } from '#app/wire/billing.ts';
import { newSandbox, type SandboxState } from '#workers/api/billing/sandbox/sandbox-state.ts';
import type { Answer, Parent } from './parent.ts';
import { familyOf, readRows } from './worker.ts';

type Order = { sku?: string; token?: string; price_uscent?: number; coupon?: string; trial?: boolean; email?: string };

/** Buys a plan as the pages do, without a trial unless `order` says otherwise. */
export function buy(parent: Parent, order: Order = {}, overrides: { key?: string } = {}): Promise<PurchaseInfoWire> {
  return parent.call(purchase, { body: [toOrder(parent, order)] }, overrides);
}

/** Like `buy`, but returns any answer. */
export function tryToBuy(parent: Parent, order: Order = {}, overrides: { key?: string } = {}): Promise<Answer> {
  return parent.raw('POST', '/purchase', [toOrder(parent, order)], overrides);
}

function toOrder(parent: Parent, order: Order) {
  return { email: parent.email, sku: 'premium_monthly', source: 'WEB_PARENT', token: 'tok_visa', trial: false, ...order };
}

export function readSummary(parent: Parent): Promise<PurchaseInfoWire> {
  return parent.call(getPurchaseInfo, { query: { query: 'summary' } });
}

/** Reads the sandbox’s state of a family. */
export async function readSandbox(parent: Parent): Promise<SandboxState> {
  const [row] = await readRows<{ state_json: string }>(parent.accountId, 'SELECT state_json FROM sandbox');
  return row === undefined ? newSandbox(parent.accountId) : JSON.parse(row.state_json);
}

/** Changes the sandbox’s state, as something outside of Porchlight would. */
export function changeSandbox(parent: Parent, change: (state: SandboxState) => void): Promise<void> {
  return runInDurableObject(familyOf(parent.accountId), (_family, { storage: { sql } }) => {
    const [row] = sql.exec<{ state_json: string }>('SELECT state_json FROM sandbox').toArray();
    const state: SandboxState = row === undefined ? newSandbox(parent.accountId) : JSON.parse(row.state_json);
    change(state);
    sql.exec('INSERT OR REPLACE INTO sandbox (id, state_json) VALUES (1, ?)', JSON.stringify(state));
  });
}

/** Makes the next call of this name fail, `before` or `after` it takes effect. */
export function failNext(parent: Parent, call: string, kind: 'before' | 'after'): Promise<void> {
  return changeSandbox(parent, (state) => {
    state.faults.push({ call, kind });
  });
}

/** Returns the amounts that the customer has paid, in US cents, the newest payment first. */
export async function listPayments(parent: Parent): Promise<Array<number>> {
  return (await readSandbox(parent)).invoices.filter(({ status, amount }) => status === 'paid' && amount > 0).map(({ amount }) => amount);
}

/** Returns the id of the account’s newest checkout. */
export async function newestCheckout(parent: Parent): Promise<{ id: string; state: string }> {
  const rows = await readRows<{ id: string; state: string }>(parent.accountId, 'SELECT id, state FROM checkout ORDER BY id DESC LIMIT 1');
  return rows[0] ?? { id: '', state: '' };
}
