import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { isVectorTile } from '#app/domain/vector-tile';
import { bindings, internal } from '#tests/clients/worker';
import { closeMapUpstream, type MapUpstream, playMapUpstream } from '#tests/fakes/map-upstream';
import { townArchive, townBounds } from '#tools/demo-town/town-archive';
import { encodeTile } from '#tools/map-archive/encode-tile';
import { writeArchive } from '#tools/map-archive/write-archive';
import { findMapTile, listMapSources, type MapEnv } from './map-tiles';
import { findArchive, removeArchive, storeArchive } from './store-archive';
import { ARCHIVE_KEYS } from './stored-archive';

const { FILES } = bindings;
const ENV: MapEnv = { FILES, PUBLIC_URL: 'https://porchlight.example' };
const AT = { z: 14, x: 8766, y: 5306 };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let warned: MockInstance<typeof console.warn>;

beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(async () => {
  warned.mockRestore();
  await FILES.delete(Object.values(ARCHIVE_KEYS));
});

const tileNamed = (name: string) =>
  encodeTile([
    {
      name: 'roads',
      features: [
        {
          kind: 'line',
          parts: [
            [
              [0, 0],
              [9, 9],
            ],
          ],
          properties: { kind: 'path', name },
        },
      ],
    },
  ]);

function archiveNamed(name: string): Uint8Array {
  const facts = { name, attribution: `© ${name}`, minZoom: 13, maxZoom: 14, bounds: [12, 52, 13, 54] as [number, number, number, number] };
  return writeArchive([{ ...AT, data: tileNamed(name) }], { ...facts, layers: ['roads'] });
}

const streamOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]).stream();
const store = (name: string) => storeArchive(FILES, 'archive', streamOf(archiveNamed(name)), archiveNamed(name).length);
const get = (source: string, address = AT, env = ENV, now = 0) => findMapTile(env, { source, ...address }, now);

describe('storeArchive', () => {
  test('stores an archive whose tiles and facts are served', async () => {
    expect(await findArchive(FILES, 'archive')).toBeNull();
    const stored = await store('first');
    expect(stored).toEqual({
      size: archiveNamed('first').length,
      etag: expect.stringMatching(/^[\da-f]{32}$/),
      minZoom: 13,
      maxZoom: 14,
      bounds: [12, 52, 13, 54],
      credit: '© first',
    });
    expect(await get('archive')).toEqual({ outcome: 'tile', bytes: tileNamed('first'), version: stored?.etag });
    expect(await get('archive', { ...AT, x: 1 })).toMatchObject({ outcome: 'tile', bytes: new Uint8Array() });
    expect(await get('archive', { z: 2, x: 0, y: 0 })).toMatchObject({ outcome: 'tile', bytes: new Uint8Array() });
  });

  test('replaces an archive, with a new version for its tiles', async () => {
    const first = await store('first');
    await get('archive');
    const second = await store('second');
    expect(second?.etag).not.toBe(first?.etag);
    expect(await get('archive')).toEqual({ outcome: 'tile', bytes: tileNamed('second'), version: second?.etag });
  });

  test('keeps the earlier archive if the stream ends early', async () => {
    const first = await store('first');
    await expect(storeArchive(FILES, 'archive', streamOf(archiveNamed('second').slice(0, 50)), 500)).rejects.toThrow();
    expect((await findArchive(FILES, 'archive'))?.etag).toBe(first?.etag);
  });

  test('removes an archive, and returns whether one existed', async () => {
    await store('first');
    expect(await removeArchive(FILES, 'archive')).toBe(true);
    expect(await get('archive')).toEqual({ outcome: 'missing' });
    expect(await removeArchive(FILES, 'archive')).toBe(false);
  });
});

describe('findMapTile', () => {
  test.each([
    ['an unknown source', 'satellite', AT],
    ['a source that is a key of every object', 'constructor', AT],
    ['a column outside the grid', 'world', { z: 1, x: 2, y: 0 }],
    ['a zoom level above the maximum', 'world', { z: 16, x: 0, y: 0 }],
    ['a fraction', 'world', { z: 1, x: 0.5, y: 0 }],
    ['the town outside the demonstration', 'town', AT],
    ['a tile server that is not configured', 'upstream', AT],
  ])('returns `missing` for %s', async (_what, source, address) => {
    expect(await get(source, address)).toEqual({ outcome: 'missing' });
  });

  test('serves the outline of the world without a stored archive', async () => {
    const tile = await get('world', { z: 0, x: 0, y: 0 });
    expect(tile.outcome === 'tile' && tile.bytes.length > 1000 && isVectorTile(tile.bytes)).toBe(true);
    expect(await get('world', { z: 9, x: 0, y: 0 })).toMatchObject({ outcome: 'tile', bytes: new Uint8Array() });
  });

  test('serves the demo town', async () => {
    const town = townArchive();
    await storeArchive(FILES, 'town', streamOf(town), town.length);
    const [source] = await listMapSources(ENV);
    expect(source?.id).toBe('town');
    for (const [index, degrees] of townBounds().entries()) expect(source?.bounds[index]).toBeCloseTo(degrees, 6);
    const tile = await get('town', { z: 9, x: 273, y: 166 });
    expect(tile.outcome === 'tile' && tile.bytes.length > 50).toBe(true);
  });

  test('logs a damaged archive and omits it from the sources', async () => {
    await FILES.put(ARCHIVE_KEYS.archive, 'PMTiles, but not really');
    expect(await get('archive')).toEqual({ outcome: 'failed' });
    expect((await listMapSources(ENV)).map(({ id }) => id)).toEqual(['world']);
    expect(warned.mock.calls.map(([line]) => JSON.parse(String(line)).message)).toEqual([
      'no map tile from archive',
      'no map from archive',
    ]);
  });

  test('returns tiles and sources to the web Worker through the internal entrypoint', async () => {
    await store('first');
    const tiles = await internal.mapTiles([
      { source: 'archive', ...AT },
      { source: 'nothing', ...AT },
    ]);
    expect(tiles.map(({ outcome }) => outcome)).toEqual(['tile', 'missing']);
    expect((await internal.mapSources()).map(({ id }) => id)).toEqual(['archive', 'world']);
  });
});

