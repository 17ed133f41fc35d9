import { isOpen } from '#app/domain/command';
import type { Instant } from '#app/domain/time';
import type { CaptureRequest } from './gallery.server';

/** How long a request that has ended is shown. */
const SHOWN_MS = 10 * 60_000;

/** A step of a screenshot on demand. `at`: when it happened, null while it is awaited. */
export type CaptureStep = { key: 'requested' | 'delivered' | 'captured' | 'here'; at: Instant | null };

/**
 * The steps of a request, and its state:
 * - `waiting`: the device has not captured its screen yet
 * - `uploading`: it has, and not all of the screenshot is stored
 * - `here`: the screenshot is stored
 */
export type CaptureProgress = {
  steps: Array<CaptureStep>;
  outcome: 'waiting' | 'uploading' | 'here' | 'failed' | 'expired' | 'cancelled';
};

/**
 * Returns the progress of a request. «Captured» is never claimed before the whole screenshot is stored (A202). `capturedAt`: its time, null if it is
 * not in the list.
 */
export function toCaptureProgress(request: CaptureRequest, capturedAt: Instant | null): CaptureProgress {
  const { state, requestedAt, deliveredAt, storedAt, sampleId } = request;
  const isHere = state === 'confirmed' && storedAt !== null;
  const steps: Array<CaptureStep> = [
    { key: 'requested', at: requestedAt },
    { key: 'delivered', at: deliveredAt ?? (isHere ? (capturedAt ?? storedAt) : null) },
    { key: 'captured', at: isHere ? (capturedAt ?? storedAt) : null },
    { key: 'here', at: isHere ? storedAt : null },
  ];
  if (isHere) return { steps, outcome: 'here' };
  if (isOpen(state)) return { steps, outcome: sampleId === null ? 'waiting' : 'uploading' };
  const happened = steps.filter(({ at }) => at !== null);
  return { steps: happened, outcome: state === 'failed' ? 'failed' : state === 'cancelled' ? 'cancelled' : 'expired' };
}

/** Returns whether the page shows a request: while it is open, and some minutes after its end. */
export function isShownRequest(request: CaptureRequest, now: Instant): boolean {
  return isOpen(request.state) || now - (request.endedAt ?? request.storedAt ?? request.requestedAt) < SHOWN_MS;
}
