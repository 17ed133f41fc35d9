import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWorkers, runForOutput } from './build-workers.ts';
import { requireFastChromium } from './chromium.ts';
import { ROOT } from './paths.ts';
import { run, UserError } from './progress.ts';

type Count = { passed: number; failed: number };

/**
 * A check, printed as one line. `count` reads the number of tests from a report; without it, the check counts as one. `group`: its name on
 * the command line, if not `name`. `isServed`: it tests the built servers.
 */
type Step = {
  name: string;
  group?: string;
  tool: string;
  args: Array<string>;
  count?: (report: string) => Count;
  needs?: () => unknown;
  isServed?: boolean;
};

const REPORTS = join(ROOT, 'test-results', 'reports');

const STEPS: Array<Step> = [
  { name: 'format and lint', tool: 'biome', args: ['check', '--error-on-warnings', '.'] },
  ...['.', 'app/domain', 'tools', 'workers'].map((folder) => ({
    name: `typecheck ${folder === '.' ? 'app' : folder}`,
    group: 'types',
    tool: 'tsc',
    args: ['-p', join(folder, 'tsconfig.json'), '--noEmit'],
  })),
  { name: 'dead code', tool: 'knip', args: ['--config', 'tests/knip.json'] },
  {
    name: 'module boundaries',
    group: 'boundaries',
    tool: 'depcruise',
    args: ['--config', 'tests/module-boundaries.cjs', 'app', 'workers', 'device', 'tests', 'tools'],
  },
  ...['unit', 'worker', 'component', 'integration'].map(vitest),
  {
    name: 'browser',
    tool: 'playwright',
    args: ['test', '--config', 'tests/playwright.config.ts', '--reporter', 'list,json'],
    count: countPlaywright,
    needs: requireFastChromium,
    isServed: true,
  },
];

/** The check that mostly waits for servers and processes. It runs beside the other test runners, which compute. */
const WAITING = 'integration';

// Runs all checks, even if one fails, and prints one line for each. `npm test -- unit boundaries` runs only those.
await run(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !STEPS.some((step) => isWanted(step, [name])));
  if (unknown !== undefined)
    throw new UserError(
      `Unknown check: ${unknown}. Use one of: ${[...new Set(STEPS.map(({ name, group }) => group ?? name))].join(', ')}.`,
    );
  mkdirSync(REPORTS, { recursive: true });
  const total: Count = { passed: 0, failed: 0 };
  const left = STEPS.filter((step) => wanted.length === 0 || isWanted(step, wanted));
  const take = (isMine: (step: Step) => boolean): Step | undefined => {
    const at = left.findIndex(isMine);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const work = async (isMine: (step: Step) => boolean) => {
    for (let step = take(isMine); step !== undefined; step = take(isMine)) {
      const { passed, failed } = await check(step);
      total.passed += passed;
      total.failed += failed;
    }
  };
  // Tools that only pass or fail use one core each; test runners use all cores.
  const isAlone = (step: Step) => step.count === undefined;
  await Promise.all([work(isAlone), work(isAlone)]);
  // Built once for all checks of the servers. If this fails, they build again and report the cause.
  const built = left.some(({ isServed }) => isServed) ? buildWorkers().catch(() => {}) : Promise.resolve();
  await Promise.all([
    built.then(() => work(({ name }) => name === WAITING)),
    work(({ isServed }) => !isServed).then(() => built.then(() => work(({ name }) => name !== WAITING))),
  ]);
  process.exitCode = total.failed === 0 ? 0 : 1;
  console.log(`${total.passed} passed, ${total.failed} failed`);
});

function isWanted({ name, group }: Step, wanted: Array<string>): boolean {
  return wanted.some((word) => word === group || name === word || name.startsWith(`${word} `));
}

async function check({ name, tool, args, count, needs }: Step): Promise<Count> {
  const begun = performance.now();
  const report = join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  const withReport = tool === 'vitest' ? [...args, `--outputFile.json=${report}`] : args;
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { status, stdout } = await prepare(needs, () => runForOutput(tool, withReport, env));
  const counted = count === undefined ? { passed: status === 0 ? 1 : 0, failed: 0 } : readCount(report, count);
  // A tool that fails without a failed test did not reach its tests, so it counts as one failure.
  const failed = counted.failed === 0 && status !== 0 ? 1 : counted.failed;
  console.log(`  ${name} … ${counted.passed} passed, ${failed} failed (${((performance.now() - begun) / 1000).toFixed(1)} s)`);
  if (failed > 0) console.log(`\n${stdout}\n`);
  return { passed: counted.passed, failed };
}

/** Runs a check. If a requirement is missing on this machine, the check fails with the message of that error. */
async function prepare(needs: Step['needs'], work: () => Promise<{ status: number | null; stdout: string }>) {
  try {
    needs?.();
  } catch (error) {
    if (error instanceof UserError) return { status: 1, stdout: error.message };
    throw error;
  }
  return work();
}

function readCount(report: string, count: (report: string) => Count): Count {
  try {
    return count(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function vitest(project: string): Step {
  const args = [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    project,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
  ];
  return { name: project, tool: 'vitest', args, count: countVitest, isServed: project === 'integration' };
}

function countVitest(report: string): Count {
  const { numPassedTests, numFailedTests }: { numPassedTests: number; numFailedTests: number } = JSON.parse(report);
  return { passed: numPassedTests, failed: numFailedTests };
}

function countPlaywright(report: string): Count {
  const { stats }: { stats: { expected: number; unexpected: number; flaky: number } } = JSON.parse(report);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}
