import { type DeviceProblem, LOCATION_BURST_MS } from '#app/domain/locator';
import type { Instant } from '#app/domain/time';
import type { LocatedDevice } from './located-device';
import type { Burst } from './locator.server';

/** One step of «Locate now». `at`: when it happened; null while it is awaited. */
export type LocateStep = { key: 'requested' | 'delivered' | 'located' | 'ended'; at: Instant | null };

/** A problem that only a person at the device solves. Until then it reports nothing. */
type Blocked = 'location_disabled' | 'unmanaged_devices';

/**
 * The steps of a request for a fresh position, and its state:
 * - `active`: the device reports every 15 s, or will soon
 * - `silent`: it should, but there was no position for a minute
 * - `over`: the 12 minutes are over
 * - `stopping`, `stopped`: a parent ended it, and the device has not, or has, confirmed that
 * - `failed`: the device could not be located
 * - `expired`: it did not respond
 * - `location_disabled`, `unmanaged_devices`: it reports nothing until this is solved
 */
export type LocateProgress = {
  steps: Array<LocateStep>;
  outcome: 'active' | 'silent' | 'stopping' | 'stopped' | 'over' | 'failed' | 'expired' | Blocked;
  until: Instant;
};

/** What is known about the device. `receivedAt`: when its last position arrived, null for never. */
export type LocateDevice = { problem: DeviceProblem | null; receivedAt: Instant | null };

export function toLocateDevice({ problem, position }: Pick<LocatedDevice, 'problem' | 'position'>): LocateDevice {
  return { problem, receivedAt: position?.receivedAt ?? null };
}

/** A device that is being located reports every 15 s, so nothing comes after a longer silence. */
const SILENT_AFTER_MS = 60_000;

/** Returns the progress of a request. The 12 minutes begin when the device gets it (9.2.13, S53). */
export function toLocateProgress(burst: Burst, now: Instant, { problem, receivedAt }: LocateDevice): LocateProgress {
  const { requestedAt, deliveredAt, locatedAt, endedAt, state, stop } = burst;
  const until = (deliveredAt ?? requestedAt) + LOCATION_BURST_MS;
  const sign = Math.max(requestedAt, deliveredAt ?? 0, locatedAt ?? 0, receivedAt ?? 0);
  const outcome =
    problem === 'location_disabled' || problem === 'unmanaged_devices'
      ? problem
      : stop !== null
        ? stop.isConfirmed
          ? 'stopped'
          : 'stopping'
        : state === 'failed'
          ? 'failed'
          : state === 'expired' || state === 'cancelled' || state === 'superseded'
            ? 'expired'
            : now >= until
              ? locatedAt === null
                ? 'expired'
                : 'over'
              : now - sign > SILENT_AFTER_MS
                ? 'silent'
                : 'active';
  const end =
    stop !== null
      ? stop.at
      : outcome === 'over'
        ? until
        : now < until && outcome !== 'failed' && outcome !== 'expired'
          ? null
          : (endedAt ?? until);
  const steps: Array<LocateStep> = [
    { key: 'requested', at: requestedAt },
    { key: 'delivered', at: deliveredAt },
    { key: 'located', at: locatedAt },
    { key: 'ended', at: end },
  ];
  // A step that will not happen anymore is left out.
  return { steps: outcome === 'active' ? steps : steps.filter(({ at }) => at !== null), outcome, until };
}
