import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { listTiles, type MapView } from '#app/domain/map-tile.ts';
import type { Theme } from '#app/domain/theme.ts';
import { townArchive } from '#tools/demo-town/town-archive.ts';
import { encodeTile, type TileFeature } from '#tools/map-archive/encode-tile.ts';
import { readArchive, readTileBytes } from '#tools/map-archive/read-archive.fixture.ts';
import { MAP_COLORS } from '../map-colors.ts';
import { drawMap } from './draw-map.server.ts';
import { NO_OVERLAY, type PictureOverlay } from './overlay.ts';

const TOWN: MapView = { lat: 53.0895, lon: 12.629, zoom: 14.6, width: 1280, height: 824 };
const SMALL: MapView = { lat: 0, lon: 0, zoom: 0, width: 256, height: 256 };

async function drawTown(theme: Theme, overlay: PictureOverlay = NO_OVERLAY): Promise<string> {
  const archive = readArchive(townArchive());
  const tiles = await Promise.all(
    listTiles(TOWN, 14).map(async (tile) => ({ ...tile, bytes: await readTileBytes(archive, tile.z, tile.x, tile.y) })),
  );
  return drawMap({ view: TOWN, theme, language: 'en', overlay, source: 'town', tiles });
}

const rgbOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Returns the color of `over` with an opacity on `under`. */
function mix(over: string, under: string, opacity: number): Array<number> {
  const below = rgbOf(under);
  return rgbOf(over).map((value, index) => value * opacity + (below[index] ?? 0) * (1 - opacity));
}

function luminance(rgb: Array<number>): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast of two colors as WCAG defines it. */
function contrast(a: Array<number>, b: Array<number>): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Draws one tile that is exactly as large as the view. */
function draw(features: Record<string, Array<TileFeature>>, overlay: PictureOverlay = NO_OVERLAY, language = 'en', view = SMALL): string {
  const bytes = encodeTile(Object.entries(features).map(([name, list]) => ({ name, features: list })));
  return drawMap({
    view,
    theme: 'light',
    language,
    overlay,
    source: 'archive',
    tiles: [{ z: 0, x: 0, y: 0, left: 0, top: 0, size: 256, bytes }],
  });
}

const line = (properties: TileFeature['properties'], ...points: Array<[number, number]>): TileFeature => ({
  kind: 'line',
  parts: [points],
  properties,
});
const point = (name: string, more: TileFeature['properties'] = {}): TileFeature => ({
  kind: 'point',
  parts: [[[2048, 2048]]],
  properties: { kind: 'locality', name, ...more },
});

/** Returns all absolute coordinates of the drawn path with this id, in px. */
function pointsOf(svg: string, id: string): Array<[number, number]> {
  const data = new RegExp(`<path id="${id}" d="([^"]*)"`).exec(svg)?.[1] ?? '';
  const numbers = [...data.matchAll(/-?\d+/g)].map(([text]) => Number(text));
  let [x, y] = [0, 0];
  return Array.from({ length: numbers.length / 2 }, (_, index) => {
    x += numbers[2 * index] ?? 0;
    y += numbers[2 * index + 1] ?? 0;
    return [x / 2, y / 2];
  });
}

