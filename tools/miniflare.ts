// Runs both Workers on Miniflare without `wrangler dev`, whose proxy halves the throughput and leaves processes behind. Only this file and
// catalogue-migrations.ts use unstable APIs of wrangler and Miniflare; tests/integration/boot.test.ts covers them.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4MiniflareOptions } from 'miniflare';
import type { Unstable_Config } from 'wrangler';
import * as z from 'zod';
import type { WebEnv } from '#app/context.ts';
import { migrate, migrateBefore } from './catalogue-migrations.ts';
import { cleanUpObjects } from './clean-up-objects.ts';
import { type DataLock, lockData } from './data-lock.ts';
import { startScryptProcess } from './derive-process.ts';
import { PLUGIN } from './miniflare-sockets.mjs';
import { uniqueKey } from './object-files.ts';
import { makeFolder, ROOT } from './paths.ts';
import { requireSameSecrets } from './secret-record.ts';
import { isStopping, withoutSignalHandlers } from './stopping.ts';
import { watchWorkerds } from './workerd-watch.ts';

// Otherwise both tools download a sample of Cloudflare’s request data and report their usage.
Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_LOG: 'warn',
});

export type WorkerName = 'porchlight-web' | 'porchlight-api';

/**
 * A Worker to run. `variables` include its secrets; `addresses` are where it listens, if anywhere. `isOpen`: users may name any server. The
 * Worker then gets OUTSIDE, a network that allows only public addresses after name resolution. A Worker with an outside geocoder also gets
 * OUTSIDE. So does one with a media service, because that service names addresses of files.
 */
export type RunningWorker = { script: string; variables: Record<string, string>; addresses: Array<string>; isOpen?: boolean };

