import { isOffline } from '~/domain/device';
import type { Instant } from '~/domain/time';
import type { DeviceStatus } from './child-status';

/**
 * The proof of one device: asked for, travelling, confirmed and failed are different things, each with its time (A118,
 * docs/reference/design.md).
 * `offlineSince` is set where the device has been silent for long; null inside it = it never spoke.
 */
export type Receipt =
  | { kind: 'unmanaged'; since: Instant | null }
  /** `waits`: something is on its way to it; `ownClock`: see `isOnOwnClock`. */
  | { kind: 'offline'; since: Instant | null; waits: boolean; ownClock: boolean; askedAt: Instant | null }
  | { kind: 'asked'; at: Instant }
  | { kind: 'travelling'; askedAt: Instant; sentAt: Instant }
  | { kind: 'confirmed'; askedAt: Instant; at: Instant }
  | { kind: 'failed'; at: Instant; error: string | null }
  | { kind: 'ended'; how: 'expired' | 'superseded' | 'cancelled'; at: Instant }
  | { kind: 'following' }
  /** In step by its own word; `failedAt` where a command had failed before. */
  | { kind: 'said'; at: Instant; failedAt: Instant | null }
  | { kind: 'silent' };

/** What there is to say of a device's last change. */
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
      return { kind: 'asked', at: command.savedAt };
    case 'sent':
      return { kind: 'travelling', askedAt: command.savedAt, sentAt: command.sentAt ?? command.savedAt };
    case 'failed': {
      const failedAt = command.endedAt ?? command.savedAt;
      // What failed may have come about all the same: the device's later word counts.
      if (applied !== null && !hasFailed(device)) return { kind: 'said', at: applied.at, failedAt };
      return { kind: 'failed', at: failedAt, error: command.error };
    }
    case 'confirmed':
      // Something changed since by the clock alone, and the device has not said so yet.
      if (device.view === 'pending') return { kind: 'following' };
      // What was tapped for another child is no tap for this one.
      if (!device.commandIsOwn) return applied === null ? { kind: 'silent' } : { kind: 'said', at: applied.at, failedAt: null };
      return { kind: 'confirmed', askedAt: command.savedAt, at: command.confirmedAt ?? command.savedAt };
    case 'expired':
    case 'superseded':
    case 'cancelled':
      return { kind: 'ended', how: command.state, at: command.endedAt ?? command.savedAt };
    default:
      if (device.view === 'pending' && applied !== null) return { kind: 'following' };
      return applied === null ? { kind: 'silent' } : { kind: 'said', at: applied.at, failedAt: null };
  }
}

/** Has it said that it could not do what was asked last, and nothing since that says otherwise? */
export function hasFailed({ command, applied, requested }: DeviceStatus): boolean {
  if (command?.state !== 'failed') return false;
  return applied?.state !== requested || applied.at <= (command.endedAt ?? command.savedAt);
}

/**
 * Is it offline with the newest rules confirmed, while the clock alone has moved on since? It keeps them by its own clock: nothing is on
 * its
 * way to it, and what it does now nobody has heard (A118, D12).
 */
export function isOnOwnClock({ view, command, applied, requested, lastSeenAt }: DeviceStatus, now: Instant): boolean {
  const isSilent = view === 'pending' && applied !== null && applied.state !== requested;
  return isSilent && command?.state === 'confirmed' && isOffline(lastSeenAt, now);
}

/** The look of a receipt: which state's colour. */
export function toneOf(receipt: Receipt): 'allowed' | 'pending' | 'blocked' | 'unmanaged' {
  switch (receipt.kind) {
    case 'confirmed':
    case 'said':
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
