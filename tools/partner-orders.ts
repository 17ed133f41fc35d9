import type { WebEnv } from '#app/context.ts';
import type { Report } from './control.ts';

/** An operator’s command about the partner of a coupon group. `partner`: null removes it; undefined prints it. */
export type PartnerOrder = { do: 'partner'; couponGroup: string; partner?: unknown };

/** Carries out an order about a partner. Returns null for any other order. */
export async function runPartnerOrder(order: { do: unknown }, { INTERNAL }: WebEnv): Promise<Report | null> {
  if (order.do !== 'partner' || !('couponGroup' in order) || typeof order.couponGroup !== 'string') return null;
  const { couponGroup } = order;
  if (!('partner' in order) || order.partner === undefined) {
    const partner = await INTERNAL.partner(couponGroup);
    return { ok: true, said: partner === null ? `The coupon group ${couponGroup} has no partner.` : JSON.stringify(partner, null, 2) };
  }
  const { stored, reason } = await INTERNAL.setPartner(couponGroup, order.partner);
  if (!stored) return { ok: false, said: `${reason ?? 'Unknown reason'}.` };
  return { ok: true, said: order.partner === null ? `Removed the partner of ${couponGroup}.` : `Stored the partner of ${couponGroup}.` };
}
