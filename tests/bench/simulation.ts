import { BUGS } from '../simulation/bugs.ts';
import { simulate } from '../simulation/simulate.ts';
import type { Row } from './row.ts';

const SEEDS = 10_000;

/** Simulates ten thousand weeks with faults, one seed each, in memory. Also counts the seeds needed to find each planted bug. */
export async function measureSimulation(): Promise<Array<Row>> {
  const broken: Array<string> = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const [first] = simulate(seed);
    if (first !== undefined) broken.push(`seed ${seed}: ${first.invariant} ${first.what}`);
    // Yields every 50 seeds, so that Ctrl-C works.
    if (seed % 50 === 0) await new Promise((done) => setImmediate(done));
  }
  const found = BUGS.map(({ bug, bugs }) => {
    let seed = 1;
    while (seed <= SEEDS && simulate(seed, bugs).length === 0) seed += 1;
    return { bug, seed };
  });
  return [
    {
      name: 'Promises broken in simulated families',
      measured: `${broken.length} of ${SEEDS} seeds`,
      bar: '0',
      control: null,
      verdict: broken.length === 0 ? 'met' : 'missed',
      figures: { seeds: SEEDS, broken, found },
      notes: [...broken.slice(0, 5), ...found.map(({ bug, seed }) => `Found with seed ${seed}: ${bug}.`)],
    },
  ];
}
