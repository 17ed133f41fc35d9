import { fromWorld, type MapView, toWorld } from '#app/domain/map-tile';
import type { Coordinates } from '#app/domain/position';

/** Size of all pictures in px. Styles show them smaller or cut. */
export const MAP_SIZE = { width: 840, height: 640 } as const;

const TILE_PX = 512;
const ZOOM_MIN = 0;
const ZOOM_MAX = 17;
/** Zoom for a single point. */
const ZOOM_ALONE = 15.5;
const MARGIN = 0.62;

/** The points that a view must contain. */
export type Extent = ReadonlyArray<Coordinates>;

/** Returns the smallest view that contains all points, with a margin. `steps`: zoom steps that the user added. The world if there are none. */
export function fitView(points: Extent, steps = 0): MapView {
  if (points.length === 0) return { lat: 30, lon: 0, zoom: ZOOM_MIN, ...MAP_SIZE };
  const worlds = points.map(toWorld);
  const xs = unwrap(worlds.map(({ x }) => x));
  const ys = worlds.map(({ y }) => y);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const fits = (span: number, px: number) => (span === 0 ? ZOOM_ALONE : Math.log2((px * MARGIN) / (span * TILE_PX)));
  const zoom = Math.min(ZOOM_ALONE, fits(east - west, MAP_SIZE.width), fits(south - north, MAP_SIZE.height)) + steps;
  const middle = ((((west + east) / 2) % 1) + 1) % 1;
  return {
    ...fromWorld({ x: middle, y: (north + south) / 2 }),
    zoom: Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, Math.round(zoom * 100) / 100)),
    ...MAP_SIZE,
  };
}

/** Returns points across the date line as one group: the shorter way around the Earth. */
function unwrap(xs: ReadonlyArray<number>): Array<number> {
  const [first = 0] = xs;
  return xs.map((x) => (x - first > 0.5 ? x - 1 : first - x > 0.5 ? x + 1 : x));
}

/** Returns where a point is in the picture, in px from the upper left. It may be outside of it. */
export function projectPoint({ zoom, width, height, ...center }: MapView, point: Coordinates): { x: number; y: number } {
  const world = TILE_PX * 2 ** zoom;
  const [middle, to] = [toWorld(center), toWorld(point)];
  let dx = to.x - middle.x;
  if (dx > 0.5) dx -= 1;
  if (dx < -0.5) dx += 1;
  return { x: Math.round(width / 2 + dx * world), y: Math.round(height / 2 + (to.y - middle.y) * world) };
}

/** Returns how many px a distance in meters is in the middle of the view. */
export function toPixels({ lat, zoom }: MapView, meters: number): number {
  return (meters / (40_030_174 * Math.cos((lat * Math.PI) / 180))) * TILE_PX * 2 ** zoom;
}
