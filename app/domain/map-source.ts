import type { LatLon } from './map-tile.ts';

/**
 * Where tiles come from (A56).
 * - `town`: the demonstration's imaginary town
 * - `archive`: the operator's archive
 * - `upstream`: the operator's tile server
 * - `world`: the outline of the world that ships with the application
 */
export const MAP_SOURCES = ['town', 'archive', 'upstream', 'world'] as const;
export type MapSourceId = (typeof MAP_SOURCES)[number];

/** West, south, east and north in degrees. */
export type MapBounds = [number, number, number, number];

/** A source that is available. `version` changes with its content. `attribution` is its credit as its maker wrote it, perhaps in HTML. */
export type MapSource = {
  id: MapSourceId;
  version: string;
  minZoom: number;
  maxZoom: number;
  bounds: MapBounds;
  attribution: string | null;
};

/** The line below a map. `credit` is plain text and `href` the page that it links to. */
export type MapSourceLine = { id: MapSourceId; credit: string | null; href: string | null };

export function isMapSourceId(text: string): text is MapSourceId {
  return MAP_SOURCES.some((id) => id === text);
}

/**
 * Returns the first of `sources`, in the order of MAP_SOURCES, that covers the position at this zoom. Otherwise returns the world's
 * outline, or null if there is none. The town is first, so that no map shows the demo family on a real street.
 */
export function chooseMapSource(sources: ReadonlyArray<MapSource>, { lat, lon, zoom }: LatLon & { zoom: number }): MapSource | null {
  const covers = ({ bounds: [west, south, east, north], minZoom }: MapSource) => {
    // Bounds over the date line have a west that is larger than their east.
    const isInside = west <= east ? lon >= west && lon <= east : lon >= west || lon <= east;
    return isInside && lat >= south && lat <= north && zoom >= minZoom;
  };
  const world = sources.find(({ id }) => id === 'world') ?? null;
  for (const id of MAP_SOURCES) {
    const source = sources.find((candidate) => candidate.id === id);
    if (source !== undefined && covers(source)) return source;
  }
  return world;
}

/** Returns the path of a source's tiles, with `{z}`, `{x}` and `{y}`. Its version lets browsers keep tiles until the source changes. */
export function toTilePath({ id, version }: Pick<MapSource, 'id' | 'version'>): string {
  return `/map/${id}/{z}/{x}/{y}.mvt?v=${encodeURIComponent(version)}`;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', copy: '©' };
const CREDIT_MAX = 200;

/**
 * Returns the line below the map. Reduces the credit of an archive or tile server to one https link and at most 200 characters of plain
 * text.
 */
export function describeMapSource({ id, attribution }: Pick<MapSource, 'id' | 'attribution'>): MapSourceLine {
  const html = attribution ?? '';
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:#(\d{1,6})|([a-z]+));/gi, (whole, code?: string, name = '') =>
      code === undefined ? (ENTITIES[name.toLowerCase()] ?? whole) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
  const href = /<a\s[^>]*href=["']?(https:\/\/[^"'\s>]+)/i.exec(html)?.[1] ?? null;
  return { id, credit: text === '' ? null : text.slice(0, CREDIT_MAX), href: href !== null && URL_LIKE.test(href) ? href : null };
}

const URL_LIKE = /^https:\/\/[a-z0-9.-]+(?:[/?#]|$)/i;
