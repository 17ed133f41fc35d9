import { describe, expect, test } from 'vitest';
import { MAP_COLORS } from '../map-colors.ts';
import { createLiveStyle } from './live-style.ts';
import { createOverlayLayers, OVERLAY_SOURCE, toFeatures } from './map-features.ts';

const POINT = { lat: 10, lon: 179.9 };

describe('toFeatures', () => {
  test('has a disc per place, a circle in the child’s color per rough position, and no point', () => {
    const { features } = toFeatures({
      places: [
        { ...POINT, meters: 100 },
        { ...POINT, meters: 90, look: 'edited' },
      ],
      positions: [
        { ...POINT, look: 'rough', meters: 400, colorSlot: 10 },
        { ...POINT, look: 'exact', meters: 5 },
      ],
      path: [],
    });
    expect(features.map(({ geometry, properties }) => [geometry.type, properties.look])).toEqual([
      ['Polygon', 'place'],
      ['Polygon', 'edited'],
      ['Polygon', 'rough'],
    ]);
    expect(features[2]?.properties.color).toMatch(/^#[\da-f]{6}$/);
  });

  test('draws a path over the date line without running around the Earth', () => {
    const { features } = toFeatures({
      places: [],
      positions: [],
      path: [{ look: 'known', line: [POINT, { lat: 10, lon: -179.9 }, POINT] }],
    });
    expect(features[0]?.geometry.coordinates).toEqual([
      [179.9, 10],
      [expect.closeTo(180.1), 10],
      [179.9, 10],
    ]);
  });
});

describe('createLiveStyle', () => {
  const source = {
    id: 'town' as const,
    version: '1',
    minZoom: 9,
    maxZoom: 14,
    bounds: [12, 52, 14, 54] as [number, number, number, number],
    attribution: null,
  };
  const style = createLiveStyle(
    { source, theme: 'dark', language: 'en', origin: 'https://x.example' },
    toFeatures({ places: [], positions: [], path: [] }),
  );

  test('draws discs below the names of the map, and paths above them', () => {
    const at = (id: string) => style.layers.findIndex((layer) => layer.id === id);
    const firstName = style.layers.findIndex(({ type }) => type === 'symbol');
    expect(at('place fill')).toBeGreaterThan(0);
    expect(at('rough rim')).toBeLessThan(firstName);
    expect(at('known line')).toBeGreaterThan(firstName);
    expect(new Set(style.layers.map(({ id }) => id)).size).toBe(style.layers.length);
    expect(Object.keys(style.sources)).toEqual(['map', OVERLAY_SOURCE]);
  });

  test.each(['light', 'dark'] as const)('uses only the colors of the %s theme', (theme) => {
    const used = [...JSON.stringify(createOverlayLayers(theme)).matchAll(/#[\da-f]{6}/g)].map(([color]) => color);
    const own = Object.values(MAP_COLORS[theme]);
    expect(used.filter((color) => !own.includes(color))).toEqual([]);
    expect(used.length).toBeGreaterThan(8);
  });
});
