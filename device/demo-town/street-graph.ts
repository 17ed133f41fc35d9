import type { LatLon } from '#app/domain/map-tile.ts';
import { AREAS, BANK_PATH, bend, COLUMNS, type Point, RAILWAY, RIVER, ROWS, type StreetClass, toLatLon, toPoint } from './plan.ts';

/** A crossing. `id` stays the same as long as the plan does. */
export type StreetNode = LatLon & { id: number };

/** A piece of street between two crossings. `line` leads from node `from` to node `to`; `meters` is its length. */
export type StreetEdge = { from: number; to: number; name: string; class: StreetClass; meters: number; line: ReadonlyArray<LatLon> };

/** The streets of the town as crossings and pieces between them. Every node can be reached from every other. */
export type StreetGraph = { nodes: ReadonlyArray<StreetNode>; edges: ReadonlyArray<StreetEdge> };

/** A walk along streets: its line, its length, and the names of its streets in order. */
export type Walk = { line: ReadonlyArray<LatLon>; meters: number; streets: ReadonlyArray<string> };

/** A piece of street in meters, as the plan has it. */
export type StreetPiece = { from: number; to: number; name: string; class: StreetClass; line: ReadonlyArray<Point> };

type Draft = { points: Array<Point>; pieces: Array<StreetPiece> };

let draft: Draft | undefined;
let graph: StreetGraph | undefined;

/** Returns the pieces of street in meters. They are the same in every run. */
export function listStreets(): ReadonlyArray<StreetPiece> {
  draft ??= draw();
  return draft.pieces;
}

/** Returns the street graph of the town. It is the same in every run. */
export function streetGraph(): StreetGraph {
  if (graph !== undefined) return graph;
  draft ??= draw();
  const nodes = draft.points.map((point, id) => ({ id, ...toLatLon(point) }));
  const edges = draft.pieces.map(({ line, ...piece }) => ({ ...piece, meters: lengthOf(line), line: line.map(toLatLon) }));
  graph = { nodes, edges };
  return graph;
}

/** Returns the crossing that is nearest to a position. */
export function findNearestNode({ nodes }: StreetGraph, position: LatLon): StreetNode {
  const [east, south] = toPoint(position);
  const distance = (node: StreetNode) => {
    const [x, y] = toPoint(node);
    return Math.hypot(x - east, y - south);
  };
  return nodes.reduce((nearest, node) => (distance(node) < distance(nearest) ? node : nearest));
}

/**
 * Returns the shortest walk between two crossings (Dijkstra), or null if there is none.
 * @param from id of the first crossing
 */
export function findShortestWalk({ nodes, edges }: StreetGraph, from: number, to: number): Walk | null {
  const around = new Map<number, Array<StreetEdge>>();
  for (const edge of edges) for (const id of [edge.from, edge.to]) around.set(id, [...(around.get(id) ?? []), edge]);
  const reached = new Map<number, { meters: number; by: StreetEdge | null }>([[from, { meters: 0, by: null }]]);
  const open = new Set([from]);
  while (open.size > 0 && !isFinal(to, reached, open)) {
    const id = [...open].reduce((best, candidate) => (metersTo(candidate, reached) < metersTo(best, reached) ? candidate : best));
    open.delete(id);
    for (const edge of around.get(id) ?? []) {
      const next = edge.from === id ? edge.to : edge.from;
      const meters = metersTo(id, reached) + edge.meters;
      if (meters >= metersTo(next, reached)) continue;
      reached.set(next, { meters, by: edge });
      open.add(next);
    }
  }
  if (!reached.has(to)) return null;
  const steps: Array<StreetEdge> = [];
  for (let id = to, step = reached.get(to)?.by ?? null; step !== null; step = reached.get(id)?.by ?? null) {
    steps.unshift(step.to === id ? step : { ...step, from: step.to, to: step.from, line: step.line.toReversed() });
    id = step.to === id ? step.from : step.to;
  }
  const start = nodes.filter(({ id }) => id === from).map(({ lat, lon }) => ({ lat, lon }));
  return {
    line: [...start, ...steps.flatMap(({ line }) => line.slice(1))],
    meters: metersTo(to, reached),
    streets: steps.map(({ name }) => name).filter((name, index, names) => name !== names[index - 1]),
  };
}

type Reached = ReadonlyMap<number, { meters: number }>;

function metersTo(id: number, reached: Reached): number {
  return reached.get(id)?.meters ?? Number.POSITIVE_INFINITY;
}

function isFinal(to: number, reached: Reached, open: ReadonlySet<number>): boolean {
  return reached.has(to) && [...open].every((id) => metersTo(id, reached) >= metersTo(to, reached));
}

/** Returns the length of a line in meters. */
export function lengthOf(line: ReadonlyArray<Point>): number {
  return line.slice(1).reduce((sum, [east, south], index) => {
    const [x, y] = line[index] ?? [east, south];
    return sum + Math.hypot(east - x, south - y);
  }, 0);
}

