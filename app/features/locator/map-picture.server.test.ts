import { describe, expect, test } from 'vitest';
import type { MapTile } from '#app/context.ts';
import type { MapSource } from '#app/domain/map-source.ts';
import { writeSession } from '#app/server/session.server';
import { requestWithCookies, webContext } from '#tests/web-context.ts';
import { makeSession } from '#tests/web-session.ts';
import { encodeTile } from '#tools/map-archive/encode-tile.ts';
import { MAP_COLORS } from './map-colors.ts';
import { showMapPicture } from './map-picture.server';

const URL_OF = 'https://porchlight.example/locator/map.svg?at=53.09,12.63&zoom=14&size=375x300';
const WORLD: MapSource = { id: 'world', version: 'w', minZoom: 0, maxZoom: 3, bounds: [-180, -90, 180, 90], attribution: null };
const ARCHIVE: MapSource = { ...WORLD, id: 'archive', version: 'a', minZoom: 5, maxZoom: 14, bounds: [12, 52, 14, 54] };
const ROAD = encodeTile([
  {
    name: 'roads',
    features: [
      {
        kind: 'line',
        parts: [
          [
            [0, 0],
            [4096, 4096],
          ],
        ],
        properties: { kind: 'major_road' },
      },
    ],
  },
]);

const TILE: MapTile = { outcome: 'tile', bytes: ROAD, version: 'a' };

/** `tile`: the answer for each tile, or a function of its source. */
async function ask(url: string, tile: MapTile | ((source: string) => MapTile) = TILE, sources = [ARCHIVE, WORLD]) {
  const asked: Array<string> = [];
  const context = webContext({
    internal: {
      mapSources: async () => sources,
      mapTiles: async (tiles) => {
        asked.push(...tiles.map(({ source, z }) => `${source} ${z}`));
        return tiles.map(({ source }) => (typeof tile === 'function' ? tile(source) : tile));
      },
    },
    api: async () => Promise.reject(new Error('Nobody is to be asked')),
  });
  await writeSession(context, makeSession({ tokenTS: 1 }));
  const response = await showMapPicture(requestWithCookies(context, url), context);
  return { asked: [...new Set(asked)], response, text: await response.text() };
}

describe('showMapPicture', () => {
  test('redirects a visitor to the login', async () => {
    await expect(showMapPicture(new Request(URL_OF), webContext())).rejects.toMatchObject({ status: 302 });
  });

  test('draws the tiles of the source that covers the view, as an inert picture that only this browser keeps', async () => {
    const { asked, response, text } = await ask(URL_OF);
    expect(asked).toEqual(['archive 14']);
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="375" height="300" .*<path id="main" d="M.*<\/svg>$/);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/svg+xml; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      vary: 'Accept-Encoding',
    });
  });

  test('draws the outline of the world where nothing else is', async () => {
    expect((await ask(URL_OF.replace('53.09', '10'))).asked).toEqual(['world 3']);
  });

  test('draws what it has if tiles fail, and lets the browser ask again after a minute', async () => {
    const { response, text } = await ask(URL_OF, { outcome: 'failed' });
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, max-age=60']);
    expect(text).toMatch(/<\/svg>$/);
    expect((await ask(URL_OF, undefined, [])).response.status).toBe(200);
  });

  test('draws the next source if one does not respond, and lets the browser ask again after a minute', async () => {
    const { asked, response, text } = await ask(URL_OF, (source) => (source === 'archive' ? { outcome: 'failed' } : TILE));
    expect(asked).toEqual(['archive 14', 'world 3']);
    // Where the outline has no land, there is water.
    expect(text).toContain(MAP_COLORS.light.water);
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=60');
  });

  test.each([
    '?',
    '?at=53,12&zoom=14',
    '?at=53&zoom=14&size=100x100',
    '?at=91,0&zoom=1&size=100x100',
    '?at=0,0&zoom=99&size=100x100',
    '?at=0,0&zoom=1&size=9999x100',
    '?at=0,0&zoom=NaN&size=100x100',
    '?at=0,0&zoom=1&size=10x10',
  ])('returns 400 for %s', async (query) => {
    const { response, asked } = await ask(`https://porchlight.example/locator/map.svg${query}`);
    expect([response.status, asked]).toEqual([400, []]);
  });
});
