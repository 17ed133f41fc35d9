import { useTranslation } from 'react-i18next';
import type { Instant, TimeZone } from '~/domain/time';
import { zoneName } from '~/domain/zone-name';
import { formatDate, formatMoment, formatSeconds, formatSpan, formatTime, formatUntil, minuteIn, writeTime } from './times';
import { useFormats } from './use-formats';

/** The times of one page in the reader's language and a child's zone. `now` comes from the loader, so that server and browser agree. */
export function useClock(zone: TimeZone, now: Instant) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  const formats = useFormats();
  return {
    now,
    formats,
    /** A minute of the day, 0 to 1439; later ones count on. */
    minute: (minute: number) => writeTime(minute, formats),
    /** Which minute of the day it is. */
    minuteNow: () => minuteIn(now, zone),
    time: (at: Instant) => formatTime(at, zone, formats),
    seconds: (at: Instant) => formatSeconds(at, zone, formats),
    date: (at: Instant) => formatDate(t, at, zone, now, formats),
    moment: (at: Instant) => formatMoment(t, at, zone, now, formats),
    until: (at: Instant) => formatUntil(t, at, zone, now, formats),
    /** The zone's name; see `zoneName` for what showing it asks for. */
    zoneName: () => zoneName(zone, language, now),
    span: (ms: number) => formatSpan(t, ms, formats),
  };
}

export type Clock = ReturnType<typeof useClock>;
