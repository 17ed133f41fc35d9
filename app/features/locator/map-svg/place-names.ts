import type { FlatPoint } from '#app/domain/clip.ts';
import type { MapView } from '#app/domain/map-tile.ts';
import type { MapRole } from '../map-schema.ts';

/** A name that found room: along a line, or at a point. */
export type PlacedName = { role: MapRole; text: string; px: number; line: ReadonlyArray<FlatPoint> };

type Name = { role: MapRole; text: string; line: ReadonlyArray<FlatPoint> };

/** Text size in px, and which names are placed first. */
const RANKS: Partial<Record<MapRole, { px: number; rank: number }>> = {
  city: { px: 15, rank: 0 },
  country: { px: 14, rank: 1 },
  greenName: { px: 13, rank: 2 },
  waterway: { px: 13, rank: 3 },
  main: { px: 13, rank: 4 },
  area: { px: 13, rank: 5 },
  minor: { px: 12, rank: 6 },
};
const NAMES_MAX = 60;
/** The same street is named again only at this distance. */
const REPEAT_PX = 420;
/** Minor streets are named from this zoom on. */
const MINOR_ZOOM = 14.5;
const PADDING_PX = 6;
/** Shares of a line's free room at which a name is tried. */
const SHARES = [0.5, 0.25, 0.75, 0, 1];
const SPARE = 0.18;

/** Returns the names that fit into a picture without touching each other, important ones first. */
export function placeNames(names: ReadonlyArray<Name>, view: MapView): Array<PlacedName> {
  const sorted = names
    .flatMap((name) => {
      const style = RANKS[name.role];
      return style === undefined || (name.role === 'minor' && view.zoom < MINOR_ZOOM)
        ? []
        : [{ ...name, ...style, length: lengthOf(name.line) }];
    })
    .sort((a, b) => a.rank - b.rank || b.length - a.length);
  const placed: Array<PlacedName> = [];
  const taken: Array<Taken> = [];
  for (const { role, text, px, line, length } of sorted) {
    if (placed.length >= NAMES_MAX) break;
    const width = widthOf(text, px);
    const spots = line.length === 1 ? [{ line, dots: spread(line[0] ?? [0, 0], width) }] : listSpots(line, length, width, px);
    const spot = spots.find(({ dots }) => isFree(dots, { text, px }, taken, view));
    if (spot === undefined) continue;
    placed.push({ role, text, px, line: spot.line });
    taken.push(...spot.dots.map(([x, y]) => ({ x, y, radius: px / 2, text })));
  }
  return placed;
}

/** A dot of a placed name. */
type Taken = { x: number; y: number; radius: number; text: string };

function isFree(
  dots: ReadonlyArray<FlatPoint>,
  { text, px }: { text: string; px: number },
  taken: ReadonlyArray<Taken>,
  view: MapView,
): boolean {
  return dots.every(
    ([x, y]) =>
      x > px &&
      y > px &&
      x < view.width - px &&
      y < view.height - px &&
      taken.every((other) => Math.hypot(x - other.x, y - other.y) > (other.text === text ? REPEAT_PX : other.radius + px / 2 + PADDING_PX)),
  );
}

/** Returns where a text may be written along a line, the middle first. The line is a little longer than the text, whose width is a guess. */
function listSpots(line: ReadonlyArray<FlatPoint>, length: number, width: number, px: number) {
  const room = length - width - 2 * PADDING_PX;
  if (room < 0) return [];
  return SHARES.flatMap((share) => {
    const start = PADDING_PX + room * share;
    const written = cut(line, start, width);
    if (isSharp(written)) return [];
    const spare = Math.min(width * SPARE, start, length - start - width);
    return [{ line: readable(cut(line, start - spare, width + 2 * spare)), dots: sample(written, px) }];
  });
}

/** Returns the usual width of a text; Chinese characters are as wide as high. */
function widthOf(text: string, px: number): number {
  return [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.56) * px, 0);
}

function lengthOf(line: ReadonlyArray<FlatPoint>): number {
  return line.slice(1).reduce((sum, [x, y], index) => sum + Math.hypot(x - (line[index]?.[0] ?? x), y - (line[index]?.[1] ?? y)), 0);
}

/** Returns the part of a line that begins `start` along it and is `length` long. Both in the unit of the points. */
function cut(line: ReadonlyArray<FlatPoint>, start: number, length: number): Array<FlatPoint> {
  const piece: Array<FlatPoint> = [];
  let passed = 0;
  for (const [index, to] of line.slice(1).entries()) {
    const from = line[index] ?? to;
    const step = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const at = (meters: number): FlatPoint => [
      from[0] + ((to[0] - from[0]) * (meters - passed)) / (step || 1),
      from[1] + ((to[1] - from[1]) * (meters - passed)) / (step || 1),
    ];
    if (passed + step >= start && passed <= start + length) {
      if (piece.length === 0) piece.push(at(Math.max(start, passed)));
      piece.push(at(Math.min(start + length, passed + step)));
    }
    passed += step;
  }
  return piece;
}

function sample(line: ReadonlyArray<FlatPoint>, every: number): Array<FlatPoint> {
  const length = lengthOf(line);
  return Array.from(
    { length: Math.ceil(length / every) + 1 },
    (_, index) => cut(line, Math.min(length, index * every), 0)[0] ?? line[0] ?? [0, 0],
  );
}

function spread([x, y]: FlatPoint, width: number): Array<FlatPoint> {
  const count = Math.max(2, Math.ceil(width / 10));
  return Array.from({ length: count }, (_, index) => [x - width / 2 + (width * index) / (count - 1), y]);
}

/** True if letters would collide: the line turns by more than 35 degrees at one point. */
function isSharp(line: ReadonlyArray<FlatPoint>): boolean {
  return line.slice(2).some(([x, y], index) => {
    const [from = [x, y], middle = [x, y]] = [line[index], line[index + 1]];
    const turn = Math.atan2(y - middle[1], x - middle[0]) - Math.atan2(middle[1] - from[1], middle[0] - from[0]);
    return Math.cos(turn) < 0.82;
  });
}

/** Turns a line so that text on it is not upside down. */
function readable(line: Array<FlatPoint>): Array<FlatPoint> {
  const [first, last] = [line[0], line.at(-1)];
  return first !== undefined && last !== undefined && last[0] < first[0] ? line.reverse() : line;
}
