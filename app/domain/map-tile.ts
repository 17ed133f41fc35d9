/** Latitude and longitude in degrees. */
export type LatLon = { lat: number; lon: number };

/** A tile of the Web Mercator grid: `x` grows to the east, `y` to the south. */
export type TileAddress = { z: number; x: number; y: number };

/** The visible part of a map. `zoom` counts as in MapLibre: at zoom 0 the world is 512 px wide. `width` and `height` are px. */
export type MapView = LatLon & { zoom: number; width: number; height: number };

/** A tile and its place in a view: the px of its left upper corner, and its width in px. */
export type PlacedTile = TileAddress & { left: number; top: number; size: number };

/** The largest zoom of a tile that we serve. */
export const MAX_TILE_ZOOM = 15;
/** The latitude at which Web Mercator becomes a square. */
export const MAX_LATITUDE = 85.0511287798066;
const TILE_PX = 512;
const METERS_AROUND = 2 * Math.PI * 6_378_137;

/** Returns the position in the world square: 0 to 1 from west to east and from north to south. Clamps latitudes beyond the square. */
export function toWorld({ lat, lon }: LatLon): { x: number; y: number } {
  const sine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180);
  return { x: (lon + 180) / 360, y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI) };
}

/** Returns the coordinates of a position in the world square; the inverse of `toWorld`. */
export function fromWorld({ x, y }: { x: number; y: number }): LatLon {
  return { lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, lon: x * 360 - 180 };
}

/** True if the tile exists: whole numbers, zoom 0 to 15, and within the grid of its zoom. */
export function isTileAddress({ z, x, y }: TileAddress): boolean {
  if (![z, x, y].every(Number.isInteger) || z < 0 || z > MAX_TILE_ZOOM) return false;
  return x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z;
}

/** Reads the three parts of a tile's path, such as `14`, `8793` and `5323.mvt`. Returns null unless they name an existing tile. */
export function readTileAddress(z: string, x: string, file: string): TileAddress | null {
  const y = /^(\d{1,5})\.mvt$/.exec(file)?.[1];
  if (y === undefined || !/^\d{1,2}$/.test(z) || !/^\d{1,5}$/.test(x)) return null;
  const address = { z: Number(z), x: Number(x), y: Number(y) };
  return isTileAddress(address) ? address : null;
}

/**
 * Returns the tiles that cover a view, from north to south. Uses tiles of at most `maxZoom`, enlarged if the view is closer. Around the
 * date line, the same tile may appear twice.
 */
export function listTiles(view: MapView, maxZoom: number): Array<PlacedTile> {
  const z = Math.max(0, Math.min(Math.floor(view.zoom), maxZoom, MAX_TILE_ZOOM));
  const count = 2 ** z;
  const size = TILE_PX * 2 ** (view.zoom - z);
  const center = toWorld(view);
  const left = center.x * count * size - view.width / 2;
  const top = center.y * count * size - view.height / 2;
  const tiles: Array<PlacedTile> = [];
  for (let y = Math.max(0, Math.floor(top / size)); y < count && y * size < top + view.height; y += 1) {
    for (let column = Math.floor(left / size); column * size < left + view.width; column += 1) {
      const x = ((column % count) + count) % count;
      tiles.push({ z, x, y, left: column * size - left, top: y * size - top, size });
    }
  }
  return tiles;
}

/** Returns the px of a position in a view. Near the date line, uses the side that is nearer to the center. */
export function toViewPx(view: MapView, position: LatLon): { x: number; y: number } {
  const size = TILE_PX * 2 ** view.zoom;
  const [center, at] = [toWorld(view), toWorld(position)];
  const east = at.x - center.x;
  return { x: (east - Math.round(east)) * size + view.width / 2, y: (at.y - center.y) * size + view.height / 2 };
}

/** Returns how many px a meter has in the middle of a view. */
export function pxPerMeter({ lat, zoom }: MapView): number {
  return (TILE_PX * 2 ** zoom) / (METERS_AROUND * Math.cos((Math.min(MAX_LATITUDE, Math.abs(lat)) * Math.PI) / 180));
}
