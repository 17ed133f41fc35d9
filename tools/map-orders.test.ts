import { expect, test } from 'vitest';
import { formatMapFacts } from './map-orders.ts';

test.each([
  [3_000, '3 KiB'],
  [1024 ** 2, '1.0 MiB'],
  [52_900_000, '50.4 MiB'],
])('formatMapFacts writes %d bytes as %s', (size, text) => {
  expect(formatMapFacts({ size, minZoom: 0, maxZoom: 1, bounds: [0, 0, 1, 1], credit: null })).toContain(`  Size    ${text}\n`);
});
