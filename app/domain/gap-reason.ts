import { GAP_MS } from './location-day.ts';
import type { Instant } from './time.ts';

/** What a device reports about itself that explains missing positions. */
export const SILENCE_EVENTS = ['location_off', 'location_on', 'powered_off', 'powered_on'] as const;
export type SilenceEvent = { at: Instant; type: (typeof SILENCE_EVENTS)[number] };

/** Why a device reported no position: its location was off, or the device itself. */
export type GapReason = 'location_off' | 'powered_off';

type Span = { from: Instant; until: Instant };

/**
 * Returns the reason that a device reported for a time without positions, or null. The reason must explain all of it but 30 minutes at each
 * end, because a device at rest is silent for some minutes anyway. `events`: by time, with the last one before the span.
 */
export function findGapReason({ from, until }: Span, events: ReadonlyArray<SilenceEvent>): GapReason | null {
  const explains = (reason: GapReason) =>
    listOffSpans(reason, events).some(
      (off) => off.from <= from + GAP_MS && off.until >= until - GAP_MS && off.from < until && off.until > from,
    );
  return (['powered_off', 'location_off'] as const).find(explains) ?? null;
}

/** Returns the spans in which location, or the device, was off. The last one may not have ended. */
function listOffSpans(reason: GapReason, events: ReadonlyArray<SilenceEvent>): Array<Span> {
  const end = reason === 'location_off' ? 'location_on' : 'powered_on';
  const spans: Array<Span> = [];
  let from: Instant | null = null;
  for (const { at, type } of events) {
    if (type === reason) from ??= at;
    else if (type === end && from !== null) {
      spans.push({ from, until: at });
      from = null;
    }
  }
  return from === null ? spans : [...spans, { from, until: Number.POSITIVE_INFINITY }];
}