describe('drawMap', () => {
  test('draws the town in less than 35 KB compressed, with its names and without its houses', async () => {
    const svg = await drawTown('light');
    expect(gzipSync(svg).length).toBeLessThan(35_000);
    for (const name of ['Harbor Street', 'Station Road', 'Lantern Park', 'Alder River']) expect(svg).toContain(`>${name}</`);
    expect(svg).not.toContain(MAP_COLORS.light.building);
    expect(svg).not.toMatch(/<script|<style|<a |http:\/\/(?!www\.w3\.org\/2000\/svg)|https:/);
  });

  test.each<[Theme, Theme]>([
    ['light', 'dark'],
    ['dark', 'light'],
  ])('uses only the colors of the %s theme', async (theme, other) => {
    const svg = await drawTown(theme);
    const used = new Set([...svg.matchAll(/#[\da-f]{6}/g)].map(([color]) => color));
    const own = new Set(Object.values(MAP_COLORS[theme]));
    expect([...used].filter((color) => !own.has(color))).toEqual([]);
    expect(used.has(MAP_COLORS[theme].land)).toBe(true);
    expect(used.has(MAP_COLORS[other].land)).toBe(false);
  });

  test('writes each street once and uses it for its border and its surface', () => {
    const svg = draw({ roads: [line({ kind: 'major_road' }, [0, 0], [4096, 4096])] });
    expect(svg.match(/<path id="main" /g)).toHaveLength(1);
    const strokes = [...svg.matchAll(/<use href="#main" stroke="(#[\da-f]{6})"/g)].map(([, color]) => color);
    expect(strokes).toEqual([MAP_COLORS.light.mainCase, MAP_COLORS.light.main]);
  });

  test('cuts lines at the edge of the picture', () => {
    const view = { ...SMALL, width: 100, height: 100 };
    const svg = draw({ roads: [line({ kind: 'major_road' }, [-4000, 800], [8000, 800])] }, NO_OVERLAY, 'en', view);
    const xs = pointsOf(svg, 'main').map(([x]) => x);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([-1, 124]);
  });

  test('skips unknown layers, unknown types and damaged tiles', () => {
    const known = draw({ roads: [line({ kind: 'major_road' }, [0, 0], [4096, 4096])] });
    const more = draw({
      contours: [line({}, [0, 0], [9, 9])],
      roads: [line({ kind: 'major_road' }, [0, 0], [4096, 4096]), line({ kind: 'ski_lift' }, [0, 0], [9, 9])],
    });
    expect(more).toBe(known);
    const tile = { z: 0, x: 0, y: 0, left: 0, top: 0, size: 256 };
    const broken = drawMap({
      view: SMALL,
      theme: 'light',
      language: 'en',
      overlay: NO_OVERLAY,
      source: 'archive',
      tiles: [
        { ...tile, bytes: Uint8Array.of(26, 9, 1) },
        { ...tile, bytes: null },
      ],
    });
    expect(broken).toMatch(/^<svg .*<\/svg>$/);
  });

  test('escapes names and leaves out characters that XML forbids', () => {
    const svg = draw({ places: [point('<script>"A" & \u0000B\u0007</script>')] });
    expect(svg).toContain('>&lt;script&gt;&quot;A&quot; &amp; B&lt;/script&gt;</text>');
  });

  test.each([
    ['de', 'Deutschland'],
    ['zh-tw', '德國'],
    ['zh-cn', '德国'],
    ['fr', 'Germany'],
  ])('names places in %s as %s', (language, name) => {
    const places = [point('Germany', { kind: 'country', 'name:de': 'Deutschland', 'name:zh-Hant': '德國', 'name:zh-Hans': '德国' })];
    expect(draw({ places }, NO_OVERLAY, language)).toContain(`>${name}</text>`);
  });

  test('draws one of two names at the same point', () => {
    const svg = draw({ places: [point('First'), point('Second')] });
    expect(svg.match(/<text /g)).toHaveLength(1);
  });
});

describe('the overlay', () => {
  const at = { lat: 0, lon: 0 };
  const marks = (overlay: Partial<PictureOverlay>) => draw({}, { ...NO_OVERLAY, ...overlay }, 'en', { ...SMALL, zoom: 15 });

  test('draws an exact position as a filled dot, an old one as a hollow one', () => {
    const { marker, muted, surface } = MAP_COLORS.light;
    expect(marks({ positions: [{ ...at, look: 'exact', meters: 5 }] })).toContain(`r="12" fill="${marker}"/>`);
    const old = marks({ positions: [{ ...at, look: 'old', meters: 5 }] });
    expect(old).toContain(`fill="${surface}" stroke="${muted}"`);
    expect(old).not.toContain(marker);
  });

  test('draws a rough position as a dashed circle without a middle', () => {
    const svg = marks({ positions: [{ ...at, look: 'rough', meters: 250 }] });
    const circles = [...svg.matchAll(/<circle [^>]*>/g)].map(([circle]) => circle);
    expect(circles).toHaveLength(1);
    expect(circles[0]).toMatch(/ r="209" .*stroke-dasharray/);
  });

  test.each<Theme>(['light', 'dark'])(
    'draws places below the names of a %s map, which have a contrast of at least 4.5 there',
    async (theme) => {
      const svg = await drawTown(theme, { ...NO_OVERLAY, places: [{ lat: TOWN.lat, lon: TOWN.lon, meters: 300 }] });
      expect(svg.indexOf('fill-opacity=".74"')).toBeGreaterThan(0);
      expect(svg.indexOf('fill-opacity=".74"')).toBeLessThan(svg.indexOf('<text'));
      const { ink, plan, land, halo } = MAP_COLORS[theme];
      for (const ground of [mix(plan, land, 0.74), rgbOf(halo)]) expect(contrast(rgbOf(ink), ground)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('draws places as discs below the path, and gaps dotted', () => {
    const piece = [at, { lat: 0, lon: 0.001 }];
    const svg = marks({
      places: [{ ...at, meters: 120 }],
      path: [
        { look: 'known', line: piece },
        { look: 'gap', line: piece },
      ],
    });
    const order = ['fill-opacity=".74"', 'id="path-gap"', 'id="path-known"'].map((part) => svg.indexOf(part));
    expect(order.every((index) => index > 0)).toBe(true);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(svg).toMatch(/<use href="#path-gap"[^>]*stroke-dasharray="0 18"/);
    expect(svg).not.toMatch(/<use href="#path-known"[^>]*stroke-dasharray/);
  });

  test('leaves out what is outside the picture', () => {
    expect(
      marks({ positions: [{ lat: 60, lon: 100, look: 'exact', meters: 5 }], places: [{ lat: 60, lon: 100, meters: 100 }] }),
    ).not.toContain('<circle');
  });
});
