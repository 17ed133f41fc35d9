import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundleForFaults, countGround } from './plant.ts';
import { PLANTS } from './plants.ts';
import { runPlant, runScenario } from './run.ts';
import { SCENARIOS } from './scenarios.ts';

// The same as `npm run faults`, short. Nothing is measured by the clock on the wall: the long ends are for slow machines.
const LONGEST_MS = 300_000;
const KILLS = 6;
const SEED = Math.floor(Math.random() * 1_000_000);
/** One bug of each sort: what is written, what is told, and who is let in. */
const PLANTED_HERE = ['no-record', 'hint-lost', 'any-token'];

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleForFaults();
}, LONGEST_MS);
afterAll(() => bundle?.remove());

describe('faults', () => {
  test.each(SCENARIOS.map((scenario) => [scenario.name, scenario.holds.join(' '), scenario] as const))(
    `%s holds %s (seed ${SEED})`,
    { timeout: LONGEST_MS },
    async (_name, _holds, scenario) => {
      const world = { script: bundle.script, seed: SEED, kills: KILLS, size: 'short', say: () => undefined } as const;
      const { times, violations } = await runScenario(scenario, world);
      expect(violations).toEqual([]);
      expect(times).toBeGreaterThan(0);
    },
  );

  test.each(PLANTS.filter(({ name }) => PLANTED_HERE.includes(name)).map((plant) => [plant.name, plant] as const))(
    `the planted bug %s is found (seed ${SEED})`,
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

  test.each(PLANTS)('the plant $name has its ground in $file', (plant) => {
    expect(countGround(plant)).toBe(1);
  });
});
