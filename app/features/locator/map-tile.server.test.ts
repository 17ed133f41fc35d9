import { describe, expect, test } from 'vitest';
import type { MapTile } from '#app/context.ts';
import { writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { makeSession } from '#tests/web-session.ts';
import { showMapTile } from './map-tile.server';

const URL_OF = 'https://porchlight.example/map/archive/14/8766/5306.mvt';
const PARAMS = { source: 'archive', z: '14', x: '8766', file: '5306.mvt' };
const TILE: MapTile = { outcome: 'tile', bytes: Uint8Array.of(26, 0), version: 'abc' };

async function ask(tile: MapTile, url = URL_OF, { params = PARAMS, headers = {} }: { params?: typeof PARAMS; headers?: HeadersInit } = {}) {
  const asked: Array<unknown> = [];
  const context = webContext({
    internal: {
      mapTiles: async (tiles) => {
        asked.push(...tiles);
        return [tile];
      },
    },
    api: async () => Promise.reject(new Error('Nobody is to be asked')),
  });
  await writeSession(context, makeSession({ tokenTS: 1 }));
  return { asked, response: await showMapTile(requestWithCookies(context, url, { headers }), context, params) };
}

describe('showMapTile', () => {
  test('redirects a visitor to the login without asking for the tile', async () => {
    const context = webContext({ internal: { mapTiles: async () => Promise.reject(new Error('Nobody is to be asked')) } });
    await expect(showMapTile(new Request(URL_OF), context, PARAMS)).rejects.toMatchObject({ status: 302 });
    expect(context.responseCookies).toEqual([]);
  });

  test('serves a tile that only this browser keeps, for a year if its version is current', async () => {
    const { asked, response } = await ask(TILE, `${URL_OF}?v=abc`);
    expect(asked).toEqual([{ source: 'archive', z: 14, x: 8766, y: 5306 }]);
    expect([response.status, new Uint8Array(await response.arrayBuffer())]).toEqual([200, Uint8Array.of(26, 0)]);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': 'application/vnd.mapbox-vector-tile',
      'cross-origin-resource-policy': 'same-origin',
      etag: '"abc"',
      vary: 'Accept-Encoding',
    });
    const older = await ask(TILE, `${URL_OF}?v=old`);
    expect(older.response.headers.get('Cache-Control')).toBe('private, max-age=3600');
    const upstream = await ask(TILE, `${URL_OF}?v=abc`, { params: { ...PARAMS, source: 'upstream' } });
    expect(upstream.response.headers.get('Cache-Control')).toBe('private, max-age=3600');
  });

  test('returns 304 for a tile that the browser has', async () => {
    expect((await ask(TILE, URL_OF, { headers: { 'If-None-Match': '"abc"' } })).response.status).toBe(304);
    expect((await ask(TILE, URL_OF, { headers: { 'If-None-Match': '"old"' } })).response.status).toBe(200);
  });

  test.each<[string, MapTile, number]>([
    ['an empty tile', { ...TILE, bytes: new Uint8Array() }, 204],
    ['an unknown source', { outcome: 'missing' }, 404],
    ['a source that does not respond', { outcome: 'failed' }, 503],
  ])('answers %s with %j', async (_what, tile, status) => {
    const { response } = await ask(tile);
    expect([response.status, response.body]).toEqual([status, null]);
  });

  test.each([
    { ...PARAMS, z: '99' },
    { ...PARAMS, x: '-1' },
    { ...PARAMS, file: '5306.png' },
    { ...PARAMS, file: '99999.mvt' },
  ])('returns 404 for $z/$x/$file without asking for it', async (params) => {
    const { asked, response } = await ask(TILE, URL_OF, { params });
    expect([response.status, asked]).toEqual([404, []]);
  });
});
