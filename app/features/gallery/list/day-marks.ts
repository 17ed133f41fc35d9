import type { Instant } from '#app/domain/time.ts';

/** A mark on the line of a day, in hours from 0 to 24. */
export type DayMark = { hour: number; isNew: boolean; hasHits: boolean };

/** Marks closer than this are one mark, because they would cover each other. */
const MARK_HOURS = 1 / 6;

/** Returns the marks of a day from morning to night, at most one of each shape per ten minutes. `hourOf`: by the child's clock. */
export function toMarks<Sample extends { at: Instant }>(
  samples: ReadonlyArray<Sample>,
  hourOf: (at: Instant) => number,
  lookOf: (sample: Sample) => Pick<DayMark, 'isNew' | 'hasHits'>,
): Array<DayMark> {
  const marks = new Map<string, DayMark>();
  for (const sample of samples) {
    const hour = hourOf(sample.at);
    const look = lookOf(sample);
    marks.set(`${Math.floor(hour / MARK_HOURS)} ${look.isNew} ${look.hasHits}`, { hour, ...look });
  }
  return [...marks.values()].sort((a, b) => a.hour - b.hour);
}