/** Draws every street from crossing to crossing, leaves out the pieces that are not buildable, and keeps those that are connected. */
function draw(): Draft {
  const id = (row: number, column: number) => row * COLUMNS.length + column;
  const points = ROWS.flatMap(({ at: south }) => COLUMNS.map(({ at: east }) => bend([east, south])));
  const pieces: Array<StreetPiece> = [];
  for (const [row, street] of ROWS.entries()) {
    for (const [column, crossing] of COLUMNS.entries()) {
      const [east, south] = [COLUMNS[column + 1], ROWS[row + 1]];
      if (east !== undefined) {
        const line = subdivide([crossing.at, street.at], [east.at, street.at]);
        pieces.push({ from: id(row, column), to: id(row, column + 1), name: street.name, class: street.class, line });
      }
      if (south !== undefined) {
        const line = subdivide([crossing.at, street.at], [crossing.at, south.at]);
        pieces.push({ from: id(row, column), to: id(row + 1, column), name: crossing.name, class: crossing.class, line });
      }
    }
  }
  const outlines = AREAS.map(({ box }) => outlineOf(box));
  const kept = pieces.filter((piece) => isBuildable(piece, outlines));
  return connect(points, [...kept, ...bankPath(points, kept)]);
}

function subdivide([east, south]: Point, [toEast, toSouth]: Point): Array<Point> {
  const steps = Math.max(2, Math.round(Math.hypot(toEast - east, toSouth - south) / 55));
  return Array.from({ length: steps + 1 }, (_, step) =>
    bend([east + ((toEast - east) * step) / steps, south + ((toSouth - south) * step) / steps]),
  );
}

/**
 * True for a piece of a main street. False for a minor piece at the river, at the railway or in an area, and for about one in nine others.
 */
function isBuildable({ class: kind, line, from, to }: StreetPiece, outlines: ReadonlyArray<ReadonlyArray<Point>>): boolean {
  if (kind === 'main') return true;
  const middle = line[Math.floor(line.length / 2)] ?? [0, 0];
  if (outlines.some((outline) => isInside(middle, outline))) return false;
  if (line.some((point) => distanceTo(point, RIVER) < 60) || crosses(line, RAILWAY)) return false;
  return (from * 7919 + to * 104_729) % 9 !== 0;
}

/** Returns the path along the bank, joined at both ends to the nearest crossing. */
function bankPath(points: Array<Point>, pieces: ReadonlyArray<StreetPiece>): Array<StreetPiece> {
  const onStreets = [...new Set(pieces.flatMap(({ from, to }) => [from, to]))];
  const nearest = ([east, south]: Point) => {
    const away = (id: number) => Math.hypot((points[id]?.[0] ?? 0) - east, (points[id]?.[1] ?? 0) - south);
    return onStreets.reduce((best, id) => (away(id) < away(best) ? id : best));
  };
  const [first = [0, 0], last = [0, 0]] = [BANK_PATH[0], BANK_PATH.at(-1)];
  const [from, to] = [nearest(first), nearest(last)];
  const line = [points[from] ?? first, ...BANK_PATH, points[to] ?? last];
  return [{ from, to, name: 'Alder Path', class: 'path', line }];
}

/** Keeps the crossings and pieces that are connected with Harbor Street, and numbers the crossings anew. */
function connect(points: ReadonlyArray<Point>, pieces: ReadonlyArray<StreetPiece>): Draft {
  const start = ROWS.findIndex(({ name }) => name === 'Harbor Street') * COLUMNS.length;
  const known = new Set([start]);
  for (let before = 0; before !== known.size; ) {
    before = known.size;
    for (const { from, to } of pieces) if (known.has(from) || known.has(to)) known.add(from).add(to);
  }
  const ids = [...known].sort((a, b) => a - b);
  const renumber = new Map(ids.map((id, index) => [id, index]));
  return {
    points: ids.map((id) => points[id] ?? [0, 0]),
    pieces: pieces.flatMap((piece) => {
      const [from, to] = [renumber.get(piece.from), renumber.get(piece.to)];
      return from === undefined || to === undefined ? [] : [{ ...piece, from, to }];
    }),
  };
}

/** Returns the bent outline of a box of the plan, with a closed ring. */
export function outlineOf([west, north, east, south]: readonly [number, number, number, number]): Array<Point> {
  const side = (from: Point, to: Point) => subdivide(from, to).slice(0, -1);
  const ring = [
    ...side([west, north], [east, north]),
    ...side([east, north], [east, south]),
    ...side([east, south], [west, south]),
    ...side([west, south], [west, north]),
  ];
  return [...ring, ...ring.slice(0, 1)];
}

/** True if the point is inside the ring. */
export function isInside([east, south]: Point, ring: ReadonlyArray<Point>): boolean {
  let inside = false;
  for (const [index, [x, y]] of ring.entries()) {
    const [beforeX, beforeY] = ring[(index || ring.length) - 1] ?? [x, y];
    if (y > south !== beforeY > south && east < ((beforeX - x) * (south - y)) / (beforeY - y) + x) inside = !inside;
  }
  return inside;
}

/** Returns the distance of a point to the nearest piece of a line, in meters. */
export function distanceTo([east, south]: Point, line: ReadonlyArray<Point>): number {
  return line.slice(1).reduce((nearest, [toX, toY], index) => {
    const [x, y] = line[index] ?? [toX, toY];
    const along = Math.max(0, Math.min(1, ((east - x) * (toX - x) + (south - y) * (toY - y)) / ((toX - x) ** 2 + (toY - y) ** 2 || 1)));
    return Math.min(nearest, Math.hypot(x + (toX - x) * along - east, y + (toY - y) * along - south));
  }, Number.POSITIVE_INFINITY);
}

function crosses(line: ReadonlyArray<Point>, other: ReadonlyArray<Point>): boolean {
  const side = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point) => Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
  return line.slice(1).some((to, index) => {
    const from = line[index] ?? to;
    return other.slice(1).some((end, at) => {
      const begin = other[at] ?? end;
      return side(from, to, begin) !== side(from, to, end) && side(begin, end, from) !== side(begin, end, to);
    });
  });
}
