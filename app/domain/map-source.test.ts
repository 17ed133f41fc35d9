import { describe, expect, test } from 'vitest';
import { chooseMapSource, describeMapSource, type MapSource, toTilePath } from './map-source.ts';

const WORLD: MapSource = { id: 'world', version: 'w', minZoom: 0, maxZoom: 3, bounds: [-180, -90, 180, 90], attribution: 'Natural Earth' };
const UPSTREAM: MapSource = { ...WORLD, id: 'upstream', version: 'u', maxZoom: 14 };
const ARCHIVE: MapSource = { ...WORLD, id: 'archive', version: 'a', minZoom: 5, maxZoom: 15, bounds: [10, 50, 14, 54] };
const TOWN: MapSource = { ...WORLD, id: 'town', version: 't', minZoom: 9, maxZoom: 14, bounds: [12.5, 53, 12.7, 53.2] };
const FIJI: MapSource = { ...ARCHIVE, bounds: [177, -20, -178, -15] };

const IN_TOWN = { lat: 53.1, lon: 12.6, zoom: 14 };

describe('chooseMapSource', () => {
  test.each<[string, Array<MapSource>, { lat: number; lon: number; zoom: number }, string]>([
    ['the town before the archive of its region', [WORLD, ARCHIVE, TOWN], IN_TOWN, 'town'],
    ['the archive where there is no town', [WORLD, ARCHIVE, UPSTREAM, TOWN], { ...IN_TOWN, lat: 52 }, 'archive'],
    ['the tile server outside the archive', [WORLD, ARCHIVE, UPSTREAM], { ...IN_TOWN, lat: 40 }, 'upstream'],
    ['the outline where nothing else is', [WORLD, ARCHIVE, TOWN], { ...IN_TOWN, lat: 40 }, 'world'],
    ['the outline from far away', [WORLD, ARCHIVE, TOWN], { ...IN_TOWN, zoom: 3 }, 'world'],
    ['an archive over the date line, west of it', [WORLD, FIJI], { lat: -17, lon: 178, zoom: 9 }, 'archive'],
    ['an archive over the date line, east of it', [WORLD, FIJI], { lat: -17, lon: -179, zoom: 9 }, 'archive'],
    ['the outline on the other side of the world', [WORLD, FIJI], { lat: -17, lon: 0, zoom: 9 }, 'world'],
  ])('chooses %s', (_what, sources, view, id) => {
    expect(chooseMapSource(sources, view)?.id).toBe(id);
  });

  test('returns null without sources', () => {
    expect(chooseMapSource([], IN_TOWN)).toBeNull();
  });
});

describe('describeMapSource', () => {
  test.each<[string | null, string | null, string | null]>([
    ['© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>', '© OpenStreetMap', 'https://www.openstreetmap.org/copyright'],
    ['<script>alert(1)</script>Maps &amp; more', 'alert(1) Maps & more', null],
    ['<a href="javascript:alert(1)">x</a>', 'x', null],
    ['<a href="http://tiles.example">x</a>', 'x', null],
    ["<a href='https://user@tiles.example'>x</a>", 'x', null],
    ['&#169; 2026', '© 2026', null],
    ['  ', null, null],
    [null, null, null],
    ['x'.repeat(300), 'x'.repeat(200), null],
  ])('returns the credit line for %j', (attribution, credit, href) => {
    expect(describeMapSource({ id: 'archive', attribution })).toEqual({ id: 'archive', credit, href });
  });
});

test('toTilePath names the version, so that a new archive has new addresses', () => {
  expect(toTilePath({ id: 'archive', version: 'a b' })).toBe('/map/archive/{z}/{x}/{y}.mvt?v=a%20b');
});
