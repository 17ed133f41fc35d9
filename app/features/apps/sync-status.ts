import type { Instant } from '#app/domain/time';
import type { PolicyDelivery } from '#app/features/children/status/child-status.server';

/** Why a setting does not apply on a device that supports it. The device is unmanaged, reported a failure, or has not answered. */
export type SyncStatus = { kind: 'unmanaged' | 'failed' | 'waiting' };

/**
 * Returns why the change made at `changedAt` does not apply on the device; null if the device confirmed it. `changedAt`: 0 if nothing was
 * ever set. Rules that the device reported as applied stay confirmed, even if a later command is still pending (A118).
 */
export function getSyncStatus({ isManaged, applied, command }: PolicyDelivery, changedAt: Instant): SyncStatus | null {
  if (!isManaged) return { kind: 'unmanaged' };
  if (changedAt === 0) return null;
  const hasFailed = command?.state === 'failed';
  if (applied !== null && applied.policyAt >= changedAt) {
    // A failure report may name the policy that could not be applied. A later report overrides it.
    const isItsNo = hasFailed && applied.policyAt >= command.policyAt && applied.at <= (command.endedAt ?? applied.at);
    return isItsNo ? { kind: 'failed' } : null;
  }
  return { kind: hasFailed ? 'failed' : 'waiting' };
}

/**
 * True for pending and failed changes, which concern only the last change. A missing requirement or an unmanaged device concerns every
 * setting.
 */
export function isLastChangeProblem({ support }: { support: { kind: string } }): boolean {
  return support.kind === 'waiting' || support.kind === 'failed';
}
