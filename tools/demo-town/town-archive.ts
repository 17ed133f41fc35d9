import type { MapBounds } from '#app/domain/map-source.ts';
import { toWorld } from '#app/domain/map-tile.ts';
import {
  AREAS,
  BANK_PATH,
  bend,
  POND,
  type Point,
  RAILWAY,
  RIVER,
  RIVER_METERS,
  TOWN_METERS,
  TOWN_NAME,
  toLatLon,
  toWorldOf,
} from '#device/demo-town/plan.ts';
import { distanceTo, isInside, lengthOf, listStreets, outlineOf, type StreetPiece } from '#device/demo-town/street-graph.ts';
import { createTileCutter, type MapFeature } from '../map-archive/cut-tile.ts';
import { type ArchivedTile, writeArchive } from '../map-archive/write-archive.ts';

const [MIN_ZOOM, MAX_ZOOM] = [9, 14];
/** Width of the land around the town in meters, so that the usual views show no edge. */
const MARGIN = 1600;
const LAYERS = ['earth', 'landuse', 'water', 'roads', 'buildings', 'places'];
/** Widths and depths of houses in meters. The seed of a lot selects one of them. */
const HOUSES = [
  [11, 9],
  [14, 10],
  [9, 9],
  [17, 11],
  [12, 13],
] as const;

/** Lines from which houses keep this distance in meters. */
const OBSTACLES: ReadonlyArray<{ line: ReadonlyArray<Point>; meters: number }> = [
  { line: RIVER, meters: RIVER_METERS / 2 + 22 },
  { line: RAILWAY, meters: 26 },
  { line: BANK_PATH, meters: 18 },
];

let archive: Uint8Array | undefined;

/** Returns the demo town as a PMTiles v3 archive, zoom 9 to 14, in the schema of Protomaps. The bytes are the same in every run. */
export function townArchive(): Uint8Array {
  archive ??= buildTownArchive();
  return archive;
}

/** Returns the bounds of the town and the land around it. */
export function townBounds(): MapBounds {
  const [northWest, southEast] = [toLatLon([-MARGIN, -MARGIN]), toLatLon([TOWN_METERS + MARGIN, TOWN_METERS + MARGIN])];
  return [northWest.lon, southEast.lat, southEast.lon, northWest.lat];
}

/** Builds the archive without the cache. */
export function buildTownArchive(): Uint8Array {
  const cutTile = createTileCutter(listFeatures());
  const bounds = townBounds();
  const [west, south, east, north] = bounds;
  const [first, last] = [toWorld({ lat: north, lon: west }), toWorld({ lat: south, lon: east })];
  const tiles: Array<ArchivedTile> = [];
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z += 1) {
    for (let x = Math.floor(first.x * 2 ** z); x <= Math.floor(last.x * 2 ** z); x += 1) {
      for (let y = Math.floor(first.y * 2 ** z); y <= Math.floor(last.y * 2 ** z); y += 1) {
        tiles.push({ z, x, y, data: cutTile({ z, x, y }) });
      }
    }
  }
  return writeArchive(tiles, {
    name: 'Porchlight demo town',
    attribution: '',
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    bounds,
    layers: LAYERS,
  });
}

function listFeatures(): Array<MapFeature> {
  const box: ReadonlyArray<Point> = [
    [-MARGIN, -MARGIN],
    [TOWN_METERS + MARGIN, -MARGIN],
    [TOWN_METERS + MARGIN, TOWN_METERS + MARGIN],
    [-MARGIN, TOWN_METERS + MARGIN],
  ];
  return [
    area('earth', box, { kind: 'earth' }, MIN_ZOOM),
    ...AREAS.map(({ kind, box: sides }) => area('landuse', outlineOf(sides), { kind }, 11)),
    area('water', widen(RIVER, RIVER_METERS), { kind: 'river' }, MIN_ZOOM),
    area('water', POND, { kind: 'lake' }, 13),
    line('water', RIVER, { kind: 'river', name: 'Alder River' }, 12),
    ...streets(),
    line('roads', RAILWAY, { kind: 'rail' }, 11),
    ...houses(listStreets()).map((outline) => area('buildings', outline, { kind: 'building' }, MAX_ZOOM)),
    point(bend([1700, 1640]), { kind: 'locality', kind_detail: 'town', name: TOWN_NAME }, MIN_ZOOM, 13),
    ...AREAS.map(({ name, box: [west, north, east, south] }) =>
      point(
        bend([(Math.max(0, west) + Math.min(TOWN_METERS, east)) / 2, (Math.max(0, north) + 2 * Math.min(TOWN_METERS, south)) / 3]),
        { kind: 'park', name },
        13,
      ),
    ),
    point(bend([2025, 2326]), { kind: 'station', name: TOWN_NAME }, 13),
  ];
}

const KINDS = { main: 'major_road', minor: 'minor_road', path: 'path' } as const;
const FROM_ZOOM = { main: 10, minor: 12, path: 13 } as const;

