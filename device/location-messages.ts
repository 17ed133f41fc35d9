import type { Locating } from './locate.ts';
import type { LogEntry } from './location.ts';
import { formatMoment } from './moments.ts';
import type { DeviceState } from './state.ts';

const REASON_WORDS = {
  routine: 'every 15 minutes',
  moved: 'while moving',
  place: 'at a place',
  burst: 'a parent tapped “Locate now”',
} as const satisfies Record<LogEntry['reason'], string>;

/** Describes in one line that the device is being located, or no longer by a parent. */
export function describeLocating(happening: Locating, zone: string, now: number): string {
  if (happening.kind === 'burst_ended') return 'A parent is no longer locating this device.';
  if (happening.reason === 'burst') {
    return `A parent is locating this device until ${formatMoment(happening.until, zone, now)}.`;
  }
  return `Your parents can see where this device is (${REASON_WORDS[happening.reason]}).`;
}

/** Describes whether and when the device was located, one line per fact. */
export function describeLocation({ location, managementRemoved }: DeviceState, zone: string, now: number): Array<string> {
  if (managementRemoved || !location.isOn) return ['Location: off. This device is not being located.'];
  const { last, unsent, burstUntil } = location;
  const accuracy = last === null || last.accuracy === null ? '' : ` (±${Math.round(last.accuracy)} m)`;
  const when = last === null ? 'not measured yet' : `last measured ${formatMoment(last.at, zone, now)}${accuracy}`;
  const waiting = unsent.length === 0 ? '' : ` Positions not sent yet: ${unsent.length}.`;
  return [
    `Location: on, ${when}.${waiting} Your parents can see where this device is.`,
    ...(burstUntil === null || burstUntil <= now ? [] : [`A parent is locating this device until ${formatMoment(burstUntil, zone, now)}.`]),
  ];
}

/** Describes when the device was located, one line per entry, newest first. */
export function describeLog({ location }: DeviceState, zone: string, now: number): Array<string> {
  return location.log.toReversed().map(({ reason, from, until, count }) => {
    const [begin, end] = [formatMoment(from, zone, now), formatMoment(until, zone, from)];
    return `${begin}${begin.endsWith(end) ? '' : ` to ${end}`}: ${count} position${count === 1 ? '' : 's'}, ${REASON_WORDS[reason]}.`;
  });
}
