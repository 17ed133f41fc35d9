import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The dev server is started by tools/dev.ts, which gives Remix its bindings from Miniflare.
export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: { alias: { '~': folder('./app'), '@locales': folder('./locales') } },
  // The build runs in workerd and bundles everything. Dev SSR runs in Node and must leave React, which is CommonJS, alone.
  ...(command === 'build'
    ? {
        ssr: {
          target: 'webworker' as const,
          noExternal: true as const,
          resolve: { conditions: ['workerd', 'worker', 'browser', 'module', 'import', 'default'] },
        },
      }
    : {}),
  // Found before the first page: a library found later would give that page a second React.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/**/*.{ts,tsx}'] },
  build: { target: 'es2022', minify: true },
}));
