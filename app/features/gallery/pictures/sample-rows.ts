import { HIT_CATEGORIES } from '#app/domain/sample-details.ts';
import type { Instant } from '#app/domain/time.ts';

type Category = (typeof HIT_CATEGORIES)[number];

/** A screenshot in the browser’s list. `updatedAt` rises with every change. `hits`: the number per category. */
export type StoredSample = {
  id: string;
  at: Instant;
  updatedAt: Instant;
  deviceId: string;
  hits: Record<Category, number>;
  isMissing: boolean;
};

/** A screenshot as sent to the browser: id, times, index of its device, number of hits per category or 0 for none, and 1 if it is missing. */
type Row = [id: string, at: Instant, updatedAt: Instant, device: number, hits: Array<number> | 0, missing: 0 | 1];
/** Changed screenshots. `gone`: those that no longer exist. `newest`: the latest change, null if nothing changed. */
export type SampleRows = { devices: Array<string>; rows: Array<Row>; gone: Array<string>; newest: Instant | null };
export type SampleChanges = { samples: Array<StoredSample>; gone: Array<string>; newest: Instant | null };

/** Packs changes for 10,000 screenshots into less than a megabyte. */
export function packRows({ samples, gone, newest }: SampleChanges): SampleRows {
  const devices = [...new Set(samples.map(({ deviceId }) => deviceId))];
  const rows = samples.map(({ id, at, updatedAt, deviceId, hits, isMissing }): Row => {
    const counts = HIT_CATEGORIES.map((category) => hits[category]);
    return [id, at, updatedAt, devices.indexOf(deviceId), counts.some((count) => count > 0) ? counts : 0, isMissing ? 1 : 0];
  });
  return { devices, rows, gone, newest };
}

export function unpackRows({ devices, rows, gone, newest }: SampleRows): SampleChanges {
  const samples = rows.map(([id, at, updatedAt, device, counts, missing]) => ({
    id,
    at,
    updatedAt,
    deviceId: devices[device] ?? '',
    hits: toHits(counts === 0 ? [] : counts),
    isMissing: missing === 1,
  }));
  return { samples, gone, newest };
}

function toHits(counts: ReadonlyArray<number>): StoredSample['hits'] {
  const [custom = 0, profanity = 0, sexual_content = 0, substance_abuse = 0, violence = 0, uncategorized = 0] = counts;
  return { custom, profanity, sexual_content, substance_abuse, violence, uncategorized };
}
