const HOUR_MS = 60 * 60_000;
/** Number of first attempts that are recorded singly. After that, only every doubling is recorded. */
const EACH = 16;
const SUBJECTS_MAX = 2000;

/**
 * Returns a function that counts attempts per subject and clock hour, so that a flood causes few writes. The function returns how many
 * attempts to record now. That is 1 for each of the first 16, and 0 for most later attempts. At each doubling, it is the number of attempts
 * since the last record. Keeps the 2,000 most recently used subjects.
 */
export function createRepeatSampler(): (subject: string, now: number) => number {
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
