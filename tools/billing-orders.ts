import type { WebEnv } from '#app/context.ts';
import type { Report } from './control.ts';

const MINUTE_MS = 60_000;

/** An operator’s command about payments. */
export type BillingOrder = { do: 'billing-health' } | { do: 'advance-sandbox'; email: string; days: number };

/** Carries out an order about payments. Returns null for any other order. */
export async function runBillingOrder(order: { do: unknown }, { INTERNAL }: WebEnv, now: number): Promise<Report | null> {
  if (order.do === 'billing-health') {
    const { webhookAt, sweptAt, day, sweeps, differences } = await INTERNAL.billingHealth();
    const lines = [
      `Last webhook: ${ageOf(webhookAt, now)}`,
      `Last nightly check: ${ageOf(sweptAt, now)}`,
      ...(sweptAt === null ? [] : [`On ${day}: ${sweeps} checked, ${differences} of them with a change that no webhook had brought`]),
    ];
    return { ok: true, said: lines.join('\n') };
  }
  if (order.do !== 'advance-sandbox' || !('email' in order) || !('days' in order)) return null;
  const { email, days } = order;
  if (typeof email !== 'string' || typeof days !== 'number') return null;
  if (await INTERNAL.advanceSandbox(email, days)) return { ok: true, said: `${days} days have passed in the sandbox of ${email}.` };
  return { ok: false, said: `No account with the address ${email}, or this installation has no sandbox.` };
}

function ageOf(at: number | null, now: number): string {
  return at === null ? 'none yet' : `${Math.max(0, Math.round((now - at) / MINUTE_MS))} min ago`;
}
