import type { Device } from './call.ts';
import { serverTime } from './decide.ts';
import { type LogEntry, measurePosition } from './location.ts';
import { simulatedSource } from './simulated-source.ts';

/** What the child is to see: a parent locates the device until `until`, no longer does, or the device began to measure for a reason. */
export type Locating =
  | { kind: 'locating'; reason: 'burst'; until: number }
  | { kind: 'locating'; reason: Exclude<LogEntry['reason'], 'burst'> }
  | { kind: 'burst_ended' };

/** Measures a position if one is due, and returns what the child is to see about it. Without management nothing is measured. */
export function locateNow(device: Device): Array<Locating> {
  const before = device.store.read();
  if (before.managementRemoved) return [];
  const { location } = device.store.update((state) => {
    const source = device.positions ?? simulatedSource(state);
    const measured = measurePosition(state.location, source, serverTime(state, device.now()));
    return measured === state.location ? state : { ...state, location: measured };
  });
  const hasEnded = before.location.burstUntil !== null && location.burstUntil === null;
  const [old, entry] = [before.location.log.at(-1), location.log.at(-1)];
  // The screen names a burst when it begins, not with its first position.
  const begun = entry === undefined || entry.from === old?.from || entry.reason === 'burst' ? null : entry.reason;
  return [
    ...(hasEnded ? [{ kind: 'burst_ended' } as const] : []),
    ...(begun === null ? [] : [{ kind: 'locating', reason: begun } as const]),
  ];
}
