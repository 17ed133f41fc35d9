import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CITIES_FILE, makeCitiesFile } from './cities.ts';

test('the city list in the API is made from the installed packages', () => {
  // Compares without printing two megabytes.
  expect(makeCitiesFile() === readFileSync(CITIES_FILE, 'utf8'), 'Run node tools/cities.ts').toBe(true);
}, 60_000);
