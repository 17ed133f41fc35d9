import { isOffline } from '#app/domain/device';
import type { Instant } from '#app/domain/time';
import type { DeviceStatus } from './child-status';

/**
 * The delivery state of a device's last change. Saved, sent, confirmed and failed are separate states, each with its time (A118,
 * docs/reference/design.md).
 */
export type Receipt =
  | { kind: 'unmanaged'; since: Instant | null }
  /** `since` is null if the device has never been online. `waits`: a change is undelivered. `ownClock`: see `isOnOwnClock`. */
  | { kind: 'offline'; since: Instant | null; waits: boolean; ownClock: boolean; askedAt: Instant | null }
  | { kind: 'saved'; at: Instant }
  | { kind: 'sent'; askedAt: Instant; sentAt: Instant }
  | { kind: 'confirmed'; askedAt: Instant; at: Instant }
  | { kind: 'failed'; at: Instant; error: string | null }
  | { kind: 'ended'; how: 'expired' | 'superseded' | 'cancelled'; at: Instant }
  | { kind: 'catching-up' }
  /** The device reported that it is up to date. `failedAt`: when an earlier command failed, if any. */
  | { kind: 'reported'; at: Instant; failedAt: Instant | null }
  | { kind: 'never-reported' };

/** Returns the receipt for a device's last change. */
export function toReceipt(device: DeviceStatus, now: Instant): Receipt {
  const { command, applied, lastSeenAt } = device;
  if (device.view === 'unmanaged') return { kind: 'unmanaged', since: lastSeenAt };
  if (isOffline(lastSeenAt, now)) {
    const ownClock = isOnOwnClock(device, now);
    const waits = device.view === 'pending' && !ownClock;
    return { kind: 'offline', since: lastSeenAt, waits, ownClock, askedAt: waits ? (command?.savedAt ?? null) : null };
  }
  switch (command?.state) {
    case 'saved':
      return { kind: 'saved', at: command.savedAt };
    case 'sent':
      return { kind: 'sent', askedAt: command.savedAt, sentAt: command.sentAt ?? command.savedAt };
    case 'failed': {
      const failedAt = command.endedAt ?? command.savedAt;
      // A device may apply a change after it reported a failure. Its later report takes precedence.
      if (applied !== null && !hasFailed(device)) return { kind: 'reported', at: applied.at, failedAt };
      return { kind: 'failed', at: failedAt, error: command.error };
    }
    case 'confirmed':
      // The requested state changed at a schedule boundary, and the device has not reported it yet.
      if (device.view === 'pending') return { kind: 'catching-up' };
      // A change made for another child is not shown as a change for this one.
      if (!device.commandIsOwn) return applied === null ? { kind: 'never-reported' } : { kind: 'reported', at: applied.at, failedAt: null };
      return { kind: 'confirmed', askedAt: command.savedAt, at: command.confirmedAt ?? command.savedAt };
    case 'expired':
    case 'superseded':
    case 'cancelled':
      return { kind: 'ended', how: command.state, at: command.endedAt ?? command.savedAt };
    default:
      if (device.view === 'pending' && applied !== null) return { kind: 'catching-up' };
      return applied === null ? { kind: 'never-reported' } : { kind: 'reported', at: applied.at, failedAt: null };
  }
}

/** True if the last command failed and no later report shows the requested state. */
export function hasFailed({ command, applied, requested }: DeviceStatus): boolean {
  if (command?.state !== 'failed') return false;
  return applied?.state !== requested || applied.at <= (command.endedAt ?? command.savedAt);
}

/**
 * True if the device is offline with the newest rules confirmed, and a schedule boundary has passed since. The device then applies the
 * rules by its own clock. Nothing is undelivered, but its current state is unknown (A118, D12).
 */
export function isOnOwnClock({ view, command, applied, requested, lastSeenAt }: DeviceStatus, now: Instant): boolean {
  const isSilent = view === 'pending' && applied !== null && applied.state !== requested;
  return isSilent && command?.state === 'confirmed' && isOffline(lastSeenAt, now);
}

/** Returns the state whose color the receipt has. */
export function toneOf(receipt: Receipt): 'allowed' | 'pending' | 'blocked' | 'unmanaged' {
  switch (receipt.kind) {
    case 'confirmed':
    case 'reported':
      return 'allowed';
    case 'failed':
      return 'blocked';
    case 'unmanaged':
    case 'ended':
      return 'unmanaged';
    default:
      return 'pending';
  }
}
