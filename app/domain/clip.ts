/** x and y in any unit. */
export type FlatPoint = readonly [x: number, y: number];
/** The smallest and the largest x and y of a rectangle. */
export type Box = { left: number; top: number; right: number; bottom: number };

type Edge = { axis: 0 | 1; at: number; isBelow: boolean };

const edgesOf = ({ left, top, right, bottom }: Box): ReadonlyArray<Edge> => [
  { axis: 0, at: left, isBelow: false },
  { axis: 0, at: right, isBelow: true },
  { axis: 1, at: top, isBelow: false },
  { axis: 1, at: bottom, isBelow: true },
];

/** Returns the part of a ring inside the box (Sutherland-Hodgman), along the box's edges where the ring leaves it. May be empty. */
export function clipRing(ring: ReadonlyArray<FlatPoint>, box: Box): ReadonlyArray<FlatPoint> {
  return isAllWithin(ring, box) ? ring : edgesOf(box).reduce(clipRingAt, ring);
}

/** Returns the pieces of a line inside the box. There may be several, because a line may leave the box and enter it again. */
export function clipLine(line: ReadonlyArray<FlatPoint>, box: Box): ReadonlyArray<ReadonlyArray<FlatPoint>> {
  if (isAllWithin(line, box)) return [line];
  const pieces = edgesOf(box).reduce<ReadonlyArray<ReadonlyArray<FlatPoint>>>(
    (kept, edge) => kept.flatMap((piece) => clipLineAt(piece, edge)),
    [line],
  );
  return pieces.filter(({ length }) => length > 1);
}

function isAllWithin(points: ReadonlyArray<FlatPoint>, { left, top, right, bottom }: Box): boolean {
  return points.every(([x, y]) => x >= left && x <= right && y >= top && y <= bottom);
}

function isWithin(point: FlatPoint, { axis, at, isBelow }: Edge): boolean {
  return isBelow ? point[axis] <= at : point[axis] >= at;
}

function meet(from: FlatPoint, to: FlatPoint, { axis, at }: Edge): FlatPoint {
  const along = (at - from[axis]) / (to[axis] - from[axis]);
  return [from[0] + (to[0] - from[0]) * along, from[1] + (to[1] - from[1]) * along];
}

function clipRingAt(ring: ReadonlyArray<FlatPoint>, edge: Edge): ReadonlyArray<FlatPoint> {
  const clipped: Array<FlatPoint> = [];
  for (const [index, point] of ring.entries()) {
    const before = ring[(index || ring.length) - 1] ?? point;
    if (isWithin(before, edge) !== isWithin(point, edge)) clipped.push(meet(before, point, edge));
    if (isWithin(point, edge)) clipped.push(point);
  }
  return clipped;
}

function clipLineAt(line: ReadonlyArray<FlatPoint>, edge: Edge): Array<Array<FlatPoint>> {
  const pieces: Array<Array<FlatPoint>> = [];
  let piece: Array<FlatPoint> = [];
  for (const [index, point] of line.entries()) {
    const before = line[index - 1];
    if (before !== undefined && isWithin(before, edge) !== isWithin(point, edge)) piece.push(meet(before, point, edge));
    if (isWithin(point, edge)) piece.push(point);
    else if (piece.length > 0) {
      pieces.push(piece);
      piece = [];
    }
  }
  return piece.length > 0 ? [...pieces, piece] : pieces;
}
