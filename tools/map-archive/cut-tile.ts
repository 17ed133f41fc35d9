import { clipLine, clipRing } from '#app/domain/clip.ts';
import type { TileAddress } from '#app/domain/map-tile.ts';
import { encodeTile, TILE_EXTENT, type TileFeature, type TilePoint } from './encode-tile.ts';

/** A position in the world square (0 to 1). */
export type WorldPoint = { x: number; y: number };

/** A feature before it is cut into tiles. It appears in tiles from `minZoom` on, and up to `maxZoom` if that is given. */
export type MapFeature = {
  layer: string;
  kind: TileFeature['kind'];
  parts: ReadonlyArray<ReadonlyArray<WorldPoint>>;
  properties: TileFeature['properties'];
  minZoom: number;
  maxZoom?: number;
};

/** Lines and areas reach this far beyond the edge of a tile, so that the cut edges are not visible. */
const BUFFER = 64;
const [LOW, HIGH] = [-BUFFER, TILE_EXTENT + BUFFER];

const BOX = { left: LOW, top: LOW, right: HIGH, bottom: HIGH };

/** A part of a feature with its west, north, east and south, so that most tiles skip it quickly. */
type BoxedPart = { points: ReadonlyArray<WorldPoint>; box: readonly [number, number, number, number] };

/** Returns a function that cuts tiles out of the features. A tile is empty if nothing is in it. */
export function createTileCutter(features: ReadonlyArray<MapFeature>): (address: TileAddress) => Uint8Array {
  const boxed = features.map((feature) => ({ ...feature, parts: feature.parts.map(toBoxed) }));
  return ({ z, x, y }) => {
    const layers = new Map<string, Array<TileFeature>>();
    const scale = 2 ** z * TILE_EXTENT;
    const buffer = BUFFER / scale;
    const [west, north, east, south] = [x / 2 ** z - buffer, y / 2 ** z - buffer, (x + 1) / 2 ** z + buffer, (y + 1) / 2 ** z + buffer];
    for (const { layer, kind, parts, properties, minZoom, maxZoom = Number.POSITIVE_INFINITY } of boxed) {
      if (z < minZoom || z > maxZoom) continue;
      const cut = parts
        .filter(({ box }) => box[0] <= east && box[2] >= west && box[1] <= south && box[3] >= north)
        .flatMap(({ points }) =>
          cutPart(
            kind,
            points.map((point) => [point.x * scale - x * TILE_EXTENT, point.y * scale - y * TILE_EXTENT]),
          ),
        );
      if (cut.length === 0) continue;
      const kept = layers.get(layer) ?? [];
      kept.push({ kind, parts: cut, properties });
      layers.set(layer, kept);
    }
    return encodeTile([...layers].map(([name, kept]) => ({ name, features: kept })));
  };
}

function toBoxed(points: ReadonlyArray<WorldPoint>): BoxedPart {
  const box: [number, number, number, number] = [1, 1, 0, 0];
  for (const { x, y } of points) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { points, box };
}

function cutPart(kind: TileFeature['kind'], part: ReadonlyArray<TilePoint>): Array<Array<TilePoint>> {
  // A label belongs to one tile only.
  if (kind === 'point') return part.some(([x, y]) => x < 0 || y < 0 || x >= TILE_EXTENT || y >= TILE_EXTENT) ? [] : [toWhole(part)];
  if (kind === 'line')
    return clipLine(part, BOX)
      .map(toWhole)
      .filter(({ length }) => length > 1);
  const ring = withoutClosing(toWhole(clipRing(part, BOX)));
  return ring.length > 2 ? [ring] : [];
}

/** Rounds to whole units and removes repeated points. */
function toWhole(part: ReadonlyArray<TilePoint>): Array<TilePoint> {
  const whole: Array<TilePoint> = [];
  for (const [x, y] of part) {
    const point: TilePoint = [Math.round(x), Math.round(y)];
    if (!isSame(whole.at(-1), point)) whole.push(point);
  }
  return whole;
}

function withoutClosing(ring: Array<TilePoint>): Array<TilePoint> {
  return ring.length > 1 && isSame(ring[0], ring.at(-1)) ? ring.slice(0, -1) : ring;
}

function isSame(a: TilePoint | undefined, b: TilePoint | undefined): boolean {
  return a?.[0] === b?.[0] && a?.[1] === b?.[1];
}
