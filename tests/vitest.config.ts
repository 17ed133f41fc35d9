import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { testSecrets } from './test-secrets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const resolve = { alias: { '~': `${root}app`, '@locales': `${root}locales` } };

export default defineConfig({
  root,
  cacheDir: 'node_modules/.vite-tests',
  test: {
    projects: [
      {
        root,
        resolve,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['app/**/*.test.ts', 'device/**/*.test.ts', 'tools/**/*.test.ts', 'workers/*.test.ts', 'tests/bench/*.test.ts'],
        },
      },
      {
        root,
        resolve,
        plugins: [
          cloudflareTest(async () => ({
            main: `${root}tests/entries/api.ts`,
            wrangler: { configPath: `${root}workers/api/wrangler.toml` },
            miniflare: {
              bindings: { ...testSecrets(), TEST_MIGRATIONS: await readD1Migrations(`${root}workers/api/catalogue/migrations`) },
            },
          })),
        ],
        test: { name: 'worker', include: ['workers/api/**/*.test.ts'], setupFiles: [`${root}tests/worker/setup.ts`] },
      },
      {
        root,
        resolve,
        esbuild: { jsx: 'automatic' },
        test: { name: 'component', environment: 'happy-dom', include: ['app/**/*.test.tsx'] },
      },
      // One file after another: they start servers and build, on machines with two cores.
      {
        root,
        resolve,
        test: {
          name: 'integration',
          globalSetup: [`${root}tests/integration/global-setup.ts`],
          environment: 'node',
          include: ['tests/*.test.ts', 'tests/{integration,faults}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