/** Joins the pieces of a street that follow each other, so that names can be written along them. */
function streets(): Array<MapFeature> {
  const joined: Array<StreetPiece> = [];
  for (const piece of [...listStreets()].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)) || a.from - b.from)) {
    const before = joined.findIndex(({ name, to }) => name === piece.name && to === piece.from);
    const known = joined[before];
    if (known === undefined) joined.push(piece);
    else joined[before] = { ...known, to: piece.to, line: [...known.line, ...piece.line.slice(1)] };
  }
  return joined.map(({ name, class: kind, line: points }) => line('roads', points, { kind: KINDS[kind], name }, FROM_ZOOM[kind]));
}

/**
 * Returns the outlines of houses along both sides of all streets except paths. Omits houses near obstacles or inside areas such as parks.
 */
function houses(pieces: ReadonlyArray<StreetPiece>): Array<Array<Point>> {
  const outlines = AREAS.map(({ box }) => outlineOf(box));
  return pieces.flatMap(({ class: kind, line: points, from }) => {
    if (kind === 'path') return [];
    const length = lengthOf(points);
    const isNear = (other: ReadonlyArray<Point>, meters: number) => points.some((point) => distanceTo(point, other) < meters + 60);
    const obstacles = OBSTACLES.filter(({ line: other, meters }) => isNear(other, meters));
    const back = kind === 'main' ? 24 : 19;
    return Array.from({ length: Math.max(0, Math.floor((length - 44) / 21)) }, (_, lot) => lot).flatMap((lot) =>
      [-1, 1].flatMap((side) => {
        const seed = (from * 31 + lot * 17 + (side + 1) * 7) % 23;
        const [width, depth] = HOUSES[seed % HOUSES.length] ?? HOUSES[0];
        if (seed > 18) return [];
        const { at, ahead } = along(points, 32 + lot * 21);
        const middle: Point = [at[0] - ahead[1] * side * (back + (seed % 4)), at[1] + ahead[0] * side * (back + (seed % 4))];
        if (obstacles.some(({ line: other, meters }) => distanceTo(middle, other) < meters)) return [];
        return outlines.some((outline) => isInside(middle, outline)) ? [] : [rectangle(middle, ahead, width, depth)];
      }),
    );
  });
}

/** Returns the point at a distance along a line, and the direction there as a unit vector. */
function along(points: ReadonlyArray<Point>, meters: number): { at: Point; ahead: Point } {
  let left = meters;
  for (const [index, to] of points.slice(1).entries()) {
    const from = points[index] ?? to;
    const length = lengthOf([from, to]);
    const ahead: Point = [(to[0] - from[0]) / (length || 1), (to[1] - from[1]) / (length || 1)];
    if (left <= length) return { at: [from[0] + ahead[0] * left, from[1] + ahead[1] * left], ahead };
    left -= length;
  }
  return { at: points.at(-1) ?? [0, 0], ahead: [1, 0] };
}

function rectangle([east, south]: Point, [x, y]: Point, width: number, depth: number): Array<Point> {
  const corner = (a: number, b: number): Point => [east + (x * a * width - y * b * depth) / 2, south + (y * a * width + x * b * depth) / 2];
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** Returns the outline of a line with the given width in meters. */
function widen(points: ReadonlyArray<Point>, meters: number): Array<Point> {
  const side = (sign: number) =>
    points.map(([east, south], index): Point => {
      const [before = [east, south], after = [east, south]] = [points[index - 1], points[index + 1]];
      const [x, y] = [after[0] - before[0], after[1] - before[1]];
      const length = Math.hypot(x, y);
      return [east - (y / length) * sign * (meters / 2), south + (x / length) * sign * (meters / 2)];
    });
  return [...side(-1), ...side(1).reverse()];
}

function area(layer: string, ring: ReadonlyArray<Point>, properties: MapFeature['properties'], minZoom: number): MapFeature {
  return { layer, kind: 'polygon', parts: [clockwise(ring.map(toWorldOf))], properties, minZoom };
}

/** Returns the ring clockwise, with y growing downwards, as the format requires for outer rings. May reverse the given ring. */
function clockwise(ring: Array<{ x: number; y: number }>): Array<{ x: number; y: number }> {
  const twice = ring.reduce((sum, { x, y }, index) => {
    const before = ring[(index || ring.length) - 1] ?? { x, y };
    return sum + (before.x * y - x * before.y);
  }, 0);
  return twice < 0 ? ring.reverse() : ring;
}

function line(layer: string, points: ReadonlyArray<Point>, properties: MapFeature['properties'], minZoom: number): MapFeature {
  return { layer, kind: 'line', parts: [points.map(toWorldOf)], properties, minZoom };
}

function point(at: Point, properties: MapFeature['properties'], minZoom: number, maxZoom?: number): MapFeature {
  return { layer: 'places', kind: 'point', parts: [[toWorldOf(at)]], properties, minZoom, ...(maxZoom === undefined ? {} : { maxZoom }) };
}
