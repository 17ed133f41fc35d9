import type * as z from 'zod';
import { SILENCE_EVENTS, type SilenceEvent } from '#app/domain/gap-reason';
import type { sendReport } from '#app/wire/device';
import type { CallContext } from '../core/call-context';
import { insertSilenceEvent } from '../store/silence-event.queries';
import { hasGeolocation } from '../subscription/plan-of';

/**
 * Stores when the device, or its location, was turned off and on, so that the history can say why positions are missing (A182). An event that
 * repeats what is known writes no row. Stores nothing without location in the plan.
 */
export function storeSilenceEvents(call: CallContext, deviceId: string, { events }: z.infer<typeof sendReport.body>): void {
  const own = events.filter((event): event is SilenceEvent => SILENCE_EVENTS.some((type) => type === event.type));
  if (own.length === 0 || !hasGeolocation(call)) return;
  for (const event of own.toSorted((a, b) => a.at - b.at))
    insertSilenceEvent(call.sql, deviceId, { ...event, at: Math.min(event.at, call.now) });
}
