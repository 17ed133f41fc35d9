import { describe, expect, test } from 'vitest';
import type { WebEnv } from '#app/context.ts';
import type { Partner } from '#app/domain/partner.ts';
import { runPartnerOrder } from './partner-orders.ts';

const PARTNER: Partner = { name: 'Kind Home', testimonials: [] };

function envWith(stored: Map<string, unknown>): WebEnv {
  const internal: Partial<WebEnv['INTERNAL']> = {
    partner: async (id) => (stored.get(id) ?? null) as Partner | null,
    setPartner: async (id, partner) => {
      if (!stored.has(id)) return { stored: false, reason: `No coupon group ${id}` };
      stored.set(id, partner);
      return { stored: true };
    },
  };
  return { INTERNAL: internal } as WebEnv;
}

describe('runPartnerOrder', () => {
  test('stores, prints and removes the partner of a coupon group', async () => {
    const env = envWith(new Map([['annual-25', null]]));
    const order = { do: 'partner', couponGroup: 'annual-25' } as const;
    expect(await runPartnerOrder(order, env)).toEqual({ ok: true, said: 'The coupon group annual-25 has no partner.' });
    const stored = await runPartnerOrder({ ...order, partner: PARTNER } as { do: unknown }, env);
    expect(stored).toEqual({ ok: true, said: 'Stored the partner of annual-25.' });
    expect(JSON.parse((await runPartnerOrder(order, env))?.said ?? '')).toEqual(PARTNER);
    const removed = await runPartnerOrder({ ...order, partner: null } as { do: unknown }, env);
    expect(removed).toEqual({ ok: true, said: 'Removed the partner of annual-25.' });
  });

  test('names an unknown coupon group, and leaves other orders alone', async () => {
    const env = envWith(new Map());
    const order = { do: 'partner', couponGroup: 'nobody', partner: PARTNER } as { do: unknown };
    expect(await runPartnerOrder(order, env)).toEqual({ ok: false, said: 'No coupon group nobody.' });
    expect(await runPartnerOrder({ do: 'ping' }, env)).toBeNull();
  });
});
