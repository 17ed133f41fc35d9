import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import remixConfig from './remix.config.js';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the service worker as a file of its own, under a name that stays: its scope is everything beside it. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    buildStart() {
      this.emitFile({ type: 'chunk', id: folder('./app/browser/service-worker.ts'), fileName: 'sw.js' });
    },
  };
}

const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream|react-i18next)\//;

/** Of the shell and of the browser's own part what only few pages ask for: in the common file it would weigh on all. */
const OF_FEW =
  /\/(account-password|browser-time-zone|derive-fields|guard-modal|restore-focus|new-key|offline-page|offline-script|double-tap|unsaved-changes|not-sent|use-derived-submit|use-key-pin)\.tsx?$/;

/** Icons that neither the frame nor /manage shows before a tap. */
const ICONS_OF_FEW =
  /\/(arrow-right|check-check|circle-slash|clock-4|download|external-link|gift|mail|mail-open|printer|rotate-ccw|user-plus)\.mjs$/;

/**
 * What nearly every page loads goes into three files instead of forty: each file is packed by itself, so that many small ones weigh a tenth
 * more (12 KB of 130). Whatever is asked for later keeps a file of its own.
 */
const toChunk: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  if (LIBRARIES.test(id)) return 'libraries';
  if (id.includes('/node_modules/lucide-react/')) return ICONS_OF_FEW.test(id) ? 'icons-of-few' : 'icons';
  const isAskedForLater = (getModuleInfo(id)?.dynamicImporters ?? []).length > 0;
  return !isAskedForLater && !OF_FEW.test(id) && /\/app\/(features\/shell|browser)\/(?!key-|service-worker)[^.]+\.tsx?$/.test(id)
    ? 'frame'
    : undefined;
};

// The dev server is started by tools/dev.ts, which gives Remix its bindings from Miniflare.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig), serviceWorker()],
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
  // Key workers are modules; they bring chunks of their own.
  worker: { format: 'es' as const },
  // Found before the first page: a library found later would give that page a second React.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/browser/key-worker.ts', 'app/routes/**/*.{ts,tsx}'] },
  build: {
    target: 'es2022',
    minify: true,
    // A part that is asked for later brings what it needs by itself: most of it is there already, and a list of twenty files for each part is
    // half a KB of every page. No part has styles of its own, which would have to be in such a list.
    modulePreload: { resolveDependencies: () => [] },
    ...(isSsrBuild ? {} : { rollupOptions: { output: { manualChunks: toChunk } } }),
  },
}));