describe('findMapTile from the operator’s tile server', () => {
  let upstream: MapUpstream;
  beforeEach(() => {
    upstream = playMapUpstream();
  });
  afterEach(closeMapUpstream);

  const PATH = `/${AT.z}/${AT.x}/${AT.y}.mvt`;
  const env = (): MapEnv => ({ ...ENV, MAP_UPSTREAM: upstream.template });
  const body = (bytes: Uint8Array, init?: ResponseInit) => () => new Response(new Uint8Array(bytes), init);
  const gzip = async (bytes: Uint8Array) =>
    new Uint8Array(await new Response(streamOf(bytes).pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
  const ask = (now = 0) => get('upstream', AT, env(), now);

  test('keeps a tile for a day, and longer if the server fails afterwards', async () => {
    upstream.answers.set(PATH, body(tileNamed('a')));
    const tile = { outcome: 'tile', bytes: tileNamed('a'), version: new URL(upstream.asked[0]?.url ?? upstream.template).hostname };
    expect(await ask()).toEqual(tile);
    expect(await ask(DAY - 1)).toEqual(tile);
    expect(upstream.asked).toHaveLength(1);
    upstream.answers.set(PATH, body(tileNamed('b'), { status: 500 }));
    expect(await ask(DAY)).toEqual(tile);
    expect(upstream.asked).toHaveLength(2);
  });

  test('sends only the Accept and User-Agent headers, and follows no redirect', async () => {
    upstream.answers.set(PATH, body(tileNamed('a')));
    await ask();
    expect(Object.fromEntries(upstream.asked[0]?.headers ?? [])).toEqual({
      accept: 'application/vnd.mapbox-vector-tile, application/x-protobuf',
      'user-agent': 'Porchlight (+https://porchlight.example)',
    });
    expect(upstream.asked[0]?.redirect).toBe('manual');
  });

  test('unpacks a gzip tile that has no Content-Encoding header', async () => {
    const packed = await gzip(tileNamed('a'));
    upstream.answers.set(PATH, body(packed));
    expect(await ask()).toMatchObject({ outcome: 'tile', bytes: tileNamed('a') });
  });

  test.each([204, 404])('treats %i as an empty tile', async (status) => {
    upstream.answers.set(PATH, () => new Response(null, { status }));
    expect(await ask()).toMatchObject({ outcome: 'tile', bytes: new Uint8Array() });
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ['HTML', () => new Response('<!doctype html>', { headers: { 'Content-Type': 'application/x-protobuf' } })],
    ['a truncated tile', body(tileNamed('a').slice(0, -2))],
    ['a redirect to a private address', () => Response.redirect('http://169.254.169.254/latest')],
    ['a redirect to another host', () => Response.redirect('https://elsewhere.example/')],
    ['status 403', () => new Response('no', { status: 403 })],
    ['a tile over the size limit', () => new Response('x', { headers: { 'Content-Length': '3000000' } })],
    ['a broken connection', () => Promise.reject(new Error('Network connection lost'))],
    ['10 MB in a small packed tile', async () => new Response(await gzip(new Uint8Array(10_000_000)))],
  ])('fails for %s, and sends the next request after a minute', async (_what, answer) => {
    upstream.answers.set(PATH, answer);
    expect(await ask()).toEqual({ outcome: 'failed' });
    upstream.answers.set(PATH, body(tileNamed('a')));
    expect(await ask(MINUTE - 1)).toEqual({ outcome: 'failed' });
    expect(upstream.asked).toHaveLength(1);
    expect(await ask(MINUTE)).toMatchObject({ outcome: 'tile', bytes: tileNamed('a') });
    const [line] = warned.mock.calls.map(([text]) => String(text));
    expect(JSON.parse(line ?? '').message).toBe('no tile from MAP_UPSTREAM');
    expect(line).not.toContain('secret');
  });

  test('fails if the server takes longer than five seconds', async () => {
    const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new Error('Timed out')));
    upstream.answers.set(PATH, body(tileNamed('a')));
    expect(await ask()).toEqual({ outcome: 'failed' });
    expect(waited.mock.calls).toEqual([[5_000]]);
    waited.mockRestore();
  });

  test('lists the tile server as a source with its credit, without its key', async () => {
    const [source] = await listMapSources({ ...env(), MAP_UPSTREAM_ATTRIBUTION: '© Mappers' });
    expect(source).toMatchObject({ id: 'upstream', attribution: '© Mappers', maxZoom: 14 });
    expect(JSON.stringify(await listMapSources(env()))).not.toContain('secret');
  });
});
