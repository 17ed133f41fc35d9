import { type LatLon, MAX_LATITUDE, type MapView } from '#app/domain/map-tile.ts';
import { type Theme, toTheme } from '#app/domain/theme.ts';
import { limitOverlay, type PictureOverlay, type PicturePath, type PicturePlace, type PicturePosition } from './overlay.ts';

/** A request for a picture of the map. */
export type PictureRequest = { view: MapView; theme: Theme; language: string; overlay: PictureOverlay };

/** Limits of a picture: zoom, and width and height in px. */
export const PICTURE_LIMITS = { minZoom: 0, maxZoom: 19, minPx: 64, maxWidth: 2000, maxHeight: 1600 } as const;
/** Decimals of a coordinate in the address: about 1 m. */
const DECIMALS = 5;
const METERS_MAX = 100_000;
/** A longer parameter is not read. */
const TEXT_MAX = 8_000;
const LOOKS = { e: 'exact', r: 'rough', o: 'old' } as const;
const PLACES = { e: 'edited', c: 'counts' } as const;
const COLOR_SLOTS = 20;
const PATHS = { k: 'known', l: 'later', g: 'gap' } as const;

/**
 * Returns the path of a picture. Coordinates have five decimals. The overlay is part of the address, so that a picture is complete without
 * script and can be cached.
 */
export function toPicturePath({ view, theme, language, overlay }: PictureRequest): string {
  const { positions, places, path } = limitOverlay(overlay);
  const query = new URLSearchParams({
    at: toText(view),
    zoom: String(Number(view.zoom.toFixed(2))),
    size: `${Math.round(view.width)}x${Math.round(view.height)}`,
    theme,
    lang: language,
  });
  if (places.length > 0)
    query.set('places', places.map((place) => `${place.look?.[0] ?? ''}${toText(place)},${Math.round(place.meters)}`).join(';'));
  if (positions.length > 0) query.set('positions', positions.map(writePosition).join(';'));
  if (path.length > 0) query.set('path', path.map(({ look, line }) => `${look[0]}${line.map(toText).join(',')}`).join(';'));
  return `/locator/map.svg?${query}`;
}

/** Reads the address of a picture. Returns null for a view that cannot be drawn. Parts of the overlay that are invalid are left out. */
export function readPictureRequest(query: URLSearchParams): PictureRequest | null {
  const center = readNumbers(query.get('at'));
  const zoom = readNumber(query.get('zoom'));
  const [width, height] =
    /^(\d{1,4})x(\d{1,4})$/
      .exec(query.get('size') ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  const { minZoom, maxZoom, minPx, maxWidth, maxHeight } = PICTURE_LIMITS;
  const [at] = toPositions(center);
  if (at === undefined || center?.length !== 2 || zoom === null || width === undefined || height === undefined) return null;
  if (zoom < minZoom || zoom > maxZoom || width < minPx || height < minPx || width > maxWidth || height > maxHeight) return null;
  const overlay = limitOverlay({
    places: listParts(query, 'places').flatMap(readPlace),
    positions: listParts(query, 'positions').flatMap(readPosition),
    path: listParts(query, 'path').flatMap(readPath),
  });
  const language = /^[a-z]{2}(?:-[a-z]{2})?$/.exec(query.get('lang') ?? '')?.[0] ?? 'en';
  const lat = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, at.lat));
  return { view: { lat, lon: at.lon, zoom, width, height }, theme: toTheme(query.get('theme')) ?? 'light', language, overlay };
}

function writePosition(position: PicturePosition): string {
  const { look, meters, colorSlot } = position;
  return `${look[0]}${toText(position)},${Math.round(meters)}${colorSlot === undefined ? '' : `,${colorSlot}`}`;
}

function toText({ lat, lon }: LatLon): string {
  return `${Number(lat.toFixed(DECIMALS))},${Number(lon.toFixed(DECIMALS))}`;
}

function listParts(query: URLSearchParams, name: string): Array<string> {
  const text = query.get(name) ?? '';
  return text === '' || text.length > TEXT_MAX ? [] : text.split(';');
}

function readPlace(text: string): Array<PicturePlace> {
  const look = isKeyOf(PLACES, text[0]) ? PLACES[text[0]] : null;
  return readDisc(look === null ? text : text.slice(1)).map((place) => (look === null ? place : { ...place, look }));
}

function readPosition(text: string): Array<PicturePosition> {
  const look = isKeyOf(LOOKS, text[0]) ? LOOKS[text[0]] : null;
  const [, place = '', slot] = /^.([^,]*,[^,]*,[^,]*)(?:,(\d{1,2}))?$/.exec(text) ?? [];
  if (look === null || Number(slot ?? 0) >= COLOR_SLOTS) return [];
  return readDisc(place).map((disc) => ({ ...disc, look, ...(slot === undefined ? {} : { colorSlot: Number(slot) }) }));
}

function readDisc(text: string): Array<LatLon & { meters: number }> {
  const numbers = readNumbers(text);
  const [position] = toPositions(numbers?.slice(0, 2) ?? null);
  const meters = numbers?.[2];
  if (position === undefined || meters === undefined || numbers?.length !== 3 || meters < 0 || meters > METERS_MAX) return [];
  return [{ ...position, meters }];
}

function readPath(text: string): Array<PicturePath> {
  const look = isKeyOf(PATHS, text[0]) ? PATHS[text[0]] : null;
  const line = toPositions(readNumbers(text.slice(1)));
  return look === null || line.length < 2 ? [] : [{ look, line }];
}

function isKeyOf<Table extends object>(table: Table, key: string | undefined): key is Extract<keyof Table, string> {
  return key !== undefined && Object.hasOwn(table, key);
}

function readNumber(text: string | null): number | null {
  return text !== null && /^-?\d{1,6}(?:\.\d{1,10})?$/.test(text) ? Number(text) : null;
}

/** Returns the numbers of a list, or null if one of them is invalid. */
function readNumbers(text: string | null): Array<number> | null {
  const numbers = (text ?? '').split(',').map(readNumber);
  return numbers.some((number) => number === null) ? null : numbers.flatMap((number) => number ?? []);
}

/** Returns pairs of numbers as positions; none if one of them is not on Earth. */
function toPositions(numbers: ReadonlyArray<number> | null): Array<LatLon> {
  if (numbers === null || numbers.length % 2 !== 0) return [];
  const positions = Array.from({ length: numbers.length / 2 }, (_, index) => ({
    lat: numbers[2 * index] ?? 0,
    lon: numbers[2 * index + 1] ?? 0,
  }));
  return positions.every(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180) ? positions : [];
}
