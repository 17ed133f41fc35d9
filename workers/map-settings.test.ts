import { describe, expect, test } from 'vitest';
import { findMapUpstreamFault, readMapUpstream } from './map-settings.ts';

describe('readMapUpstream', () => {
  test.each([
    ['https://tiles.example/{z}/{x}/{y}.mvt', 'https://tiles.example/3/1/2.mvt'],
    ['https://tiles.example/map?x={x}&y={y}&z={z}&key=k', 'https://tiles.example/map?x=1&y=2&z=3&key=k'],
    ['http://192.168.1.5:8080/{z}/{x}/{y}', 'http://192.168.1.5:8080/3/1/2'],
    ['http://tileserver:8080/{z}/{x}/{y}', 'http://tileserver:8080/3/1/2'],
  ])('reads %s', (template, address) => {
    expect(readMapUpstream(template)?.({ z: 3, x: 1, y: 2 }).href).toBe(address);
    expect(findMapUpstreamFault(template)).toBeNull();
  });

  test.each([
    '',
    'tiles.example/{z}/{x}/{y}',
    'https://tiles.example/{z}/{x}.mvt',
    'https://tiles.example/{z}/{x}/{y}/{y}',
    'https://{z}.example/{x}/{y}',
    'http://tiles.example/{z}/{x}/{y}',
    'https://user:password@tiles.example/{z}/{x}/{y}',
    'file:///{z}/{x}/{y}',
  ])('refuses «%s»', (template) => {
    expect(readMapUpstream(template)).toBeNull();
    expect(findMapUpstreamFault(template)).toMatch(/^MAP_UPSTREAM must be an https address/);
  });
});
