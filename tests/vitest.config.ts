import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testSecrets } from './test-secrets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The files that take the longest. */
const LONGEST = [/\/faults\/faults\.test\.ts$/, /\/integration\/commands\.test\.ts$/];

/** Starts the longest files first, so that none of them runs alone at the end. Without results of earlier runs, vitest orders by file size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = ({ moduleId }: TestSpecification) => LONGEST.findIndex((file) => file.test(moduleId));
    const isLong = (file: TestSpecification) => rank(file) !== -1;
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong).sort((a, b) => rank(a) - rank(b)), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  root,
  cacheDir: 'node_modules/.vite-tests',
  test: {
    // One worker per core. With two cores, vitest would leave one idle.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          // Loads each module once per worker, because loading takes longer than the tests. The component tests do the same.
          isolate: false,
          include: [
            'app/**/*.test.ts',
            'device/**/*.test.ts',
            'tools/**/*.test.ts',
            'workers/*.test.ts',
            'tests/{bench,docs,simulation,fakes}/**/*.test.ts',
          ],
          setupFiles: [`${root}tests/matchers.ts`],
          // Nothing here is timed, so a slow machine must not fail a test.
          testTimeout: 30_000,
        },
      },
      {
        root,
        plugins: [
          cloudflareTest(async () => ({
            main: `${root}tests/entries/api.ts`,
            wrangler: { configPath: `${root}workers/api/wrangler.toml` },
            miniflare: {
              // Sends emails immediately instead of waiting for a larger batch.
              queueConsumers: { 'porchlight-outbox': { maxBatchTimeout: 0 } },
              bindings: { ...testSecrets(), TEST_MIGRATIONS: await readD1Migrations(`${root}workers/api/catalogue/migrations`) },
            },
          })),
        ],
        test: {
          name: 'worker',
          // Files share a runtime, because starting one takes longer than most files' tests. Each test creates its own family.
          isolate: false,
          globalSetup: [`${root}tests/worker/start-stripe.ts`],
          include: ['workers/api/**/*.test.ts'],
          setupFiles: [`${root}tests/worker/setup.ts`],
          // Nothing is timed here, so tests must not fail on a slow machine.
          testTimeout: 30_000,
        },
      },
      {
        root,
        esbuild: { jsx: 'automatic' },
        test: {
          name: 'component',
          environment: 'happy-dom',
          isolate: false,
          include: ['app/**/*.test.tsx'],
          setupFiles: [`${root}tests/component/setup.ts`, `${root}tests/matchers.ts`],
          // Nothing is timed here either.
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      // Each file starts its own servers on free ports. Most of them wait more than they compute.
      {
        root,
        test: {
          name: 'integration',
          globalSetup: [`${root}tests/integration/global-setup.ts`],
          environment: 'node',
          include: ['tests/*.test.ts', 'tests/{integration,faults}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2 * availableParallelism(),
          // Vitest requires another group order for a project with another number of workers.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
