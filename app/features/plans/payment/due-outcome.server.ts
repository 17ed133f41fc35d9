import type { Instant } from '#app/domain/time';
import type { PurchaseInfoWire } from '#app/wire/billing';
import { type DeclineReason, toDeclineReason } from '../decline-reason';

type Summary = NonNullable<PurchaseInfoWire['summary']>;

/**
 * What became of an invoice, in US cents. `none`: nothing is known of it, or it can no longer be paid. `confirm`: the parent’s bank asks.
 * `unknown`: it is open, and nobody said why.
 */
export type DueOutcome =
  | { kind: 'none' }
  | { kind: 'paid' | 'confirm' | 'unknown'; amount: number }
  | { kind: 'declined'; amount: number; reason: DeclineReason; nextAttemptAt: Instant | null };

/** Returns what became of an invoice, as the provider last reported it. */
export function toDueOutcome(summary: Summary | undefined, invoiceId: string | null): DueOutcome {
  const receipt = summary?.receipts.find(({ id }) => id === invoiceId);
  if (summary === undefined || receipt === undefined) return { kind: 'none' };
  const { amount_uscent: amount, status } = receipt;
  if (status === 'paid') return { kind: 'paid', amount };
  if (status !== 'open') return { kind: 'none' };
  const { due, confirm, next_attempt_ts: nextAttemptAt } = summary;
  const declined = due?.invoice_id === invoiceId ? due.declined : null;
  if (declined !== null) return { kind: 'declined', amount, reason: toDeclineReason(declined), nextAttemptAt };
  return { kind: confirm?.invoice_id === invoiceId ? 'confirm' : 'unknown', amount };
}
