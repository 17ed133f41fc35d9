import { isVectorTile } from '#app/domain/vector-tile';
import { readMapUpstream } from '#workers/map-settings';
import { gunzip } from '../map/unpack';
import { logWarning } from './log-warning';
import { readLimitedBody } from './read-limited-body';

/** Settings of the operator's tile server. */
export type MapUpstreamSettings = {
  PUBLIC_URL: string;
  /** Address of a vector tile with `{z}`, `{x}` and `{y}`. Unset: there is no tile server. */
  MAP_UPSTREAM?: string;
  /** The credit that the tile server's operator requires, plain text or HTML. */
  MAP_UPSTREAM_ATTRIBUTION?: string;
};

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 2 * 1024 * 1024;
/** Time for which a tile is reused. */
const CACHE_MS = 24 * 60 * 60_000;
/** Time without a new request for a tile after a failure. */
const FAILED_MS = 60_000;
/** Limits of this isolate's tile cache. */
const CACHE_MAX_BYTES = 16 * 1024 * 1024;
const CACHE_MAX_TILES = 2_000;

type CachedTile = { until: number; bytes: Uint8Array | null };

const cache = new Map<string, CachedTile>();
let cachedBytes = 0;

/**
 * Returns a tile of the operator's tile server, unpacked; empty if the server has none (204 or 404). Sends our own User-Agent and nothing
 * about the parent. Follows no redirects. After a failure, a wrong response or five seconds, logs the reason. Then returns the last known
 * tile, or null, and does not request the tile for a minute.
 */
export async function readUpstreamTile(
  env: MapUpstreamSettings,
  tile: { z: number; x: number; y: number },
  now: number,
): Promise<Uint8Array | null> {
  const address = readMapUpstream(env.MAP_UPSTREAM ?? '')?.(tile);
  if (address === undefined) return null;
  const known = cache.get(address.href);
  if (known !== undefined && now < known.until) return known.bytes;
  const fetched = await fetchTile(env, address);
  const bytes = fetched ?? known?.bytes ?? null;
  keep(address.href, { until: now + (fetched === null ? FAILED_MS : CACHE_MS), bytes });
  return bytes;
}

/** Keeps a tile. Forgets the oldest tiles until the cache is within its limits. */
function keep(key: string, tile: CachedTile): void {
  forget(key);
  cache.set(key, tile);
  cachedBytes += tile.bytes?.length ?? 0;
  for (const oldest of cache.keys()) {
    if (cachedBytes <= CACHE_MAX_BYTES && cache.size <= CACHE_MAX_TILES) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  cachedBytes -= cache.get(key)?.bytes?.length ?? 0;
  cache.delete(key);
}

async function fetchTile(env: MapUpstreamSettings, address: URL): Promise<Uint8Array | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const headers = {
      Accept: 'application/vnd.mapbox-vector-tile, application/x-protobuf',
      'User-Agent': `Porchlight (+${env.PUBLIC_URL})`,
    };
    const response = await fetch(address, { headers, redirect: 'manual', signal });
    if (response.status === 204 || response.status === 404) {
      await response.body?.cancel();
      return new Uint8Array();
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`The server returned ${response.status}`);
    }
    const body = await readLimitedBody(response, MAX_BYTES, signal);
    // Some servers send gzip tiles without a Content-Encoding header.
    const bytes = body[0] === 0x1f && body[1] === 0x8b ? await gunzip(body) : body;
    if (!isVectorTile(bytes)) throw new Error('The response is not a vector tile');
    return bytes;
  } catch (error) {
    logWarning('no tile from MAP_UPSTREAM', error);
    return null;
  }
}
