import { localDate } from '#app/domain/time.ts';

/** Formats the local time in `zone` as `HH:mm:ss`. */
export function formatSeconds(at: number, zone: string): string {
  return clock(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at);
}

/** Formats a time as `21:00`, or with date as `Mon, Nov 23, 07:00` on another day. */
export function formatMoment(at: number, zone: string, now: number): string {
  const time = clock(zone, { hour: '2-digit', minute: '2-digit' }).format(at);
  if (localDate(at, zone) === localDate(now, zone)) return time;
  return `${clock(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(at)}, ${time}`;
}

function clock(zone: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { ...fields, hourCycle: 'h23', timeZone: zone });
}
