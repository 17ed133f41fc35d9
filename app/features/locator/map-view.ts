import { fromWorld, type MapView, toWorld } from '#app/domain/map-tile';
import type { Coordinates } from '#app/domain/position';

/** Size in px of the map on a phone, where one px of a view is one px on the page. Wider pages enlarge or cut it. */
export const MAP_SIZE = { width: 840, height: 640 } as const;
/** Size in px of the picture on wide pages, which show the view at one zoom step nearer. */
export const WIDE_SIZE = { width: 2000, height: 1600 } as const;

const TILE_PX = 512;
const METERS_AROUND = 40_075_017;
const ZOOM_MIN = 0;
const ZOOM_MAX = 17;
/** No fit is nearer than this. */
const ZOOM_FIT_MAX = 14.3;
/** The part of a phone's map that a fit may fill. The rest is for faces, names and controls. */
const FIT_PX = { width: 270, height: 210 } as const;

/** What a view must contain: points, some with a circle of `meters` around them. */
export type Extent = ReadonlyArray<Coordinates & { meters?: number }>;

/** Returns the nearest view that contains all points and circles. `steps`: zoom steps that the user added. The world if there are none. */
export function fitView(points: Extent, steps = 0): MapView {
  if (points.length === 0) return { lat: 30, lon: 0, zoom: clampZoom(ZOOM_MIN + steps), ...MAP_SIZE };
  const worlds = points.map(toWorld);
  const xs = unwrap(worlds.map(({ x }) => x));
  const reach = points.map(({ lat, meters = 0 }) => meters / (METERS_AROUND * Math.max(0.01, Math.cos((lat * Math.PI) / 180))));
  const [west, east] = rangeOf(xs, reach);
  const [north, south] = rangeOf(
    worlds.map(({ y }) => y),
    reach,
  );
  const fits = (span: number, px: number) => (span === 0 ? ZOOM_FIT_MAX : Math.log2(px / (span * TILE_PX)));
  const zoom = Math.min(ZOOM_FIT_MAX, fits(east - west, FIT_PX.width), fits(south - north, FIT_PX.height)) + steps;
  const middle = ((((west + east) / 2) % 1) + 1) % 1;
  return { ...fromWorld({ x: middle, y: (north + south) / 2 }), zoom: clampZoom(Math.floor(zoom * 100) / 100), ...MAP_SIZE };
}

/** Returns the same view for the picture of wide pages. */
export function widen(view: MapView): MapView {
  return { ...view, zoom: view.zoom + 1, ...WIDE_SIZE };
}

function clampZoom(zoom: number): number {
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, zoom));
}

function rangeOf(values: ReadonlyArray<number>, reach: ReadonlyArray<number>): [number, number] {
  return [
    Math.min(...values.map((value, index) => value - (reach[index] ?? 0))),
    Math.max(...values.map((value, index) => value + (reach[index] ?? 0))),
  ];
}

/** Returns points across the date line as one group: the shorter way around the Earth. */
function unwrap(xs: ReadonlyArray<number>): Array<number> {
  const [first = 0] = xs;
  return xs.map((x) => (x - first > 0.5 ? x - 1 : first - x > 0.5 ? x + 1 : x));
}
