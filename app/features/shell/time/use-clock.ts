import { useTranslation } from 'react-i18next';
import type { Instant, TimeZone } from '#app/domain/time';
import { zoneName } from '#app/domain/zone-name';
import { formatDate, formatMoment, formatSeconds, formatSpan, formatTime, formatUntil, minuteIn, writeTime } from './times';
import { useFormats } from './use-formats';

/**
 * Returns formatting functions for a page, in the user's language and the given time zone. `now`: the loader's time in epoch ms, so that
 * server and browser agree.
 */
export function useClock(zone: TimeZone, now: Instant) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const formats = useFormats();
  return {
    now,
    formats,
    /** Formats a minute of the day. Values of 1440 and above mean the next day. */
    minute: (minute: number) => writeTime(minute, formats),
    /** Returns the current minute of the day. */
    minuteNow: () => minuteIn(now, zone),
    time: (at: Instant) => formatTime(at, zone, formats),
    seconds: (at: Instant) => formatSeconds(at, zone, formats),
    date: (at: Instant) => formatDate(t, at, zone, now, formats),
    moment: (at: Instant) => formatMoment(t, at, zone, now, formats),
    until: (at: Instant) => formatUntil(t, at, zone, now, formats),
    /** Returns the zone's name; see `zoneName` about hydration. */
    zoneName: () => zoneName(zone, language, now),
    span: (ms: number) => formatSpan(t, ms, formats),
  };
}

export type Clock = ReturnType<typeof useClock>;
