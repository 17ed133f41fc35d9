import type { Coordinates } from '#app/domain/position.ts';
import type { Theme } from '#app/domain/theme.ts';
import { MAP_COLORS } from '../map-colors.ts';
import type { PictureOverlay } from '../map-svg/overlay.ts';
import { circleAround, type LonLat } from './circle.ts';
import { faceColor } from './face-color.ts';

type Properties = { look: string; color?: string };
type Feature = {
  type: 'Feature';
  geometry: { type: 'Polygon'; coordinates: Array<Array<LonLat>> } | { type: 'LineString'; coordinates: Array<LonLat> };
  properties: Properties;
};
/** GeoJSON, as the live map takes it. */
export type MapFeatures = { type: 'FeatureCollection'; features: Array<Feature> };

/** The name of the live map's source for what lies on the map. */
export const OVERLAY_SOURCE = 'overlay';

/** Returns what the picture's overlay shows as GeoJSON: discs, circles of rough positions, and the path. Points are marks of the page. */
export function toFeatures({ places, positions, path }: PictureOverlay): MapFeatures {
  return {
    type: 'FeatureCollection',
    features: [
      ...places.map(({ look = 'place', ...place }) => toDisc(place, place.meters, { look })),
      ...positions
        .filter(({ look }) => look === 'rough')
        .map((spot) =>
          toDisc(spot, spot.meters, { look: 'rough', ...(spot.colorSlot === undefined ? {} : { color: faceColor(spot.colorSlot) }) }),
        ),
      ...path.map(
        ({ look, line }): Feature => ({
          type: 'Feature',
          geometry: { type: 'LineString', coordinates: toLine(line) },
          properties: { look },
        }),
      ),
    ],
  };
}

function toDisc(center: Coordinates, meters: number, properties: Properties): Feature {
  return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [circleAround(center, Math.max(1, meters))] }, properties };
}

/** Continues longitudes beyond ±180 where the line crosses the date line. */
function toLine(line: ReadonlyArray<Coordinates>): Array<LonLat> {
  let before: number | null = null;
  return line.map(({ lat, lon }) => {
    const next: number = before === null ? lon : lon + 360 * Math.round((before - lon) / 360);
    before = next;
    return [next, lat];
  });
}

type Layer = {
  id: string;
  type: 'fill' | 'line';
  filter: Array<unknown>;
  paint: Record<string, unknown>;
  layout?: Record<string, unknown>;
};

/** Returns the layers of the overlay in a theme: `below` the names of the map, and `above` them. They look as in the picture. */
export function createOverlayLayers(theme: Theme): { below: Array<Layer>; above: Array<Layer> } {
  const colors = MAP_COLORS[theme];
  const is = (look: string) => ['==', ['get', 'look'], look];
  const round = { 'line-cap': 'round', 'line-join': 'round' };
  const line = (look: string, suffix: string, paint: Record<string, unknown>): Layer => ({
    id: `${look} ${suffix}`,
    type: 'line',
    filter: is(look),
    layout: round,
    paint,
  });
  const fill = (look: string, paint: Record<string, unknown>): Layer => ({ id: `${look} fill`, type: 'fill', filter: is(look), paint });
  const path = (look: string, color: string, width: number, dash?: Array<number>) => {
    const more = dash === undefined ? {} : { 'line-dasharray': dash };
    return [
      line(look, 'case', {
        'line-color': colors.pathCase,
        'line-width': width + 4,
        ...(dash === undefined ? {} : { 'line-dasharray': [0, 9 / (width + 4)] }),
      }),
      line(look, 'line', { 'line-color': color, 'line-width': width, ...more }),
    ];
  };
  const circleColor = ['coalesce', ['get', 'color'], colors.disc];
  return {
    below: [
      fill('place', { 'fill-color': colors.plan, 'fill-opacity': 0.74 }),
      line('place', 'rim', { 'line-color': colors.disc, 'line-opacity': 0.42, 'line-width': 1.5 }),
      fill('rough', { 'fill-color': circleColor, 'fill-opacity': colors.circleOpacity }),
      { ...line('rough', 'rim', { 'line-color': colors.marker, 'line-width': 2, 'line-dasharray': [3.5, 2.5] }), layout: {} },
      fill('edited', { 'fill-color': colors.plan, 'fill-opacity': 0.78 }),
    ],
    above: [
      line('counts', 'rim', { 'line-color': colors.disc, 'line-opacity': 0.6, 'line-width': 2, 'line-dasharray': [0, 2.5] }),
      line('edited', 'case', { 'line-color': colors.pathCase, 'line-width': 5 }),
      line('edited', 'rim', { 'line-color': colors.disc, 'line-width': 3 }),
      ...path('gap', colors.gap, 4, [0, 9 / 4]),
      ...path('later', colors.pathLater, 5),
      ...path('known', colors.path, 5),
    ],
  };
}
