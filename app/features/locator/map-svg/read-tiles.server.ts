import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { type Box, clipLine, clipRing, type FlatPoint } from '#app/domain/clip.ts';
import type { MapView, PlacedTile } from '#app/domain/map-tile.ts';
import { findRole, type MapRole, NAME_ONLY_LAYERS, NAMELESS_LAYERS, nameKeys } from '../map-schema.ts';

/** A tile and where it belongs in the picture. Without `bytes`, nothing is there. */
export type PictureTile = PlacedTile & { bytes: Uint8Array | null };

/** A name with the line or point it belongs to, in px. */
export type PictureName = { role: MapRole; text: string; line: ReadonlyArray<FlatPoint> };

/** Everything that a picture draws: lines and rings in px by role, cut at the edges of the view, and names. */
export type PictureShapes = { parts: ReadonlyMap<MapRole, Array<ReadonlyArray<FlatPoint>>>; names: ReadonlyArray<PictureName> };

/** Strokes reach this far beyond the picture, so that their ends are not seen. */
const MARGIN_PX = 24;
/** A damaged tile could have millions of features; no real view has as many as this. */
const FEATURES_MAX = 60_000;
/** Not drawn in a picture, because they would double its size. */
const LEFT_OUT: ReadonlySet<MapRole> = new Set(['building']);
/** From this zoom on, minor streets and paths are drawn. */
const FROM_ZOOM: Partial<Record<MapRole, number>> = { minor: 11.5, walk: 13.5 };
const NAMED: ReadonlySet<MapRole> = new Set(['minor', 'main', 'waterway', 'city', 'area', 'greenName', 'waterName', 'country']);
const POINT_ROLES: ReadonlySet<MapRole> = new Set(['city', 'area', 'greenName', 'waterName', 'country']);
const AREA_ROLES: ReadonlySet<MapRole> = new Set(['land', 'green', 'wood', 'water']);

/** Reads what a view shows from its tiles. Skips unknown layers, and tiles that are damaged. */
export function readTiles(tiles: ReadonlyArray<PictureTile>, view: MapView, language: string): PictureShapes {
  const parts = new Map<MapRole, Array<ReadonlyArray<FlatPoint>>>();
  const names: Array<PictureName> = [];
  let left = FEATURES_MAX;
  const keys = nameKeys(language);
  const takeFeature = (layer: string, feature: VectorTileFeature, place: Place) => {
    const role = findRole(layer, feature);
    if (role === null || LEFT_OUT.has(role) || view.zoom < (FROM_ZOOM[role] ?? 0)) return;
    if (Number(feature.properties.min_zoom ?? 0) > view.zoom + 1) return;
    const shapes = toShapes(feature, role, place);
    if (shapes.length === 0) return;
    const name = NAMED.has(role) && !NAMELESS_LAYERS.has(layer) ? keys.map((key) => feature.properties[key]).find(isName) : undefined;
    if (name !== undefined) names.push(...shapes.map((line): PictureName => ({ role, text: name, line })));
    if (POINT_ROLES.has(role) || NAME_ONLY_LAYERS.has(layer)) return;
    const known = parts.get(role);
    if (known === undefined) parts.set(role, shapes);
    else for (const shape of shapes) known.push(shape);
  };
  for (const tile of tiles) {
    if (tile.bytes === null || tile.bytes.length === 0) continue;
    try {
      for (const [layer, { length, extent, feature }] of listLayers(tile.bytes)) {
        const place = { scale: tile.size / extent, tile, box: boxOf(tile, view) };
        for (let index = 0; index < length && left > 0; index += 1, left -= 1) takeFeature(layer, feature(index), place);
      }
    } catch {
      // The rest of the picture is still worth showing.
    }
  }
  return { parts, names };
}

type Place = { scale: number; tile: PictureTile; box: Box };

function listLayers(bytes: Uint8Array) {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.entries(layers).map(
    ([name, layer]) => [name, { length: layer.length, extent: layer.extent, feature: (index: number) => layer.feature(index) }] as const,
  );
}

/** Returns the part of the view that a tile fills. Neighbors overlap by two px, so that no seam is seen. */
function boxOf({ left, top, size }: PictureTile, { width, height }: MapView): Box {
  return {
    left: Math.max(left - 1, -MARGIN_PX),
    top: Math.max(top - 1, -MARGIN_PX),
    right: Math.min(left + size + 1, width + MARGIN_PX),
    bottom: Math.min(top + size + 1, height + MARGIN_PX),
  };
}

function toShapes(feature: VectorTileFeature, role: MapRole, { scale, tile, box }: Place): Array<ReadonlyArray<FlatPoint>> {
  const shapes = feature.loadGeometry().map((part) => part.map(({ x, y }): FlatPoint => [tile.left + x * scale, tile.top + y * scale]));
  if (POINT_ROLES.has(role)) {
    const isShown = ([x, y]: FlatPoint) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    return shapes.flatMap((part) => part.filter(isShown).map((point) => [point]));
  }
  if (AREA_ROLES.has(role)) return shapes.map((ring) => clipRing(ring, box)).filter(({ length }) => length > 2);
  return shapes.flatMap((line) => clipLine(line, box));
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
