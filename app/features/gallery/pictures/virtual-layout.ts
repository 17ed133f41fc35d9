/** Heights in pixels. `head`: a day's heading with its margin; `row`: a row of tiles; `rowGap` and `dayGap`: the space between them. */
export type GridSizes = { columns: number; head: number; row: number; rowGap: number; dayGap: number };
/** Where a day is in the grid. `first`: index of its first sample. */
export type DayPlace = { top: number; height: number; first: number; count: number; rows: number };
/** The rows of a day to render: from `firstRow`, `rows` of them. `day`: its index. */
export type VisibleRows = { day: number; firstRow: number; rows: number };

/** Returns the place of each day, from the number of its samples. */
export function placeDays(counts: ReadonlyArray<number>, { columns, head, row, rowGap, dayGap }: GridSizes): Array<DayPlace> {
  let top = 0;
  let first = 0;
  return counts.map((count) => {
    const rows = Math.ceil(count / columns);
    const height = head + rows * row + Math.max(0, rows - 1) * rowGap;
    const place = { top, height, first, count, rows };
    top += height + dayGap;
    first += count;
    return place;
  });
}

/** Returns the days and rows that a part of the grid shows. `from` and `to` are distances from the top of the grid. */
export function findVisible(places: ReadonlyArray<DayPlace>, sizes: GridSizes, from: number, to: number): Array<VisibleRows> {
  const { head, row, rowGap } = sizes;
  return places.flatMap(({ top, height, rows }, day) => {
    if (top + height <= from || top >= to) return [];
    const step = row + rowGap;
    const firstRow = Math.min(rows, Math.max(0, Math.floor((from - top - head + rowGap) / step)));
    const endRow = Math.min(rows, Math.max(firstRow, Math.ceil((to - top - head) / step)));
    return [{ day, firstRow, rows: endRow - firstRow }];
  });
}

/**
 * Returns how many samples each local day has. `dayOf` is slow, so the end of each day is found by halving.
 * @param samples newest first
 */
export function countDays<Sample extends { at: number }>(
  samples: ReadonlyArray<Sample>,
  dayOf: (at: number) => number,
): Array<{ day: number; count: number }> {
  const days: Array<{ day: number; count: number }> = [];
  for (let first = 0; first < samples.length; ) {
    const day = dayOf(samples[first]?.at ?? 0);
    let [low, high] = [first, samples.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (dayOf(samples[middle]?.at ?? 0) === day) low = middle;
      else high = middle - 1;
    }
    days.push({ day, count: low + 1 - first });
    first = low + 1;
  }
  return days;
}
