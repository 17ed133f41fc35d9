import type { Device } from './call.ts';
import { serverTime } from './decide.ts';
import { type LogEntry, measurePosition } from './location.ts';
import { simulatedSource } from './simulated-source.ts';

/** The device began to be located for this reason. `until`: end of a burst, else null. */
export type Locating = { kind: 'locating'; reason: LogEntry['reason']; until: number | null } | { kind: 'burst_ended' };

/** Measures a position if one is due, and returns what the child is to see about it. Without management nothing is measured. */
export function locateNow(device: Device): Array<Locating> {
  const before = device.store.read();
  if (before.managementRemoved) return [];
  const { location } = device.store.update((state) => {
    const source = device.positions ?? simulatedSource(state);
    const measured = measurePosition(state.location, source, serverTime(state, device.now()));
    return measured === state.location ? state : { ...state, location: measured };
  });
  const [old, entry] = [before.location.log.at(-1), location.log.at(-1)];
  const hasEnded = before.location.burstUntil !== null && location.burstUntil === null;
  return [
    ...(hasEnded ? [{ kind: 'burst_ended' } as const] : []),
    ...(entry === undefined || entry.from === old?.from
      ? []
      : [{ kind: 'locating', reason: entry.reason, until: location.burstUntil } as const]),
  ];
}
