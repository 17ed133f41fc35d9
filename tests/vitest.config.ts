import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { testSecrets } from './test-secrets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  cacheDir: 'node_modules/.vite-tests',
  test: {
    // As many as there are cores here: on two, vitest would leave one idle.
    maxWorkers: availableParallelism(),
    projects: [
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          // A module is loaded once for all files of a worker, here and for components: that takes longer than the tests.
          isolate: false,
          include: [
            'app/**/*.test.ts',
            'device/**/*.test.ts',
            'tools/**/*.test.ts',
            'workers/*.test.ts',
            'tests/{bench,docs,simulation}/*.test.ts',
          ],
        },
      },
      {
        root,
        plugins: [
          cloudflareTest(async () => ({
            main: `${root}tests/entries/api.ts`,
            wrangler: { configPath: `${root}workers/api/wrangler.toml` },
            miniflare: {
              // Mails leave at once: nothing here waits for a second one to go along.
              queueConsumers: { 'porchlight-outbox': { maxBatchTimeout: 0 } },
              bindings: { ...testSecrets(), TEST_MIGRATIONS: await readD1Migrations(`${root}workers/api/catalogue/migrations`) },
            },
          })),
        ],
        test: {
          name: 'worker',
          // One runtime for as many files as come its way: to start one takes longer than most files' tests. Each test makes its own family.
          isolate: false,
          include: ['workers/api/**/*.test.ts'],
          setupFiles: [`${root}tests/worker/setup.ts`],
          // Slow machines are no failure: nothing here is measured by the clock on the wall.
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
          setupFiles: [`${root}tests/component/setup.ts`],
          // As above: what is awaited comes, however late.
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      // Each file has servers of its own, on free ports; most of them wait more than they work.
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
          // What may have another number of workers must have another turn.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
