import { LOCATION_BURST_MS } from '#app/domain/locator';
import type { Instant } from '#app/domain/time';
import type { Burst } from './locator.server';

/** One step of «Locate now». `at`: when it happened; null while it is awaited. */
export type LocateStep = { key: 'requested' | 'delivered' | 'located' | 'ended'; at: Instant | null };

/**
 * The steps of a request for a fresh position, and how it stands: `active` while the device reports every 15 s, `over` after 12 minutes,
 * `failed` if the device could not be located, `expired` if it did not respond.
 */
export type LocateProgress = { steps: Array<LocateStep>; outcome: 'active' | 'over' | 'failed' | 'expired'; until: Instant };

/** Returns the progress of a request. The 12 minutes begin when the device gets it (9.2.13, S53). */
export function toLocateProgress(burst: Burst, now: Instant): LocateProgress {
  const { requestedAt, deliveredAt, locatedAt, endedAt, state } = burst;
  const until = (deliveredAt ?? requestedAt) + LOCATION_BURST_MS;
  const outcome =
    state === 'failed'
      ? 'failed'
      : state === 'expired' || state === 'cancelled' || state === 'superseded'
        ? 'expired'
        : now >= until
          ? locatedAt === null
            ? 'expired'
            : 'over'
          : 'active';
  const end = outcome === 'over' ? until : outcome === 'active' ? null : (endedAt ?? until);
  const steps: Array<LocateStep> = [
    { key: 'requested', at: requestedAt },
    { key: 'delivered', at: deliveredAt },
    { key: 'located', at: locatedAt },
    { key: 'ended', at: end },
  ];
  // A step that will not happen anymore is left out.
  return { steps: outcome === 'active' ? steps : steps.filter(({ at }) => at !== null), outcome, until };
}
