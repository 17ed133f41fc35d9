import { type Instant, type LocalDate, localDate, minuteOfDay, startOfDay, type TimeZone, weekdayOf } from '#app/domain/time.ts';
import { toMarks } from './day-marks.ts';
import type { GalleryState } from './gallery-state.ts';
import type { ListedDay, ListedSample } from './listed-sample.ts';

/** Screenshots on one page of the list. */
export const PAGE_SIZE = 60;
const DAY_MS = 24 * 60 * 60_000;

/** One page of the list. `olderThan`: what the next page begins before, null on the last page. */
export type ListPage = { days: Array<ListedDay>; olderThan: Instant | null; older: Pick<ListedDay, 'weekday' | 'start'> | null };

/**
 * Returns one page of the matching screenshots by local day, newest first.
 * @param samples newest first
 * @param before the page has screenshots before this time; null for the first page
 */
export function listDays(
  samples: ReadonlyArray<ListedSample>,
  filter: Pick<GalleryState, 'deviceIds' | 'ocrFilters'>,
  zone: TimeZone,
  { before, now }: { before: Instant | null; now: Instant },
): ListPage {
  const matching = samples.filter((sample) => matches(sample, filter));
  const rest = before === null ? matching : matching.filter(({ at }) => at < before);
  const last = rest[Math.min(PAGE_SIZE, rest.length) - 1];
  // Screenshots of the same instant stay together, so that none is between two pages.
  const shown = last === undefined ? [] : rest.filter(({ at }) => at >= last.at);
  const next = rest[shown.length];
  const totals = Map.groupBy(samples, ({ at }) => localDate(at, zone));
  const counts = Map.groupBy(matching, ({ at }) => localDate(at, zone));
  const days = [...Map.groupBy(shown, ({ at }) => localDate(at, zone))].map(([date, some]) =>
    toDay(date, { zone, now }, some, counts.get(date) ?? [], totals.get(date)?.length ?? 0),
  );
  const date = next === undefined ? null : localDate(next.at, zone);
  return {
    days,
    olderThan: next === undefined || last === undefined ? null : last.at,
    older: date === null ? null : { weekday: weekdayOf(date), start: startOfDay(date, zone) },
  };
}

/** Returns whether a screenshot passes the filters. */
export function matches(
  { deviceId, hits }: Pick<ListedSample, 'deviceId' | 'hits'>,
  { deviceIds, ocrFilters }: Pick<GalleryState, 'deviceIds' | 'ocrFilters'>,
): boolean {
  const isDevice = deviceIds.length === 0 || deviceIds.includes(deviceId);
  return isDevice && (ocrFilters.length === 0 || hits.some(({ category }) => ocrFilters.includes(category)));
}

function toDay(
  date: LocalDate,
  { zone, now }: { zone: TimeZone; now: Instant },
  samples: Array<ListedSample>,
  all: ReadonlyArray<ListedSample>,
  total: number,
): ListedDay {
  return {
    date,
    daysAgo: Math.round((Date.parse(localDate(now, zone)) - Date.parse(date)) / DAY_MS),
    weekday: weekdayOf(date),
    start: startOfDay(date, zone),
    total,
    count: all.length,
    newCount: all.filter(({ isNew }) => isNew).length,
    hitCount: all.filter(({ hits }) => hits.length > 0).length,
    first: all.at(-1)?.at ?? 0,
    last: all[0]?.at ?? 0,
    marks: toMarks(
      all,
      (at) => minuteOfDay(at, zone) / 60,
      ({ isNew, hits }) => ({ isNew, hasHits: hits.length > 0 }),
    ),
    samples,
  };
}
