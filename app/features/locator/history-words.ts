import { useTranslation } from 'react-i18next';
import { isolateName } from '#app/domain/isolate-name';
import { ageClassOf, PRESENT_MS } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import type { Clock } from '#app/features/shell/time/use-clock';
import type { ShownPart } from './history.server';
import type { Place } from './locator.server';
import { useDistance } from './use-distance';

/**
 * What the sentences of a day need.
 * - `since`: when the first stay began, if that was before the day; null if unknown
 * - `stayingAt`: the place where the device’s stay is unbroken now (A158), null for none
 */
export type WordedDay = {
  parts: ReadonlyArray<ShownPart>;
  places: ReadonlyArray<Pick<Place, 'id' | 'name'>>;
  from: Instant;
  end: Instant;
  isToday: boolean;
  since: Instant | null;
  stayingAt: string | null;
};

const MINUTE_MS = 60_000;

/** Returns the time between two times as written, which are cut to minutes. At least a minute, in ms. */
function shownSpan({ from, until }: { from: Instant; until: Instant }): number {
  return Math.max(1, Math.floor(until / MINUTE_MS) - Math.floor(from / MINUTE_MS)) * MINUTE_MS;
}

/** Returns functions that describe the parts of a day in the user’s language. `clock`: in the child’s time zone. */
export function useHistoryWords(clock: Clock, day: WordedDay) {
  const { t } = useTranslation();
  const { distance } = useDistance();

  /** Where a stay was: its place, else its address, else «At one spot». */
  const whereOf = (part: Extract<ShownPart, { kind: 'stay' }>): string => {
    const place = day.places.find(({ id }) => id === part.placeId);
    return place !== undefined ? isolateName(place.name) : part.address === '' ? t('track.spot') : part.address;
  };

  /** True for the last stay of today: nothing says that it ended. */
  const isOpenEnd = (part: Extract<ShownPart, { kind: 'stay' }>): boolean => day.isToday && part === day.parts.at(-1);

  /** True if the device was seen to leave: before a gap, and after the last position, nobody knows when it left. */
  const hasSeenEnd = (part: ShownPart): boolean => (day.parts[day.parts.indexOf(part) + 1]?.kind ?? 'gap') !== 'gap';

  const isFromStart = (part: ShownPart): boolean => part.from <= day.from;
  const isToEnd = (part: ShownPart): boolean => part.until >= day.end;
  /** Midnight ends the day, not the part. */
  const timesOf = (part: ShownPart): string =>
    isToEnd(part)
      ? t('track.to_midnight', { from: clock.time(part.from) })
      : t('track.from_to', { from: clock.time(part.from), until: clock.time(part.until) });

  /** Until when the device is known to have stayed: now if the locator uses the present tense (A158), else its last position. */
  const knownUntil = ({ placeId, until }: Extract<ShownPart, { kind: 'stay' }>): Instant =>
    clock.now - until < PRESENT_MS || (placeId !== null && placeId === day.stayingAt) ? clock.now : until;

  const title = (part: ShownPart): string => {
    const span = clock.span(shownSpan(part));
    if (part.kind === 'gap') return t('track.gap', { span });
    if (part.kind === 'trip') return tripTitle(part);
    const place = whereOf(part);
    if (isOpenEnd(part)) {
      const from = isFromStart(part) ? (day.since ?? part.from) : part.from;
      return t('track.since', { place, time: clock.moment(from) });
    }
    if (isToEnd(part)) return isFromStart(part) ? t('track.all_day', { place }) : t('track.stay_place', { place, span });
    if (!hasSeenEnd(part)) return t('track.last_reported', { place, time: clock.time(part.until) });
    if (isFromStart(part)) return t('track.until', { place, time: clock.time(part.until) });
    return t('track.stay_place', { place, span });
  };

  const tripTitle = (part: Extract<ShownPart, { kind: 'trip' }>): string => {
    const next = day.parts[day.parts.indexOf(part) + 1];
    // Only places are named as a destination. An address may be that of the whole town.
    if (next?.kind !== 'stay' || next.placeId === null) return t(part.isWalk ? 'track.walking' : 'track.moving');
    return t(part.isWalk ? 'track.walk_to' : 'track.trip_to', { place: whereOf(next) });
  };

  /** The second line of a part. '' if the title says everything. */
  const detail = (part: ShownPart): string => {
    const span = clock.span(shownSpan(part));
    const times = timesOf(part);
    if (part.kind === 'trip') return [times, span, distance(part.distance)].join(' · ');
    if (part.kind === 'gap') return [times, t(part.reason === null ? 'track.gap_text' : `track.gap_${part.reason}`)].join(' · ');
    if (isOpenEnd(part)) {
      const age =
        ageClassOf(part.until, clock.now) === 'now'
          ? t('locator.just_now')
          : t('locator.ago', { span: clock.span(clock.now - part.until) });
      return t('track.so_far', {
        span: clock.span(shownSpan({ from: isFromStart(part) ? (day.since ?? part.from) : part.from, until: knownUntil(part) })),
        age,
      });
    }
    if (isFromStart(part) && day.since !== null) return t('track.since_moment', { moment: clock.moment(day.since) });
    if (isToEnd(part)) return isFromStart(part) ? '' : times;
    return hasSeenEnd(part) ? times : t('track.since_moment', { moment: clock.time(part.from) });
  };

  /** Where the child was during a part, in a few words. Null: unknown. */
  const brief = (part: ShownPart | null): string => {
    if (part === null || part.kind === 'gap') return t('track.unknown');
    return part.kind === 'trip' ? tripTitle(part) : whereOf(part);
  };

  return { title, detail, brief };
}
