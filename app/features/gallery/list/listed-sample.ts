import type { Instant, LocalDate } from '#app/domain/time.ts';
import type { HitCount } from './categories.ts';
import type { DayMark } from './day-marks.ts';

/** A screenshot as the list shows it: what the server knows. All else is sealed. */
export type ListedSample = {
  id: string;
  at: Instant;
  deviceId: string;
  deviceName: string;
  hits: Array<HitCount>;
  /** True if it arrived after the parent’s last look. */
  isNew: boolean;
  /** True if the server has lost its pictures. */
  isMissing: boolean;
};

/** A part of the day without automatic screenshots, in hours from 0 to 24. */
export type QuietPart = { from: number; to: number };

/**
 * A day of the list. `count` and `marks`: all its screenshots that match the filter, also those on another page; `total`: without the
 * filter. `first`, `last`: times of the matching ones.
 */
export type ListedDay = {
  date: LocalDate;
  /** 0 for today, 1 for yesterday. */
  daysAgo: number;
  weekday: number;
  start: Instant;
  total: number;
  count: number;
  newCount: number;
  hitCount: number;
  first: Instant;
  last: Instant;
  marks: Array<DayMark>;
  samples: Array<ListedSample>;
};
