import { type AppLoadContext, redirect } from '@remix-run/cloudflare';
import { readTileAddress } from '#app/domain/map-tile.ts';
import { createRateLimiter } from '#app/server/rate-limit.server';
import { readSession } from '#app/server/session.server';
import { packedResponse } from './packed-response.server.ts';

/** A map on a large screen needs about 30 tiles for each view, and a household shares one network. */
const hasRoom = createRateLimiter({ perNetwork: 3_000, perWide: 30_000, perMinute: 120_000 });

export const TILE_TYPE = 'application/vnd.mapbox-vector-tile';
const YEAR_SECONDS = 31_536_000;
const HOUR_SECONDS = 3_600;
const HEADERS = { 'Content-Type': TILE_TYPE, 'Cross-Origin-Resource-Policy': 'same-origin' };

type TileParams = { source?: string; z?: string; x?: string; file?: string };

/**
 * Serves a vector tile. Requires a session but no family data, because tiles are the same for all families. Without a session, redirects to
 * the login and does not remember this URL. An address with the current version (`?v=`) is kept for a year by this browser only.
 * Status: 404 for a tile that cannot exist, 204 for an empty one, 503 while the source does not respond.
 */
export async function showMapTile(
  request: Request,
  context: AppLoadContext,
  { source = '', z = '', x = '', file = '' }: TileParams,
  now: number = Date.now(),
): Promise<Response> {
  if ((await readSession(request, context, now)) === null) throw redirect('/login');
  if (!hasRoom(context.networks, now)) return new Response(null, { status: 429, headers: { 'Retry-After': '60' } });
  const address = readTileAddress(z, x, file);
  if (address === null) return new Response(null, { status: 404 });
  const [tile] = await context.env.INTERNAL.mapTiles([{ source, ...address }]);
  if (tile === undefined || tile.outcome === 'missing') return new Response(null, { status: 404 });
  if (tile.outcome === 'failed') return new Response(null, { status: 503, headers: { 'Retry-After': '60' } });
  const isThisOne = new URL(request.url).searchParams.get('v') === tile.version && source !== 'upstream';
  const caching = isThisOne ? `private, max-age=${YEAR_SECONDS}, immutable` : `private, max-age=${HOUR_SECONDS}`;
  const etag = `"${tile.version}"`;
  const headers = { ...HEADERS, 'Cache-Control': caching, ETag: etag };
  if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers });
  if (tile.bytes.length === 0) return new Response(null, { status: 204, headers: { 'Cache-Control': caching } });
  return packedResponse(request, new Uint8Array(tile.bytes), headers);
}
