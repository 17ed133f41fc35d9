import type { WorldPoint } from './cut-tile.ts';

/** Returns the line with fewer points (Douglas-Peucker). No removed point is farther than `tolerance` from the new line. */
export function simplify(points: ReadonlyArray<WorldPoint>, tolerance: number): Array<WorldPoint> {
  const isKept = new Set([0, points.length - 1]);
  const open: Array<readonly [number, number]> = [[0, points.length - 1]];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span;
    let [furthest, distance] = [from, tolerance];
    for (let index = from + 1; index < to; index += 1) {
      const away = distanceToLine(points[index], points[from], points[to]);
      if (away > distance) [furthest, distance] = [index, away];
    }
    if (furthest === from) continue;
    isKept.add(furthest);
    open.push([from, furthest], [furthest, to]);
  }
  return points.filter((_, index) => isKept.has(index));
}

const ORIGIN = { x: 0, y: 0 };

function distanceToLine(point = ORIGIN, from = ORIGIN, to = ORIGIN): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const along = Math.max(0, Math.min(1, ((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y || 1)));
  return Math.hypot(from.x + x * along - point.x, from.y + y * along - point.y);
}
