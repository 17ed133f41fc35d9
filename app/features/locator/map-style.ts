import { type MapSource, toTilePath } from '#app/domain/map-source.ts';
import type { Theme } from '#app/domain/theme.ts';
import { MAP_COLORS, type MapColors } from './map-colors.ts';
import { MAP_SCHEMA, type MapRole, NAME_ONLY_LAYERS, NAMELESS_LAYERS, nameKeys, type SchemaRow } from './map-schema.ts';

/** A value of the style specification: a constant or an expression. */
type StyleValue = string | number | boolean | Array<StyleValue>;
type StyleLayer = {
  id: string;
  type: 'background' | 'fill' | 'line' | 'symbol';
  source?: string;
  'source-layer'?: string;
  filter?: StyleValue;
  minzoom?: number;
  layout?: Record<string, StyleValue>;
  paint: Record<string, StyleValue>;
};
/** The part of MapLibre's style specification (version 8) that we use. It may be passed to `new Map({ style })`. */
export type MapStyle = {
  version: 8;
  sources: Record<
    string,
    { type: 'vector'; tiles: Array<string>; minzoom: number; maxzoom: number; bounds: [number, number, number, number] }
  >;
  layers: Array<StyleLayer>;
};

/** The name of the map's only source. Its overlays (children, places, path) are sources of the page. */
export const STYLE_SOURCE = 'map';

type Draw = {
  role: MapRole;
  suffix: string;
  toLayer: (colors: MapColors, names: StyleValue) => Omit<StyleLayer, 'id'>;
};

const grow = (...stops: Array<number>): StyleValue => ['interpolate', ['exponential', 1.6], ['zoom'], ...stops];
const MAIN_WIDTH = grow(9, 1, 12, 3, 14, 8, 16, 15, 18, 32);
const MAIN_CASE = grow(9, 1.5, 12, 4.2, 14, 10, 16, 17.5, 18, 35);
const MINOR_WIDTH = grow(12, 0.8, 14, 4.5, 16, 9, 18, 22);
const MINOR_CASE = grow(12, 1.4, 14, 6, 16, 11, 18, 24);
const ROUND = { 'line-cap': 'round', 'line-join': 'round' };

const fill = (role: MapRole, key: 'land' | 'green' | 'wood' | 'water' | 'building'): Draw => ({
  role,
  suffix: '',
  toLayer: (colors) => ({ type: 'fill', paint: { 'fill-color': colors[key] } }),
});

const line = (
  role: MapRole,
  suffix: string,
  key: 'water' | 'green' | 'streetCase' | 'street' | 'mainCase' | 'main' | 'rail',
  width: StyleValue,
  more: Record<string, StyleValue> = {},
): Draw => ({
  role,
  suffix,
  toLayer: (colors) => ({ type: 'line', layout: ROUND, paint: { 'line-color': colors[key], 'line-width': width, ...more } }),
});

/** Text uses the browser's own fonts, so there is no glyph server. */
const label = (role: MapRole, key: 'ink' | 'greenInk' | 'waterInk', size: StyleValue, isAlong: boolean): Draw => ({
  role,
  suffix: ' name',
  toLayer: (colors, names) => ({
    type: 'symbol',
    layout: {
      'text-field': names,
      'text-size': size,
      'text-font': ['Figtree', 'system-ui'],
      ...(isAlong ? { 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-letter-spacing': 0.01 } : { 'text-max-width': 8 }),
    },
    paint: { 'text-color': colors[key], 'text-halo-color': colors.halo, 'text-halo-width': 1.75 },
  }),
});

/** In drawing order. */
const DRAWN: ReadonlyArray<Draw> = [
  fill('land', 'land'),
  fill('green', 'green'),
  fill('wood', 'wood'),
  fill('water', 'water'),
  line('waterway', '', 'water', grow(10, 0.5, 14, 2, 18, 8)),
  fill('building', 'building'),
  line('border', '', 'rail', 1),
  line('walk', '', 'streetCase', grow(13, 0.6, 16, 2, 18, 4), { 'line-dasharray': [1, 2] }),
  line('minor', ' case', 'streetCase', MINOR_CASE),
  line('main', ' case', 'mainCase', MAIN_CASE),
  line('minor', '', 'street', MINOR_WIDTH),
  line('main', '', 'main', MAIN_WIDTH),
  line('rail', '', 'rail', grow(10, 0.6, 14, 1.8, 18, 3)),
  label('waterway', 'waterInk', 13, true),
  label('minor', 'ink', 12, true),
  label('main', 'ink', 13, true),
  label('greenName', 'greenInk', 13, false),
  label('area', 'ink', 13, false),
  label('city', 'ink', grow(3, 12, 12, 18), false),
  label('country', 'ink', 13, false),
];

/**
 * Returns the MapLibre style of a source in a theme, with names in an interface language where the tiles have them. Layers that a source
 * does not have stay empty. `origin`: MapLibre needs absolute addresses.
 */
export function createMapStyle(
  source: MapSource,
  { theme, language, origin }: { theme: Theme; language: string; origin: string },
): MapStyle {
  const colors = MAP_COLORS[theme];
  const names: StyleValue = ['coalesce', ...nameKeys(language).map((key): StyleValue => ['get', key])];
  // The outline has no sea: what is not land is water.
  const background = source.id === 'world' ? colors.water : colors.land;
  const { minZoom, maxZoom, bounds } = source;
  return {
    version: 8,
    sources: {
      [STYLE_SOURCE]: { type: 'vector', tiles: [`${origin}${toTilePath(source)}`], minzoom: minZoom, maxzoom: maxZoom, bounds },
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': background } },
      ...DRAWN.flatMap(({ role, suffix, toLayer }) =>
        listRows(role, suffix).map((row, index): StyleLayer => {
          const { type, ...drawn } = toLayer(colors, names);
          return {
            id: `${role}${suffix} ${index}`,
            type,
            source: STYLE_SOURCE,
            'source-layer': row.layer,
            filter: toFilter(row, suffix),
            ...drawn,
          };
        }),
      ),
    ],
  };
}

function listRows(role: MapRole, suffix: string): Array<SchemaRow> {
  const isName = suffix === ' name';
  return MAP_SCHEMA.filter((row) => row.role === role && !(isName ? NAMELESS_LAYERS : NAME_ONLY_LAYERS).has(row.layer));
}

const GEOMETRY = { point: 'Point', line: 'LineString', polygon: 'Polygon' } as const;

function toFilter({ key, values = [], geometry }: SchemaRow, suffix: string): StyleValue {
  const conditions: Array<StyleValue> = [['==', ['geometry-type'], GEOMETRY[geometry]]];
  if (key !== undefined) conditions.push(['match', ['get', key], [...values], true, false]);
  // Our world names small countries and cities only when there is room.
  if (suffix === ' name') conditions.push(['<=', ['to-number', ['get', 'min_zoom'], 0], ['+', ['zoom'], 1]]);
  return ['all', ...conditions];
}
