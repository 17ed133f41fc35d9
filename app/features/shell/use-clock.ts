import { useTranslation } from 'react-i18next';
import type { Instant, TimeZone } from '~/domain/time';
import { formatDate, formatMoment, formatSeconds, formatSpan, formatTime, formatUntil, zoneName } from './times';

/** The times of one page in the reader's language and a child's zone. `now` comes from the loader, so that server and browser agree. */
export function useClock(zone: TimeZone, now: Instant) {
  const { t, i18n } = useTranslation();
  const language = i18n.language;
  return {
    now,
    time: (at: Instant) => formatTime(at, zone),
    seconds: (at: Instant) => formatSeconds(at, zone),
    date: (at: Instant) => formatDate(t, language, at, zone, now),
    moment: (at: Instant) => formatMoment(t, language, at, zone, now),
    until: (at: Instant) => formatUntil(t, language, at, zone, now),
    /** The zone's name; see `zoneName` for what showing it asks for. */
    zoneName: () => zoneName(zone, language, now),
    span: (ms: number) => formatSpan(t, language, ms),
  };
}

export type Clock = ReturnType<typeof useClock>;
