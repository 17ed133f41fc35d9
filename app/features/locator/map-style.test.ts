import { describe, expect, test } from 'vitest';
import type { MapSource } from '#app/domain/map-source.ts';
import { MAP_COLORS } from './map-colors.ts';
import { findRole, MAP_SCHEMA } from './map-schema.ts';
import { createMapStyle } from './map-style.ts';

const SOURCE: MapSource = { id: 'archive', version: 'abc', minZoom: 0, maxZoom: 15, bounds: [12, 52, 14, 54], attribution: null };
const create = (theme: 'light' | 'dark' = 'light', source = SOURCE) =>
  createMapStyle(source, { theme, language: 'de', origin: 'https://porchlight.example' });

describe('createMapStyle', () => {
  test('takes tiles from our own address only, and needs no glyphs or sprites', () => {
    const style = create();
    expect(style.sources.map).toEqual({
      type: 'vector',
      tiles: ['https://porchlight.example/map/archive/{z}/{x}/{y}.mvt?v=abc'],
      minzoom: 0,
      maxzoom: 15,
      bounds: [12, 52, 14, 54],
    });
    expect(Object.keys(style)).toEqual(['version', 'sources', 'layers']);
  });

  test.each(['light', 'dark'] as const)('uses only the colors of the %s theme', (theme) => {
    const used = new Set([...JSON.stringify(create(theme)).matchAll(/#[\da-f]{6}/g)].map(([color]) => color));
    const own = new Set(Object.values(MAP_COLORS[theme]));
    expect([...used].filter((color) => !own.has(color))).toEqual([]);
    expect(used.size).toBeGreaterThan(8);
  });

  test('has unique layers, and draws surfaces after borders and names last', () => {
    const ids = create().layers.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const first = (type: string) => create().layers.findIndex((layer) => layer.type === type);
    expect(first('fill')).toBeLessThan(first('line'));
    expect(
      create()
        .layers.slice(first('symbol'))
        .every(({ type }) => type === 'symbol'),
    ).toBe(true);
    expect(ids.indexOf('main case 0')).toBeLessThan(ids.indexOf('minor 0'));
  });

  test('draws every layer of the schema', () => {
    const drawn = new Set(create().layers.map((layer) => layer['source-layer']));
    expect([...new Set(MAP_SCHEMA.map(({ layer }) => layer))].filter((layer) => !drawn.has(layer))).toEqual([]);
  });

  test('has water as background only for the outline of the world', () => {
    const background = (id: MapSource['id']) => create('light', { ...SOURCE, id }).layers[0]?.paint['background-color'];
    expect([background('world'), background('archive')]).toEqual([MAP_COLORS.light.water, MAP_COLORS.light.land]);
  });
});

describe('findRole', () => {
  test.each([
    ['roads', 2, { kind: 'minor_road' }, 'minor'],
    ['transportation', 2, { class: 'primary' }, 'main'],
    ['streets', 2, { kind: 'residential' }, 'minor'],
    ['water', 3, {}, 'water'],
    ['water', 2, {}, 'waterway'],
    ['water', 1, {}, null],
    ['roads', 2, { kind: 'ferry' }, null],
    ['roads', 2, {}, null],
    ['constructor', 2, {}, null],
  ])('reads %s of type %i with %j as %s', (layer, type, properties, role) => {
    expect(findRole(layer, { type, properties })).toBe(role);
  });
});
