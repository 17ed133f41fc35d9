import { describe, expect, test } from 'vitest';
import { BUDGETS, measureBuild } from '../bench/client-javascript.ts';

// Sizes of the deployed build as it is transferred. Nothing is timed.
const { pages, cssKb, fontKb } = measureBuild();

describe('size budgets', () => {
  test('measures the main pages', () => {
    const ids = pages.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['_index', '_app.my-family', '_app.manage.$userId.($feature)', 'demo.buttons', 'error']));
    expect(Math.min(...pages.map(({ kb }) => kb))).toBeGreaterThan(50);
  });

  test.each(pages)('$id loads at most 150 KB of script and texts', ({ kb }) => {
    expect(kb).toBeLessThanOrEqual(BUDGETS.scriptKb);
  });

  test('only pages of the locator can load the map library, and only on demand', () => {
    const isLocator = ({ id }: { id: string }) => id.startsWith('_app.locator.');
    expect(pages.filter(({ hasMap }) => hasMap.atOnce).map(({ id }) => id)).toEqual([]);
    expect(
      pages
        .filter(({ hasMap }) => hasMap.onDemand)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      pages
        .filter(isLocator)
        .map(({ id }) => id)
        .sort(),
    );
    expect(pages.filter(isLocator)).toHaveLength(4);
  });

  test('the styles of each page weigh at most 20 KB', () => {
    expect(cssKb).toBeGreaterThan(5);
    expect(cssKb).toBeLessThanOrEqual(BUDGETS.cssKb);
  });

  test('all fonts weigh at most 35 KB', () => {
    expect(fontKb).toBeGreaterThan(10);
    expect(fontKb).toBeLessThanOrEqual(BUDGETS.fontKb);
  });
});
