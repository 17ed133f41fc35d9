import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { chooseMapSource, type MapSource } from '#app/domain/map-source.ts';
import { listTiles, type MapView } from '#app/domain/map-tile.ts';
import { createRateLimiter } from '#app/server/rate-limit.server';
import { readSession } from '#app/server/session.server';
import { drawMap } from './map-svg/draw-map.server.ts';
import { readPictureRequest } from './map-svg/picture-request.ts';
import type { PictureTile } from './map-svg/read-tiles.server.ts';
import { packedResponse } from './packed-response.server.ts';

/** A picture costs more than a tile. */
const hasRoom = createRateLimiter({ perNetwork: 240, perWide: 2_400, perMinute: 6_000 });

/** Nothing in the picture may load or run, even if it is opened by itself. */
const CSP = "default-src 'none'; sandbox";
const HOUR_SECONDS = 3_600;
const FAILED_SECONDS = 60;

/**
 * Serves the map of a view as SVG, for pages without JavaScript. Requires a session but no family data: what the picture shows beside the
 * map is in its address. Without a session, redirects to the login and does not remember this URL. Status: 400 for a view that cannot be
 * drawn. If a source does not respond, the next one is drawn.
 */
export async function showMapPicture(request: Request, context: AppLoadContext, now: number = Date.now()): Promise<Response> {
  if ((await readSession(request, context, now)) === null) throw redirect('/login');
  if (!hasRoom(context.networks, now)) return new Response(null, { status: 429, headers: { 'Retry-After': '60' } });
  const wanted = readPictureRequest(new URL(request.url).searchParams);
  if (wanted === null) return new Response(null, { status: 400 });
  const { source, tiles, isComplete } = await fetchTiles(context, await listMapSources(context), wanted.view);
  return packedResponse(request, drawMap({ ...wanted, source: source?.id ?? 'world', tiles }), {
    'Content-Type': 'image/svg+xml; charset=utf-8',
    'Cache-Control': `private, max-age=${isComplete ? HOUR_SECONDS : FAILED_SECONDS}`,
    'Content-Security-Policy': CSP,
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
}

type Found = { source: MapSource | null; tiles: Array<PictureTile>; isComplete: boolean };

/** Returns the tiles of the first source that responds. A source that responds for a part of the view leaves the rest empty. */
async function fetchTiles(context: AppLoadContext, sources: ReadonlyArray<MapSource>, view: MapView): Promise<Found> {
  const source = chooseMapSource(sources, view);
  if (source === null) return { source, tiles: [], isComplete: true };
  const places = listTiles(view, source.maxZoom);
  const found = await context.env.INTERNAL.mapTiles(places.map(({ z, x, y }) => ({ source: source.id, z, x, y })));
  const others = sources.filter(({ id }) => id !== source.id);
  const isDown = found.some(({ outcome }) => outcome === 'failed') && !found.some(({ outcome }) => outcome === 'tile');
  if (isDown && source.id !== 'world' && others.length > 0) return { ...(await fetchTiles(context, others, view)), isComplete: false };
  const tiles = places.map((place, index) => {
    const tile = found[index];
    return { ...place, bytes: tile?.outcome === 'tile' ? tile.bytes : null };
  });
  return { source, tiles, isComplete: found.every(({ outcome }) => outcome === 'tile') };
}

/** Returns the sources of tiles, or none if the API does not respond. */
export async function listMapSources({ env }: AppLoadContext): Promise<Array<MapSource>> {
  try {
    return await env.INTERNAL.mapSources();
  } catch {
    return [];
  }
}
