import { describe, expect, test } from 'vitest';
import { BUGS } from './bugs.ts';
import { simulate } from './simulate.ts';

const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

describe('simulation', () => {
  test('finds no violation in two hundred families that live through a week of faults', { timeout: 60_000 }, () => {
    const broken = SEEDS.flatMap((seed) => simulate(seed).map((violation) => ({ seed, ...violation })));
    expect(broken).toEqual([]);
  });

  test('gives the same result for the same seed', () => {
    const planted = BUGS[0]?.bugs;
    for (const seed of [1, 2, 3]) expect(simulate(seed, planted)).toEqual(simulate(seed, planted));
  });

  test.each(BUGS)('finds the planted bug: $bug', { timeout: 60_000 }, ({ bugs, breaks }) => {
    const seed = SEEDS.find((candidate) => simulate(candidate, bugs).length > 0);
    expect(seed, 'the seed that finds it').toBeDefined();
    expect(simulate(seed ?? 0, bugs).map(({ invariant }) => invariant)).toContain(breaks);
  });
});