/** The entrypoint of the API Worker for the operator’s tools only (workers/api/operator.ts). */
export type OperatorService = {
  exportFamily(email: string): Promise<ReadableStream<Uint8Array>>;
  checkExport(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<RestoreAnswer>;
  restoreFamily(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<RestoreAnswer>;
  storeMap(id: MapArchive, stream: ReadableStream<Uint8Array>, size: number): Promise<StoredMap | null>;
  findMap(id: MapArchive): Promise<StoredMap | null>;
  removeMap(id: MapArchive): Promise<boolean>;
};

/** The operator’s map archive, or the demonstration’s town. */
type MapArchive = 'archive' | 'town';

/** A stored map archive. `credit`: the source that its maker names. */
export type StoredMap = {
  size: number;
  etag: string;
  minZoom: number;
  maxZoom: number;
  bounds: [number, number, number, number];
  credit: string | null;
};

type RestoreAnswer = { done: true; restored: RestoredFamily } | { done: false; reason: string };

/** Result of a restore or of its check. `unreadable`: the old rows could not be read. `notes`: sentences for the operator. */
export type RestoredFamily = { email: string; madeAt: string; rows: number; files: number; unreadable: boolean; notes: Array<string> };

export type Workers = {
  /** The web Worker's bindings, callable from this process. */
  webEnv(): Promise<WebEnv>;
  /** The operator’s entrypoint, to which the web Worker has no binding. */
  operator(): Promise<OperatorService>;
  /** Returns the catalog database of the API Worker. */
  catalogue(): ReturnType<Miniflare['getD1Database']>;
  /** Returns the pid of the process that derives keys from passwords for both Workers. Changes when that process restarts. */
  scryptPid(): number | undefined;
  /** Replaces the running API Worker with a new bundle and keeps the data. */
  reloadApi(): Promise<void>;
  close(): Promise<void>;
};

type Given = { web: RunningWorker; api: RunningWorker; data: string; lock?: DataLock };

const CONFIGS: Record<WorkerName, string> = {
  'porchlight-web': join(ROOT, 'wrangler.toml'),
  'porchlight-api': join(ROOT, 'workers', 'api', 'wrangler.toml'),
};

const servicesSchema = z.record(z.string(), z.union([z.string(), z.object({ name: z.string(), entrypoint: z.string().optional() })]));
const OUTSIDE = { network: { allow: ['public'], tlsOptions: { trustBrowserCas: true } } };

/** A Worker that does not listen; it only has a binding to the operator’s entrypoint. */
const OPERATOR = {
  name: 'porchlight-operator',
  modules: true,
  script: 'export default { fetch: () => new Response(null, { status: 404 }) };',
  compatibilityDate: '2026-11-01',
  serviceBindings: { OPERATOR: { name: 'porchlight-api', entrypoint: 'Operator' } },
};

/**
 * Starts both Workers with their data in `data` and migrates the catalog. Resolves when they are ready. `lock`: the caller’s lock on
 * `data`; without it, locks `data` while the Workers run.
 * @throws UserError when another process uses this data, or it was created with other secrets
 */
export async function startWorkers(workers: Given): Promise<Workers> {
  if (workers.lock !== undefined) return startWatched(workers);
  const lock = await lockData(makeFolder(workers.data));
  try {
    const started = await startWatched(workers);
    return { ...started, close: () => started.close().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startWatched(workers: Given): Promise<Workers> {
  const endWatch = watchWorkerds();
  try {
    const started = await startLocked(workers);
    return { ...started, close: () => started.close().finally(endWatch) };
  } catch (error) {
    await endWatch();
    throw error;
  }
}

async function startLocked(workers: Given): Promise<Workers> {
  requireSameSecrets(workers.data, workers.api.variables);
  const wrangler = await import('wrangler');
  const state = makeFolder(join(workers.data, 'state'));
  const tidying = await cleanUpObjects(join(state, 'do'), {
    family: uniqueKey('Family', workers.api.variables.DIRECTORY_KEY),
    directory: uniqueKey('Directory', workers.api.variables.DIRECTORY_KEY),
  });
  await migrateBefore(state, CONFIGS);
  const deriving = await startScryptProcess();
  const toOptions = (name: WorkerName, { script, variables, addresses, isOpen = false }: RunningWorker, isListening: boolean) => {
    const config = wrangler.unstable_readConfig({ config: CONFIGS[name] }, { hideWarnings: true });
    const { workerOptions } = wrangler.unstable_getMiniflareWorkerOptions(config);
    return {
      ...workerOptions,
      name,
      durableObjects: withSecretIds(workerOptions.durableObjects, variables.DIRECTORY_KEY),
      modulesRoot: dirname(resolve(script)),
      modules: [{ type: 'ESModule' as const, path: resolve(script) }],
      // Set explicitly, because wrangler would add all of .dev.vars, including the other Worker’s secrets.
      bindings: { ...config.vars, ...variables },
      assets: toAssets(config.assets, script),
      serviceBindings: {
        ...servicesSchema.parse(workerOptions.serviceBindings ?? {}),
        SCRYPT: { external: { address: deriving.address, http: {} } },
        ...(isOpen || variables.APP_MEDIA_URL || variables.GEOCODER_URL ? { OUTSIDE } : {}),
      },
      unsafeBindings:
        addresses.length === 0 || !isListening
          ? []
          : [{ name: 'SOCKETS', type: PLUGIN, plugin: { package: pluginPath(), name: PLUGIN }, options: { addresses } }],
    };
  };
  const options = (isListening = true): V4MiniflareOptions => ({
    workers: [toOptions('porchlight-web', workers.web, isListening), toOptions('porchlight-api', workers.api, isListening), OPERATOR],
    // Miniflare’s own entry uses an unpublished loopback port. Browsers and devices use the sockets above.
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new LogUntilStopped(LogLevel.WARN),
    logRequests: false,
    resourcePersistencePath: state,
  });
  const miniflare = await withoutSignalHandlers(() => new Miniflare(convertV4MiniflareOptions(options(tidying.moved === 0))));
  try {
    await miniflare.ready;
    // Needs the running API Worker, and must finish before anyone can connect.
    if (tidying.moved > 0) {
      await tidying.finish((await miniflare.getBindings<WebEnv>('porchlight-web')).INTERNAL);
      await miniflare.setOptions(convertV4MiniflareOptions(options()));
    }
  } catch (error) {
    await Promise.all([miniflare.dispose(), deriving.close()]);
    throw error;
  }
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await miniflare.dispose();
    await deriving.close();
  };
  return {
    webEnv: () => miniflare.getBindings<WebEnv>('porchlight-web'),
    scryptPid: deriving.pid,
    operator: async () => (await miniflare.getBindings<{ OPERATOR: OperatorService }>(OPERATOR.name)).OPERATOR,
    catalogue: () => miniflare.getD1Database('CATALOGUE', 'porchlight-api'),
    reloadApi: async () => {
      await miniflare.setOptions(convertV4MiniflareOptions(options()));
      await migrate(miniflare, CONFIGS);
    },
    // A signal may call this a second time.
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

/** Prints nothing after a stop. Ctrl-C in a terminal also ends workerd, which Miniflare would report as a crash. */
class LogUntilStopped extends Log {
  protected override log(message: string): void {
    if (!isStopping()) super.log(message);
  }
}

/**
 * Adds a secret to the key of object ids. Miniflare’s key is derived from names only, so anyone could compute valid ids and create an empty
 * family for each. With the secret, invented ids are refused.
 */
function withSecretIds(objects: unknown, secret: string | undefined) {
  const classes = objectsSchema.parse(objects ?? {});
  if (secret === undefined) return classes;
  const named = Object.entries(classes).map(
    ([binding, object]) => [binding, { ...object, unsafeUniqueKey: uniqueKey(object.className, secret) }] as const,
  );
  return Object.fromEntries(named);
}

const objectsSchema = z.record(z.string(), z.object({ className: z.string(), useSQLite: z.boolean().optional() }));

// The Worker requests its files itself, so Cloudflare’s routing rules for assets are not needed.
function toAssets(assets: Unstable_Config['assets'], script: string) {
  // `client` is next to the folder of the bundled script. Hot reload’s stub of the web Worker has no such folder.
  const directory = join(dirname(dirname(resolve(script))), 'client');
  if (assets === undefined || !existsSync(directory)) return undefined;
  const { binding, html_handling, not_found_handling } = assets;
  return { directory, ...(binding === undefined ? {} : { binding }), assetConfig: { html_handling, not_found_handling } };
}

/** True if workers/api/wrangler.toml still contains the placeholder id of the catalog database. */
export async function placeholderDatabase(): Promise<boolean> {
  const { unstable_readConfig } = await import('wrangler');
  const config = unstable_readConfig({ config: CONFIGS['porchlight-api'] }, { hideWarnings: true });
  return config.d1_databases.some(({ database_id = '' }) => /^[0-]*$/.test(database_id));
}

function pluginPath(): string {
  return fileURLToPath(new URL('./miniflare-sockets.mjs', import.meta.url));
}
