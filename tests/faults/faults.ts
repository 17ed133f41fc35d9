// npm run faults -- [names] [--seed N] [--kills N] [--planted], or npm run faults -- starts [--starts N]
import { parseArgs } from 'node:util';
import { buildWorkers } from '#tools/build-workers.ts';
import { run, step, UserError } from '#tools/progress.ts';
import { runColdStarts } from './cold-starts.ts';
import { bundleForFaults } from './plant.ts';
import { PLANTS } from './plants.ts';
import { type Result, runPlant, runScenario } from './run.ts';
import { SCENARIOS } from './scenarios.ts';

/** Enough kills to find every planted bug that needs one. */
const KILLS_PER_PLANT = 10;

/** Cold starts under load. They run only when named, because each builds everything. */
const COLD_STARTS = 'starts';

/**
 * Runs every known fault against the product, then plants bugs to check that the scenarios find them. Exits with 1 on any violation, or if
 * a bug is not found.
 */
await run(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      kills: { type: 'string', default: '500' },
      planted: { type: 'boolean', default: false },
      starts: { type: 'string', default: '20' },
    },
  });
  if (positionals.join() === COLD_STARTS) {
    const starts = toNumber('starts', values.starts);
    // The exit code if a signal ends the run. Overwritten when all starts are done.
    process.exitCode = 1;
    const failed = await runColdStarts(starts);
    console.log(`${starts - failed} of ${starts} cold starts were good.`);
    process.exitCode = failed === 0 ? 0 : 1;
    return;
  }
  const names = [...SCENARIOS, ...PLANTS].map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown === COLD_STARTS) throw new UserError(`Run “${COLD_STARTS}” on its own: npm run faults -- ${COLD_STARTS}.`);
  if (unknown !== undefined) throw new UserError(`Unknown fault: “${unknown}”. Use one of: ${[...names, COLD_STARTS].join(', ')}.`);
  const [seed, kills] = [toNumber('seed', values.seed), toNumber('kills', values.kills)];
  await buildWorkers();
  console.log(`Seed ${seed}: --seed ${seed} makes the same choices again.`);
  const isWanted = ({ name }: { name: string }): boolean => positionals.length === 0 || positionals.includes(name);
  const isBroken = values.planted ? false : await runScenarios(SCENARIOS.filter(isWanted), seed, kills);
  const isBlind = await runPlants(PLANTS.filter(isWanted), seed);
  process.exitCode = isBroken || isBlind ? 1 : 0;
});

function toNumber(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UserError(`--${flag} takes a number, not «${text}».`);
  return Number(text);
}

async function runScenarios(scenarios: typeof SCENARIOS, seed: number, kills: number): Promise<boolean> {
  if (scenarios.length === 0) return false;
  const { script, remove } = await step('Bundling the API', () => bundleForFaults());
  const results: Array<Result> = [];
  try {
    for (const scenario of scenarios) {
      const world = { script, seed, kills, size: 'full', say: (line: string) => process.stdout.write(`${line} … `) } as const;
      results.push(await step(scenario.name, () => runScenario(scenario, world)));
    }
  } finally {
    remove();
  }
  table(
    ['Fault', 'Holds', 'Times', 'Seconds', 'Violations'],
    results.map(({ scenario, times, seconds, violations }) => [
      `${scenario.name}: ${scenario.fault}`,
      scenario.holds.join(' '),
      String(times),
      seconds.toFixed(1),
      String(violations.length),
    ]),
  );
  for (const { scenario, violations } of results) {
    for (const { invariant, what } of violations.slice(0, 10)) console.log(`${scenario.name} broke ${invariant}: ${what}`);
  }
  return results.some(({ violations }) => violations.length > 0);
}

async function runPlants(plants: typeof PLANTS, seed: number): Promise<boolean> {
  if (plants.length === 0) return false;
  const rows: Array<Array<string>> = [];
  for (const plant of plants) {
    const world = { seed, kills: KILLS_PER_PLANT, say: () => undefined };
    const found = await step(`planted: ${plant.name}`, () => runPlant(plant, world));
    console.log(found === null ? '    NOT FOUND' : `    broke ${found.invariant}: ${found.what.split('\n')[0]}`);
    rows.push([`${plant.name}: ${plant.bug}`, found === null ? 'NOT FOUND' : plant.foundBy, found?.invariant ?? '']);
  }
  table(['Planted bug', 'Found by', 'Broke'], rows);
  return rows.some(([, foundBy]) => foundBy === 'NOT FOUND');
}

function table(head: Array<string>, rows: Array<Array<string>>): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: Array<string>): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  console.log(`\n${line(head)}\n|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  for (const row of rows) console.log(line(row));
}
