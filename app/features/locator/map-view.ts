import type { Coordinates } from '#app/domain/position';
import type { Theme } from '#app/domain/theme';
import type { MarkerLook } from './position-sentence';

/** A part of the map as a picture shows it. Width and height in px. */
export type MapView = Coordinates & { zoom: number; width: number; height: number };

/** What a picture shows on top of the map. `meters`: the radius. */
export type MapOverlay = {
  positions: ReadonlyArray<Coordinates & { look: MarkerLook; meters: number }>;
  places: ReadonlyArray<Coordinates & { meters: number }>;
  path: ReadonlyArray<{ look: 'known' | 'later' | 'gap'; line: ReadonlyArray<Coordinates> }>;
};

/** Size of all pictures in px. Styles show them smaller or cut. */
export const MAP_SIZE = { width: 840, height: 640 } as const;

const TILE_PX = 512;
const ZOOM_MIN = 0;
const ZOOM_MAX = 17;
/** Zoom for a single point. */
const ZOOM_ALONE = 15.5;
const MARGIN = 0.62;
const LATITUDE_MAX = 85.05;
const POINTS_MAX = 200;
const DECIMALS = 5;

/** The points that a view must contain. */
export type Extent = ReadonlyArray<Coordinates>;

/** Returns the smallest view that contains all points, with a margin. `steps`: zoom steps that the user added. The world if there are none. */
export function fitView(points: Extent, steps = 0): MapView {
  if (points.length === 0) return { lat: 30, lon: 0, zoom: ZOOM_MIN, ...MAP_SIZE };
  const xs = unwrap(points.map(({ lon }) => (lon + 180) / 360));
  const ys = points.map(({ lat }) => toY(lat));
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const fits = (span: number, px: number) => (span === 0 ? ZOOM_ALONE : Math.log2((px * MARGIN) / (span * TILE_PX)));
  const zoom = Math.min(ZOOM_ALONE, fits(east - west, MAP_SIZE.width), fits(south - north, MAP_SIZE.height)) + steps;
  const middle = ((((west + east) / 2) % 1) + 1) % 1;
  return {
    lat: toLat((north + south) / 2),
    lon: middle * 360 - 180,
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
export function projectPoint({ lat, lon, zoom, width, height }: MapView, point: Coordinates): { x: number; y: number } {
  const world = TILE_PX * 2 ** zoom;
  let dx = (point.lon - lon) / 360;
  if (dx > 0.5) dx -= 1;
  if (dx < -0.5) dx += 1;
  return { x: Math.round(width / 2 + dx * world), y: Math.round(height / 2 + (toY(point.lat) - toY(lat)) * world) };
}

/** Returns how many px a distance in meters is in the middle of the view. */
export function toPixels({ lat, zoom }: MapView, meters: number): number {
  return (meters / (40_030_174 * Math.cos((lat * Math.PI) / 180))) * TILE_PX * 2 ** zoom;
}

/**
 * Returns the path of the picture of a view. The overlay is part of the address, so that the picture is complete without script. At most 200
 * points of the path are kept.
 */
export function mapPictureUrl(view: MapView, theme: Theme, language: string, overlay: MapOverlay): string {
  const { positions, places } = overlay;
  const path = thinLines(overlay.path, POINTS_MAX - positions.length - places.length);
  const query = new URLSearchParams({
    at: toText(view),
    zoom: String(view.zoom),
    size: `${view.width}x${view.height}`,
    theme,
    lang: language,
  });
  if (places.length > 0) query.set('places', places.map((place) => `${toText(place)},${Math.round(place.meters)}`).join(';'));
  if (positions.length > 0)
    query.set('positions', positions.map((one) => `${one.look[0]}${toText(one)},${Math.round(one.meters)}`).join(';'));
  if (path.length > 0) query.set('path', path.map(({ look, line }) => `${look[0]}${line.map(toText).join(',')}`).join(';'));
  return `/locator/map.svg?${query}`;
}

function thinLines(path: MapOverlay['path'], room: number): MapOverlay['path'] {
  const lines = path.filter(({ line }) => line.length > 1);
  const count = lines.reduce((sum, { line }) => sum + line.length, 0);
  const step = Math.max(1, Math.ceil(count / Math.max(1, room - 2 * lines.length)));
  return lines.map((piece) => ({
    ...piece,
    line: piece.line.filter((_, index) => index === piece.line.length - 1 || index % step === 0),
  }));
}

function toText({ lat, lon }: Coordinates): string {
  return `${Number(lat.toFixed(DECIMALS))},${Number(lon.toFixed(DECIMALS))}`;
}

function toY(lat: number): number {
  const phi = (Math.max(-LATITUDE_MAX, Math.min(LATITUDE_MAX, lat)) * Math.PI) / 180;
  return (1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2;
}

function toLat(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
