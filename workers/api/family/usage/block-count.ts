import { canAddBlock } from '#app/domain/plan';
import { monthOf } from '#app/domain/time';
import { UNDO_MS } from '#app/domain/undo';
import { ERROR_CODES, Refusal } from '#app/wire/errors';
import type { CallContext } from '../core/call-context';
import { getAccount } from '../store/account.queries';
import { hasConfirmedPolicySince } from '../store/command.queries';
import { countsOf, storeCounts } from '../store/counts.queries';
import { listDevicesOfChild } from '../store/device.queries';
import { findEntitlements } from '../subscription/sku.queries';

/** Returns the refusal for a reached plan limit. It contains the limit and, for a monthly limit, when it resets. */
export function limitReached(message: string, limit: number, resetsAt?: number): Refusal {
  return new Refusal(ERROR_CODES.insufficientPrivileges, 403, message, {
    reason: 'limit',
    limit,
    ...(resetsAt === undefined ? {} : { resetsAt }),
  });
}

/**
 * Counts a block or grant in the current month. A pause counts as a block; otherwise it would bypass the limit (S54).
 * @throws Refusal code 410 with reason `limit` if the month has no block left
 */
export function countEffect(call: CallContext, effect: 'block' | 'grant'): void {
  const entitlements = findEntitlements(call.sql, call.now);
  const counts = countsOf(getAccount(call.sql), call.now);
  const { blocksPerMonth } = entitlements.limits;
  if (effect === 'block' && !canAddBlock(entitlements, counts.blocks) && blocksPerMonth !== 'unlimited') {
    throw limitReached('This month’s block limit has been reached', blocksPerMonth, counts.resetsAt);
  }
  storeCounts(call.sql, {
    ...counts,
    blocks: counts.blocks + (effect === 'block' ? 1 : 0),
    grants: counts.grants + (effect === 'grant' ? 1 : 0),
  });
}

/** Removes a block or pause that began at `since` from the count. Does so only within 10 s and if no device has confirmed it (A45). */
export function giveBackBlock(call: CallContext, childId: string, since: number): void {
  if (call.now - since > UNDO_MS) return;
  const isConfirmed = listDevicesOfChild(call.sql, childId).some((device) => hasConfirmedPolicySince(call.sql, device.id, since));
  const account = getAccount(call.sql);
  const counts = countsOf(account, call.now);
  // Undoing a block of the previous month leaves this month's count unchanged.
  if (isConfirmed || monthOf(since, account.time_zone) !== counts.month) return;
  storeCounts(call.sql, { ...counts, blocks: Math.max(0, counts.blocks - 1) });
}
