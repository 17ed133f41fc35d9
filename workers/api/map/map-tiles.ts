import { isMapSourceId, type MapSource } from '#app/domain/map-source';
import { isTileAddress, type TileAddress } from '#app/domain/map-tile';
import { readMapUpstream } from '#workers/map-settings';
import { logWarning } from '../outside/log-warning';
import { type MapUpstreamSettings, readUpstreamTile } from '../outside/map-upstream';
import { describeStoredArchive, readStoredTile } from './stored-archive';
import { readWorldTile, WORLD_MAX_ZOOM } from './world';
import { WORLD_VERSION } from './world.generated';

export type MapEnv = MapUpstreamSettings & { FILES: R2Bucket };

/** A page's request for a tile. `source` comes from the address and may be anything. */
export type MapTileRequest = TileAddress & { source: string };

/** `missing`: no such source or tile address. `failed`: the source exists but did not respond. Empty `bytes`: the tile has no content. */
export type MapTile = { outcome: 'tile'; bytes: Uint8Array; version: string } | { outcome: 'missing' } | { outcome: 'failed' };

const WORLD: MapSource = {
  id: 'world',
  version: WORLD_VERSION,
  minZoom: 0,
  maxZoom: WORLD_MAX_ZOOM,
  bounds: [-180, -90, 180, 90],
  attribution: 'Natural Earth',
};
const UPSTREAM_MAX_ZOOM = 14;

/** Lists the sources of map tiles that are available now (A56). Logs and omits a damaged archive. */
export async function listMapSources(env: MapEnv): Promise<Array<MapSource>> {
  const stored = await Promise.all((['town', 'archive'] as const).map((id) => findStoredSource(env, id)));
  const upstream: Array<MapSource> =
    readMapUpstream(env.MAP_UPSTREAM ?? '') === null
      ? []
      : [{ ...WORLD, id: 'upstream', ...describeUpstream(env), maxZoom: UPSTREAM_MAX_ZOOM }];
  return [...stored.flatMap((source) => (source === null ? [] : [source])), ...upstream, WORLD];
}

async function findStoredSource(env: MapEnv, id: 'town' | 'archive'): Promise<MapSource | null> {
  try {
    const found = await describeStoredArchive(env.FILES, id);
    if (found === null) return null;
    const { version, minZoom, maxZoom, bounds, attribution } = found;
    return { id, version, minZoom, maxZoom, bounds, attribution };
  } catch (error) {
    logWarning(`no map from ${id}`, error);
    return null;
  }
}

/**
 * Returns version and credit of the operator's tile server. Only the host identifies it, because the path may contain the operator's key.
 */
function describeUpstream({ MAP_UPSTREAM = '', MAP_UPSTREAM_ATTRIBUTION }: MapEnv): Pick<MapSource, 'version' | 'attribution'> {
  const { hostname } = readMapUpstream(MAP_UPSTREAM)?.({ z: 0, x: 0, y: 0 }) ?? { hostname: '' };
  return { version: hostname, attribution: MAP_UPSTREAM_ATTRIBUTION || hostname };
}

/** Returns one tile, unpacked. Never throws: a source that fails is logged. */
export async function findMapTile(env: MapEnv, { source, ...address }: MapTileRequest, now: number): Promise<MapTile> {
  if (!isMapSourceId(source) || !isTileAddress(address)) return { outcome: 'missing' };
  try {
    if (source === 'world') return { outcome: 'tile', bytes: await readWorldTile(address), version: WORLD_VERSION };
    if (source !== 'upstream') {
      const known = await describeStoredArchive(env.FILES, source);
      return known === null ? { outcome: 'missing' } : { outcome: 'tile', ...(await readStoredTile(env.FILES, source, address)) };
    }
    if (readMapUpstream(env.MAP_UPSTREAM ?? '') === null) return { outcome: 'missing' };
    const bytes = await readUpstreamTile(env, address, now);
    return bytes === null ? { outcome: 'failed' } : { outcome: 'tile', bytes, version: describeUpstream(env).version };
  } catch (error) {
    logWarning(`no map tile from ${source}`, error);
    return { outcome: 'failed' };
  }
}
