import type { Instant } from '~/domain/time';
import type { HeardPolicy } from '~/features/children/child-status.server';

/** Why what is set does not hold on a device that could keep it: no rules hold there at all, it has said that it failed, or it has not answered. */
export type SyncStatus = { kind: 'unmanaged' | 'failed' | 'waiting' };

/**
 * How a device stands to what was changed last at `changedAt`, 0 where nobody ever set anything; null where it has said that it keeps it. Its
 * own word counts, not the last command alone: a block that is on its way says nothing of rules that were confirmed before it (A118).
 */
export function getSyncStatus({ isManaged, applied, command }: HeardPolicy, changedAt: Instant): SyncStatus | null {
  if (!isManaged) return { kind: 'unmanaged' };
  if (changedAt === 0) return null;
  const hasFailed = command?.state === 'failed';
  if (applied !== null && applied.policyAt >= changedAt) {
    // With its no it may name the policy that it could not apply; what it says later counts.
    const isItsNo = hasFailed && applied.policyAt >= command.policyAt && applied.at <= (command.endedAt ?? applied.at);
    return isItsNo ? { kind: 'failed' } : null;
  }
  return { kind: hasFailed ? 'failed' : 'waiting' };
}

/** Asked for, or failed at: it is about what was set last, and passes. What a device lacks and that it is not managed is about all. */
export function isUnderWay({ support }: { support: { kind: string } }): boolean {
  return support.kind === 'waiting' || support.kind === 'failed';
}
