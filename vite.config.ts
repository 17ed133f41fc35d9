import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import remixConfig from './remix.config.js';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the service worker as a separate file with a fixed name. Its folder is its scope. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    buildStart() {
      this.emitFile({ type: 'chunk', id: folder('./app/browser/service-worker.ts'), fileName: 'sw.js' });
    },
  };
}

const TEXT_FILES = globSync(['*.json', '*/*.json'], { cwd: folder('./locales') }).sort();

/** The folder of the built text files. One hash for all, because the addresses of a hundred files would add a KB to every page. */
function textFolder(): string {
  const hash = createHash('sha256');
  for (const file of TEXT_FILES) hash.update(file).update(readFileSync(folder(`./locales/${file}`)));
  return `assets/texts-${hash.digest('hex').slice(0, 10)}`;
}

/** Copies the text files to the client's assets, without indentation. */
function textFiles(): Plugin {
  return {
    name: 'text-files',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    buildStart() {
      const target = textFolder();
      for (const file of TEXT_FILES) {
        const source = JSON.stringify(JSON.parse(readFileSync(folder(`./locales/${file}`), 'utf8')));
        this.emitFile({ type: 'asset', fileName: `${target}/${file}`, source });
      }
    },
  };
}

const LIBRARIES = /\/node_modules\/(react|react-dom|scheduler|@remix-run|react-router|react-router-dom|turbo-stream|react-i18next)\//;

/** Shared modules that only a few pages need. In the common file, every page would load them. */
const OF_FEW =
  /\/(account-password|browser-time-zone|derive-fields|limit-dialog|restore-focus|new-key|offline-page|offline-script|double-tap|unsaved-changes|not-sent|use-derived-submit|use-key-pin)\.tsx?$/;

/** Icons of the panels for apps and the daily limit. */
const ICONS_OF_PANELS = /\/(layout-grid|play|search)\.mjs$/;

/** Icons of the locator. */
const ICONS_OF_LOCATOR =
  /\/(chevron-up|circle|circle-dashed|circle-off|dumbbell|heart|layers|list|locate-fixed|locate-off|map-pin-plus|maximize|minus|music|route|school|shopping-bag|tree-pine)\.mjs$/;

/** Icons of the pages about the plan. */
const ICONS_OF_PLANS = /\/(flask-conical|shield-question-mark|ticket-percent)\.mjs$/;

/** Icons of the gallery. */
const ICONS_OF_GALLERY =
  /\/(bell-ring|cloud-off|flag|image-off|key-round|lock-keyhole|message-square-text|rotate-cw|shield-alert|sliders-horizontal|tag|zap|zoom-in|zoom-out)\.mjs$/;

/** Small components that most pages with children need. In files of their own, they would weigh more. */
const PARTS =
  /\/(?:components\/ui\/(?:avatar|battery|device-row|empty-state|note)|features\/children\/(?:profile\/child-avatar|short-name))\.tsx?$/;
const FIELDS = /\/components\/ui\/(?:field|group)\.tsx$/;

/** Icons that neither the shell nor /manage shows before a tap. */
const ICONS_OF_FEW =
  /\/(arrow-right|check-check|circle-slash|download|external-link|eye|eye-off|gift|link-2|mail|mail-open|printer|rotate-ccw|triangle-alert|user-plus)\.mjs$/;

/**
 * Bundles the modules that nearly every page loads into three files instead of forty. Many small files add about a tenth (12 KB of 130),
 * because each is compressed separately. Modules loaded on demand keep their own files.
 */
const toChunk: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  if (LIBRARIES.test(id)) return 'libraries';
  if (ICONS_OF_PANELS.test(id)) return 'icons-of-panels';
  if (ICONS_OF_LOCATOR.test(id)) return 'icons-of-locator';
  if (ICONS_OF_PLANS.test(id)) return 'icons-of-plans';
  if (ICONS_OF_GALLERY.test(id)) return 'icons-of-gallery';
  if (id.endsWith('/clock-4.mjs')) return 'icon-of-age';
  if (id.includes('/node_modules/lucide-react/')) return ICONS_OF_FEW.test(id) ? 'icons-of-few' : 'icons';
  if (PARTS.test(id)) return 'parts';
  if (FIELDS.test(id)) return 'fields';
  const isAskedForLater = (getModuleInfo(id)?.dynamicImporters ?? []).length > 0;
  return !isAskedForLater && !OF_FEW.test(id) && /\/app\/(features\/shell|browser)\/(?!key-|service-worker)[^.]+\.tsx?$/.test(id)
    ? 'frame'
    : undefined;
};

// tools/dev.ts starts the dev server and gives Remix its bindings from Miniflare.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig), serviceWorker(), textFiles()],
  ...(command === 'build' ? { define: { 'import.meta.env.TEXT_FOLDER': JSON.stringify(`/${textFolder()}`) } } : {}),
  // Writes each license comment once per file, because all icons have the same one.
  esbuild: { legalComments: 'eof' as const },
  // The build runs in workerd and bundles everything. Dev SSR runs in Node and must not bundle React, which is CommonJS.
  ...(command === 'build'
    ? {
        ssr: {
          target: 'webworker' as const,
          noExternal: true as const,
          resolve: { conditions: ['workerd', 'worker', 'browser', 'module', 'import', 'default'] },
        },
      }
    : {}),
  // Key workers are ES modules with their own chunks.
  worker: { format: 'es' as const },
  // Lists the entries so that Vite finds all dependencies before the first page loads. A dependency found later would give that page a
  // second React.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/browser/key-worker.ts', 'app/routes/**/*.{ts,tsx}'] },
  build: {
    target: 'es2022',
    minify: true,
    // Modules loaded on demand get no preload list. Most of their imports are already loaded, and each list adds half a KB to every page.
    // The modules have no styles, which would need such a list.
    modulePreload: { resolveDependencies: () => [] },
    ...(isSsrBuild ? {} : { rollupOptions: { output: { manualChunks: toChunk } } }),
  },
}));
