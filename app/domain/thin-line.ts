import type { Coordinates } from './position.ts';

/**
 * Returns a line without the points that deviate less than `toleranceM` meters. Uses Douglas-Peucker on a plane around the first point,
 * which is precise enough for the path of a day.
 */
export function thinLine<Point extends Coordinates>(line: ReadonlyArray<Point>, toleranceM: number): Array<Point> {
  const [first] = line;
  if (first === undefined || line.length < 3) return [...line];
  const scale = 111_195;
  const narrow = Math.cos((first.lat * Math.PI) / 180);
  const plane = line.map(({ lat, lon }) => ({ x: (lon - first.lon) * scale * narrow, y: (lat - first.lat) * scale }));
  const isKept = new Uint8Array(line.length);
  isKept[0] = 1;
  isKept[line.length - 1] = 1;
  const open: Array<[number, number]> = [[0, line.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [start, end] = range;
    const farthest = findFarthest(plane, start, end);
    if (farthest.distance <= toleranceM) continue;
    isKept[farthest.index] = 1;
    open.push([start, farthest.index], [farthest.index, end]);
  }
  return line.filter((_, index) => isKept[index] === 1);
}

function findFarthest(plane: ReadonlyArray<{ x: number; y: number }>, start: number, end: number): { index: number; distance: number } {
  const a = plane[start] ?? { x: 0, y: 0 };
  const b = plane[end] ?? a;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const square = dx * dx + dy * dy;
  let farthest = { index: start, distance: -1 };
  for (let index = start + 1; index < end; index++) {
    const point = plane[index];
    if (point === undefined) break;
    const along = square === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / square));
    const distance = Math.hypot(point.x - a.x - along * dx, point.y - a.y - along * dy);
    if (distance > farthest.distance) farthest = { index, distance };
  }
  return farthest;
}
