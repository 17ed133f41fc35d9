import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundleForFaults, countGround } from './plant.ts';
import { PLANTS } from './plants.ts';
import { runPlant, runScenario } from './run.ts';
import { SCENARIOS } from './scenarios.ts';

// A short version of `npm run faults`. Nothing is timed; the long timeouts are for slow machines.
const LONGEST_MS = 300_000;
const KILLS = 6;
const SEED = Math.floor(Math.random() * 1_000_000);
/** One bug of each type: in what is written, in what is announced, and in who gets access. */
const PLANTED_HERE = ['no-record', 'hint-lost', 'any-token'];

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleForFaults();
}, LONGEST_MS);
afterAll(() => bundle?.remove());

describe('faults', () => {
  test.each(SCENARIOS.map((scenario) => [scenario.name, scenario.holds.join(' '), scenario] as const))(
    `the fault %s breaks none of %s (seed ${SEED})`,
    { timeout: LONGEST_MS },
    async (_name, _holds, scenario) => {
      const world = { script: bundle.script, seed: SEED, kills: KILLS, size: 'short', say: () => undefined } as const;
      const { times, violations } = await runScenario(scenario, world);
      expect(violations).toEqual([]);
      expect(times).toBeGreaterThan(0);
    },
  );

  test.each(PLANTS.filter(({ name }) => PLANTED_HERE.includes(name)).map((plant) => [plant.name, plant] as const))(
    `finds the planted bug %s (seed ${SEED})`,
    { timeout: LONGEST_MS },
    async (_name, plant) => {
      expect(await runPlant(plant, { seed: SEED, kills: KILLS, say: () => undefined })).not.toBeNull();
    },
  );

  test('every plant names a scenario, and no name is used twice', () => {
    const names = [...SCENARIOS, ...PLANTS].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { foundBy } of PLANTS) expect(SCENARIOS.map(({ name }) => name)).toContain(foundBy);
  });

  test.each(PLANTS)('finds the text that the plant $name replaces exactly once in $file', (plant) => {
    expect(countGround(plant)).toBe(1);
  });
});
