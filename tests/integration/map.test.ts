import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openControl } from '#tools/control.ts';
import { createTileCutter } from '#tools/map-archive/cut-tile.ts';
import { listFeatures } from '#tools/map-archive/read-archive.fixture.ts';
import { writeArchive } from '#tools/map-archive/write-archive.ts';
import { ROOT } from '#tools/paths.ts';
import { PlainBrowser } from '#tools/plain-browser.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const data = mkdtempSync(join(tmpdir(), 'porchlight-map-'));
const archive = join(data, 'region.pmtiles');
const cookies = new Map<string, string>();
let servers: TestServers;
let control: { close(): Promise<void> };

/** A tile near Berlin. `STREET` runs from corner to corner, so through `MIDDLE`. */
const TILE = { z: 14, x: 8802, y: 5373 };
const MIDDLE = { lat: 52.516, lon: 13.414 };
const STREET = createTileCutter([
  {
    layer: 'roads',
    kind: 'line',
    parts: [
      [
        { x: TILE.x / 2 ** 14, y: TILE.y / 2 ** 14 },
        { x: (TILE.x + 1) / 2 ** 14, y: (TILE.y + 1) / 2 ** 14 },
      ],
    ],
    properties: { kind: 'major_road', name: 'Archive Street' },
    minZoom: 0,
  },
]);

beforeAll(async () => {
  writeFileSync(
    archive,
    writeArchive([{ ...TILE, data: STREET(TILE) }], {
      name: 'Region',
      attribution: '<a href="https://maps.example/copyright">© Mappers</a>',
      minZoom: 13,
      maxZoom: 14,
      bounds: [13, 52, 14, 53],
      layers: ['roads'],
    }),
  );
  servers = await startTestServers(data);
  control = await openControl(data, servers.webEnv, servers.operator);
  const browser = new PlainBrowser(servers.webUrl, { Origin: servers.webUrl }, cookies);
  await browser.press(await browser.open('/?view=signup'), 'signup', { email: 'map@example.com', password: 'correct horse battery' });
});
afterAll(async () => {
  await control?.close();
  await servers?.close();
  rmSync(data, { recursive: true, force: true });
});

/** Starts the script behind `npm run map` directly, with only an operator’s environment variables. */
async function map(...args: Array<string>): Promise<{ code: number | null; output: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const bootstrap = join(ROOT, 'tools', 'bootstrap.mjs');
  const child = spawn(process.execPath, [bootstrap, 'map', ...args], { env: { PATH, HOME, DATA_DIR: data } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

function get(path: string, cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')): Promise<Response> {
  return fetch(new URL(path, servers.webUrl), { headers: { Cookie: cookie }, redirect: 'manual' });
}

const tilePath = ({ x = TILE.x, z = TILE.z } = {}) => `/map/archive/${z}/${x}/${TILE.y}.mvt`;
const picture = `/locator/map.svg?at=${MIDDLE.lat},${MIDDLE.lon}&zoom=14&size=400x300&theme=light&lang=en`;

describe('npm run map', () => {
  test('stores an archive, shows its tiles and picture to parents and its credit to the operator, and removes the archive', async () => {
    expect((await get(tilePath())).status).toBe(404);
    expect(await map()).toMatchObject({ code: 0, output: expect.stringContaining('No map archive is stored.') });
    expect(await map(archive, '--check')).toMatchObject({ code: 0, output: expect.stringContaining('The archive can be used.') });
    expect((await get(tilePath())).status).toBe(404);

    expect(await map(archive)).toMatchObject({ code: 0, output: expect.stringContaining('Stored the map archive.') });
    const tile = await get(tilePath());
    expect([tile.status, tile.headers.get('Content-Type')]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    const features = listFeatures(new Uint8Array(await tile.arrayBuffer()));
    expect(features.map(({ properties }) => properties)).toEqual([{ kind: 'major_road', name: 'Archive Street' }]);
    const svg = await get(picture);
    expect([svg.headers.get('Content-Type'), await svg.text()]).toEqual([
      'image/svg+xml; charset=utf-8',
      expect.stringContaining('Archive Street'),
    ]);
    expect(await map()).toMatchObject({ code: 0, output: expect.stringContaining('© Mappers') });

    expect(await map('--remove')).toEqual({ code: 0, output: 'Removed the map archive.\n' });
    expect((await get(tilePath())).status).toBe(404);
    expect(await (await get(picture)).text()).not.toContain('Archive Street');
  });

  test('keeps the stored archive when another one is refused', async () => {
    await map(archive);
    const broken = join(data, 'broken.pmtiles');
    writeFileSync(broken, 'PMTiles');
    expect(await map(broken)).toMatchObject({ code: 1, output: expect.stringContaining(broken) });
    expect((await get(tilePath())).status).toBe(200);
    await map('--remove');
  });
});

describe('map tile and picture addresses', () => {
  test.each([
    ['a tile of a source that does not exist', '/map/nowhere/14/8802/5373.mvt', 404],
    ['a tile outside of the grid', '/map/world/1/5/0.mvt', 404],
    ['a path out of the folder', '/map/world/..%2f..%2fetc/0/0.mvt', 404],
    ['a picture without a view', '/locator/map.svg', 400],
    ['a picture with coordinates that are not on Earth', '/locator/map.svg?at=91,0&zoom=3&size=300x300', 400],
    ['a picture of 100,000 px', '/locator/map.svg?at=0,0&zoom=3&size=100000x100000', 400],
  ])('answer %s with an error status', async (_name, path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test.each([tilePath(), picture])('lead to the login without a session: %s', async (path) => {
    const { status, headers } = await get(path, '');
    expect([status, headers.get('Location')]).toEqual([302, '/login']);
  });
});
