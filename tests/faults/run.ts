import type { Violation } from './ledger.ts';
import { bundleForFaults, type Plant } from './plant.ts';
import { randomFrom } from './random.ts';
import type { Scenario, World } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

export type Result = { scenario: Scenario; times: number; violations: Array<Violation>; seconds: number };

/** Runs one scenario from its seed. An error that it throws counts as a violation. */
export async function runScenario(scenario: Scenario, { seed, ...world }: Omit<World, 'random'> & { seed: number }): Promise<Result> {
  const begun = performance.now();
  const secondsSince = (): number => (performance.now() - begun) / 1000;
  try {
    const { times, violations } = await scenario.run({ ...world, random: randomFrom(seed) });
    return { scenario, times, violations, seconds: secondsSince() };
  } catch (error) {
    const [invariant = 'I1'] = scenario.holds;
    const what = `it broke off: ${error instanceof Error ? error.stack : String(error)}`;
    return { scenario, times: 0, violations: [{ invariant, what }], seconds: secondsSince() };
  }
}

/**
 * Runs the scenario that must find a planted bug, on a Worker that has it.
 * @returns the first violation, or null if the bug is not found
 */
export async function runPlant(
  plant: Plant,
  world: Omit<World, 'random' | 'script' | 'size'> & { seed: number },
): Promise<Violation | null> {
  const scenario = SCENARIOS.find(({ name }) => name === plant.foundBy);
  if (scenario === undefined) throw new Error(`Unknown scenario: “${plant.foundBy}”`);
  const { script, remove } = await bundleForFaults(plant);
  try {
    const { violations } = await runScenario(scenario, { ...world, script, size: 'short' });
    return violations[0] ?? null;
  } finally {
    remove();
  }
}
