import { describe, expect, test } from 'vitest';
import type { WebEnv } from '#app/context.ts';
import { runBillingOrder } from './billing-orders.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const HEALTH = { webhookAt: NOW - 5 * 60_000, sweptAt: NOW - 60 * 60_000, day: '2026-11-24', sweeps: 7, differences: 2 };

function envWith(health: object): WebEnv {
  const internal: Partial<WebEnv['INTERNAL']> = {
    billingHealth: async () => ({ ...HEALTH, ...health }),
    advanceSandbox: async (email) => email === 'jo@example.com',
  };
  return { INTERNAL: internal } as WebEnv;
}

describe('runBillingOrder', () => {
  test('prints the ages of the last webhook and check, or “none yet”, and what the checks found', async () => {
    expect(await runBillingOrder({ do: 'billing-health' }, envWith({}), NOW)).toEqual({
      ok: true,
      said: 'Last webhook: 5 min ago\nLast nightly check: 60 min ago\nOn 2026-11-24: 7 checked, 2 of them with a change that no webhook had brought',
    });
    const never = await runBillingOrder({ do: 'billing-health' }, envWith({ webhookAt: null, sweptAt: null }), NOW);
    expect(never?.said).toBe('Last webhook: none yet\nLast nightly check: none yet');
  });

  test('lets days pass in a sandbox, refuses an address without one, and returns null for another order', async () => {
    const order = { do: 'advance-sandbox', days: 31 } as const;
    expect(await runBillingOrder({ ...order, email: 'jo@example.com' } as { do: unknown }, envWith({}), NOW)).toMatchObject({ ok: true });
    expect(await runBillingOrder({ ...order, email: 'no@example.com' } as { do: unknown }, envWith({}), NOW)).toMatchObject({ ok: false });
    expect(await runBillingOrder({ do: 'ping' }, envWith({}), NOW)).toBeNull();
  });
});
