/** What a feature of a vector tile is to our map. Everything else is left out. */
export type MapRole =
  | 'land'
  | 'green'
  | 'wood'
  | 'water'
  | 'waterway'
  | 'building'
  | 'walk'
  | 'minor'
  | 'main'
  | 'rail'
  | 'border'
  | 'city'
  | 'area'
  | 'greenName'
  | 'waterName'
  | 'country';

/**
 * One row says: features of `layer` whose `key` is one of `values` have this role; without `key`, all of them. `geometry` restricts it to
 * points, lines or polygons, because some schemas keep them in one layer.
 */
export type SchemaRow = {
  layer: string;
  role: MapRole;
  key?: string;
  values?: ReadonlyArray<string>;
  geometry: 'point' | 'line' | 'polygon';
};

const WOODS = ['wood', 'forest'];
const GREENS = [
  'park',
  'grass',
  'meadow',
  'garden',
  'cemetery',
  'golf_course',
  'recreation_ground',
  'village_green',
  'nature_reserve',
  'pitch',
  'playground',
  'grassland',
  'scrub',
];
const CITIES = ['city', 'town', 'village', 'capital', 'state_capital'];
const AREAS = ['suburb', 'neighbourhood', 'quarter', 'hamlet'];

const row = (layer: string, role: MapRole, geometry: SchemaRow['geometry'], key?: string, values?: ReadonlyArray<string>): SchemaRow => ({
  layer,
  role,
  geometry,
  ...(key === undefined ? {} : { key, values }),
});

/**
 * The layers of the schemas that operators' tiles have: Protomaps (also our own town and world), OpenMapTiles and Shortbread. Layers that
 * are not listed, and features that no row matches, are skipped.
 */
export const MAP_SCHEMA: ReadonlyArray<SchemaRow> = [
  // Protomaps
  row('earth', 'land', 'polygon'),
  row('landuse', 'green', 'polygon', 'kind', GREENS),
  row('landuse', 'wood', 'polygon', 'kind', WOODS),
  row('landcover', 'wood', 'polygon', 'kind', WOODS),
  row('landcover', 'green', 'polygon', 'kind', ['grassland', 'scrub']),
  row('water', 'water', 'polygon'),
  row('water', 'waterway', 'line'),
  row('buildings', 'building', 'polygon'),
  row('roads', 'walk', 'line', 'kind', ['path']),
  row('roads', 'minor', 'line', 'kind', ['minor_road', 'other']),
  row('roads', 'main', 'line', 'kind', ['major_road', 'medium_road', 'highway']),
  row('roads', 'rail', 'line', 'kind', ['rail']),
  row('boundaries', 'border', 'line', 'kind', ['country']),
  row('places', 'country', 'point', 'kind', ['country']),
  row('places', 'city', 'point', 'kind', ['locality']),
  row('places', 'area', 'point', 'kind', ['neighbourhood', 'macrohood', 'station']),
  row('places', 'greenName', 'point', 'kind', ['park', 'grass', 'wood']),
  row('pois', 'greenName', 'point', 'kind', ['park', 'garden', 'nature_reserve']),
  // OpenMapTiles
  row('landcover', 'wood', 'polygon', 'class', WOODS),
  row('landcover', 'green', 'polygon', 'class', ['grass', 'farmland']),
  row('park', 'green', 'polygon'),
  row('landuse', 'green', 'polygon', 'class', GREENS),
  row('waterway', 'waterway', 'line'),
  row('building', 'building', 'polygon'),
  row('transportation', 'walk', 'line', 'class', ['path', 'track', 'pedestrian']),
  row('transportation', 'minor', 'line', 'class', ['minor', 'service', 'tertiary', 'residential', 'unclassified']),
  row('transportation', 'main', 'line', 'class', ['motorway', 'trunk', 'primary', 'secondary']),
  row('transportation', 'rail', 'line', 'class', ['rail', 'transit']),
  row('transportation_name', 'minor', 'line', 'class', ['minor', 'service', 'tertiary', 'residential', 'unclassified']),
  row('transportation_name', 'main', 'line', 'class', ['motorway', 'trunk', 'primary', 'secondary']),
  row('place', 'country', 'point', 'class', ['country']),
  row('place', 'city', 'point', 'class', CITIES),
  row('place', 'area', 'point', 'class', AREAS),
  // Shortbread
  row('ocean', 'water', 'polygon'),
  row('water_polygons', 'water', 'polygon'),
  row('water_lines', 'waterway', 'line'),
  row('land', 'wood', 'polygon', 'kind', WOODS),
  row('land', 'green', 'polygon', 'kind', GREENS),
  row('streets', 'walk', 'line', 'kind', ['footway', 'path', 'steps', 'cycleway', 'pedestrian', 'track', 'bridleway']),
  row('streets', 'minor', 'line', 'kind', ['residential', 'living_street', 'unclassified', 'service', 'tertiary', 'busway']),
  row('streets', 'main', 'line', 'kind', ['motorway', 'trunk', 'primary', 'secondary']),
  row('streets', 'rail', 'line', 'kind', ['rail', 'light_rail', 'narrow_gauge', 'subway', 'tram']),
  row('street_labels', 'minor', 'line', 'kind', ['residential', 'living_street', 'unclassified', 'service', 'tertiary']),
  row('street_labels', 'main', 'line', 'kind', ['motorway', 'trunk', 'primary', 'secondary']),
  row('place_labels', 'city', 'point', 'kind', CITIES),
  row('place_labels', 'area', 'point', 'kind', AREAS),
];

/** Layers that have names along streets and nothing to draw. */
export const NAME_ONLY_LAYERS: ReadonlySet<string> = new Set(['transportation_name', 'street_labels']);

/** Layers of streets without names, because another layer has them. */
export const NAMELESS_LAYERS: ReadonlySet<string> = new Set(['transportation', 'streets']);

const GEOMETRIES = ['unknown', 'point', 'line', 'polygon'];

type Feature = { type: number; properties: Readonly<Record<string, unknown>> };

/** Returns what a feature of this layer is to our map, or null if it is not drawn. `type` is 1 for points, 2 for lines, 3 for polygons. */
export function findRole(layer: string, { type, properties }: Feature): MapRole | null {
  const found = MAP_SCHEMA.find(
    (candidate) =>
      candidate.layer === layer &&
      candidate.geometry === GEOMETRIES[type] &&
      (candidate.key === undefined || (candidate.values?.includes(String(properties[candidate.key])) ?? false)),
  );
  return found?.role ?? null;
}

/** The keys that may have a feature's name in an interface language, in order. Names in the local language come last. */
export function nameKeys(language: string): Array<string> {
  const [base = language] = language.split('-');
  const ofLanguage =
    language === 'zh-tw' ? ['name:zh-Hant', 'name:zh'] : base === 'zh' ? ['name:zh-Hans', 'name:zh'] : [`name:${base}`, `name_${base}`];
  return [...ofLanguage, 'name'];
}
