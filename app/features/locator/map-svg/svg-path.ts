import type { FlatPoint } from '#app/domain/clip.ts';

/** Coordinates of a picture are whole numbers of this many px, which keeps the text short. */
export const UNIT_PX = 0.5;

/**
 * Returns the path data of lines or rings in px, as whole units and relative steps. Leaves out points that are within a unit of the line
 * between their neighbors, and parts without length.
 */
export function toPathData(parts: ReadonlyArray<ReadonlyArray<FlatPoint>>, isClosed: boolean): string {
  let [x, y] = [0, 0];
  let data = '';
  for (const part of parts) {
    const points = reduce(part);
    if (points.length < (isClosed ? 3 : 2)) continue;
    let command = '';
    for (const [index, [toX, toY]] of points.entries()) {
      const next = index === 0 ? (data === '' ? 'M' : 'm') : index === 1 ? 'l' : '';
      data += `${next}${join(next === '' ? command : '', toX - x, toY - y)}`;
      command = 'l';
      [x, y] = [toX, toY];
    }
    if (!isClosed) continue;
    data += 'z';
    [x, y] = points[0] ?? [x, y];
  }
  return data;
}

/** Writes two numbers after other ones. A minus separates as well as a space. */
function join(before: string, dx: number, dy: number): string {
  return `${before !== '' && dx >= 0 ? ' ' : ''}${dx}${dy >= 0 ? ' ' : ''}${dy}`;
}

/** Rounds to units and leaves out points that are not needed to see the form. */
function reduce(part: ReadonlyArray<FlatPoint>): Array<FlatPoint> {
  const kept: Array<FlatPoint> = [];
  for (const [pxX, pxY] of part) {
    const point: FlatPoint = [Math.round(pxX / UNIT_PX), Math.round(pxY / UNIT_PX)];
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last !== undefined && last[0] === point[0] && last[1] === point[1]) continue;
    if (before !== undefined && last !== undefined && isBetween(before, last, point)) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** True if `middle` is less than a unit beside the line, and on the way from one end to the other. */
function isBetween(from: FlatPoint, middle: FlatPoint, to: FlatPoint): boolean {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const [a, b] = [middle[0] - from[0], middle[1] - from[1]];
  return Math.abs(x * b - y * a) < Math.hypot(x, y) * 0.7 && a * (to[0] - middle[0]) + b * (to[1] - middle[1]) > 0;
}

/** Escapes text for SVG, and leaves out what XML forbids. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
