const HOUR_MS = 60 * 60_000;
/** So many tries are each written down; after that only every doubling is. */
const EACH = 16;
const SUBJECTS_MAX = 2000;

/**
 * Counts what repeats within an hour of the clock, so that a flood writes little. Gives how many tries to write down now, 0 for none: each of
 * the first 16, then all since the last time whenever the number has doubled. Remembers 2,000 subjects and forgets the oldest beyond.
 */
export function createTally(): (subject: string, now: number) => number {
  const counts = new Map<string, { hour: number; count: number; written: number }>();
  return (subject, now) => {
    const hour = Math.floor(now / HOUR_MS);
    const known = counts.get(subject);
    const entry = known?.hour === hour ? known : { hour, count: 0, written: 0 };
    counts.delete(subject);
    counts.set(subject, entry);
    if (counts.size > SUBJECTS_MAX) counts.delete(counts.keys().next().value ?? '');
    entry.count += 1;
    if (entry.count > EACH && !Number.isInteger(Math.log2(entry.count))) return 0;
    const times = entry.count - entry.written;
    entry.written = entry.count;
    return times;
  };
}
