import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import type { DataLock } from './data-lock.ts';
import { startWorkers, type Workers } from './miniflare.ts';
import { ROOT } from './paths.ts';

const FOLDER = join(ROOT, 'dist', 'dev');

// Vite serves the pages in this process, so this Worker only provides the bindings.
const STUB = 'export default { fetch: () => new Response(null, { status: 404 }) };\n';

/** Builds and starts the API Worker, and reloads it after each change of its files. */
export async function startDevApi(options: {
  data: string;
  lock: DataLock;
  web: Record<string, string>;
  api: Record<string, string>;
  port: number;
}): Promise<Workers> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'web.js'), STUB);
  const watcher = await watchApi();
  await nextBuild(watcher);
  const workers = await startWorkers({
    data: options.data,
    lock: options.lock,
    web: { script: join(FOLDER, 'web.js'), variables: options.web, addresses: [] },
    api: { script: join(FOLDER, 'index.js'), variables: options.api, addresses: [`127.0.0.1:${options.port + 1}`] },
  });
  watcher.on('event', (event) => {
    if (event.code === 'BUNDLE_END') void workers.reloadApi().then(() => console.log('  API reloaded'), console.error);
    if (event.code === 'ERROR') console.error(event.error.message);
  });
  return {
    ...workers,
    close: async () => {
      await watcher.close();
      await workers.close();
    },
  };
}

async function watchApi(): Promise<Rollup.RollupWatcher> {
  const watcher = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    ssr: {
      target: 'webworker',
      noExternal: true,
      resolve: { conditions: ['workerd', 'worker', 'browser', 'module', 'import', 'default'] },
    },
    build: {
      ssr: join(ROOT, 'workers', 'api', 'index.ts'),
      outDir: FOLDER,
      emptyOutDir: false,
      target: 'es2024',
      minify: false,
      watch: {},
      rollupOptions: { external: [/^cloudflare:/, /^node:/], output: { entryFileNames: 'index.js', inlineDynamicImports: true } },
    },
  });
  if (!('on' in watcher)) throw new Error('Vite built once instead of watching');
  return watcher;
}

function nextBuild(watcher: Rollup.RollupWatcher): Promise<void> {
  return new Promise((done, fail) => {
    const listen = (event: Rollup.RollupWatcherEvent) => {
      if (event.code === 'ERROR') fail(event.error);
      if (event.code !== 'BUNDLE_END') return;
      watcher.off('event', listen);
      done();
    };
    watcher.on('event', listen);
  });
}
