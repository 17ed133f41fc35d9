import { isReusableToken } from '#app/domain/sandbox-card';
import type { ApiEnv } from '#workers/api/env';
import { findFamily } from '#workers/api/family-of';
import type { BillingProvider, Result } from '../provider';
import type { SandboxCall } from './sandbox-calls';
import { accountOf, newSandbox, type Prices } from './sandbox-state';

/** Path of the page on which a parent passes or fails 3-D Secure in the sandbox. */
export const CONFIRM_PATH = '/sandbox/confirm';

/** Page of the web application to which the parent returns from there, with the id of an invoice that was past due. */
const DUE_RETURN_PATH = '/subscription/return';

/**
 * Returns the provider of the demonstration and of tests. Its state is a row of the family’s own SQLite, so every id contains the account
 * id. `prices`: those of the plans that are sold; Stripe stores its own.
 */
export function createSandbox(env: ApiEnv, prices: Prices): BillingProvider {
  const run = async <T>(id: string, call: SandboxCall): Promise<Result<T>> => {
    const family = findFamily(env, accountOf(id) ?? '');
    if (family === null) return { ok: false, error: { kind: 'conflict', reason: 'unknown' } };
    const result: Result<T> = JSON.parse(await family.runSandbox(JSON.stringify(call)));
    return result;
  };
  const confirmUrl = new URL(CONFIRM_PATH, env.API_URL).toString();
  const addresses = { confirmUrl, dueUrl: new URL(DUE_RETURN_PATH, env.PUBLIC_URL).toString() };
  return {
    name: 'sandbox',
    publishableKey: null,
    ensureCustomer: async (accountId) => {
      const { customerId } = newSandbox(accountId);
      const stored = await run<null>(customerId, { call: 'setPrices', prices });
      return stored.ok ? { ok: true, value: customerId } : stored;
    },
    createCheckout: (input) => run(input.customerId, { call: 'createCheckout', input, key: input.idempotencyKey }),
    readCheckout: (id) => run(id, { call: 'readCheckout', id }),
    expireCheckout: (id) => run(id, { call: 'expireCheckout', id }),
    saveCard: (customerId, token, key) => run(customerId, { call: 'saveCard', token, isReusable: isReusableToken(token), addresses, key }),
    subscribe: (input) => run(input.customerId, { call: 'subscribe', input, confirmUrl, key: input.idempotencyKey }),
    listSubscriptions: (customerId) => run(customerId, { call: 'listSubscriptions', addresses }),
    previewChange: (input) => run(input.subscriptionId, { call: 'previewChange', input }),
    change: (input) => run(input.subscriptionId, { call: 'change', input, addresses, key: input.idempotencyKey }),
    scheduleDowngrade: (input) => run(input.subscriptionId, { call: 'scheduleDowngrade', input, key: input.idempotencyKey }),
    releaseSchedule: (id, key) => run(id, { call: 'releaseSchedule', id, key }),
    setCancelAtPeriodEnd: (id, flag, key) => run(id, { call: 'setCancelAtPeriodEnd', id, flag, key }),
    cancelNow: (id, key) => run(id, { call: 'cancelNow', id, key }),
    listCards: (customerId) => run(customerId, { call: 'listCards' }),
    listInvoices: (customerId) => run(customerId, { call: 'listInvoices' }),
  };
}
