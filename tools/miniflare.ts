// Both Workers on Miniflare, without `wrangler dev`: its proxy takes half the throughput and leaves processes behind. Everything
// that wrangler and Miniflare call unstable stands in this file and in catalogue-migrations.ts, under the boot test in tests/integration/boot.test.ts.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4MiniflareOptions } from 'miniflare';
import type { Unstable_Config } from 'wrangler';
import * as z from 'zod';
import type { WebEnv } from '../app/context.ts';
import { migrate, migrateBefore } from './catalogue-migrations.ts';
import { type DataLock, lockData } from './data-lock.ts';
import { startScryptProcess } from './derive-process.ts';
import { PLUGIN } from './miniflare-sockets.mjs';
import { uniqueKey } from './object-files.ts';
import { makeFolder, ROOT } from './places.ts';
import { requireSameSecrets } from './secret-record.ts';
import { isStopping, withoutOwnEnd } from './stopping.ts';
import { tidyObjects } from './tidy-objects.ts';
import { watchWorkerds } from './workerd-watch.ts';

// Both tools would ask the network for a sample of Cloudflare's request data, and report on their use.
Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_LOG: 'warn',
});

export type WorkerName = 'porchlight-web' | 'porchlight-api';

/**
 * One Worker as it shall run: the bundled script, its variables and secrets, and the addresses it listens on, if any. `isOpen`: its readers
 * may name any server, so it is given OUTSIDE, a network of public addresses. That is decided after a name is resolved, so no name that
 * leads inside gets around it. A Worker with a media service is given it too, since that service names addresses of files.
 */
export type RunningWorker = { script: string; variables: Record<string, string>; addresses: Array<string>; isOpen?: boolean };

/** The entrypoint of the api Worker that only the operator's tools are bound to (workers/api/operator.ts). */
export type OperatorService = {
  exportFamily(email: string): Promise<ReadableStream<Uint8Array>>;
  checkExport(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<RestoreAnswer>;
  restoreFamily(stream: ReadableStream<Uint8Array>, replace: boolean): Promise<RestoreAnswer>;
};

type RestoreAnswer = { done: true; restored: RestoredFamily } | { done: false; reason: string };

/** What came of a restore, or would come of it. `unreadable`: the old rows could not be read. `notes`: sentences for the operator. */
export type RestoredFamily = { email: string; madeAt: string; rows: number; files: number; unreadable: boolean; notes: Array<string> };

export type Workers = {
  /** The web Worker's bindings, callable from this process. */
  webEnv(): Promise<WebEnv>;
  /** What the web Worker is not bound to. */
  operator(): Promise<OperatorService>;
  /** The catalogue, as the api Worker is bound to it. */
  catalogue(): ReturnType<Miniflare['getD1Database']>;
  /** The process that derives typed passwords for both Workers; another one after a restart. */
  scryptPid(): number | undefined;
  /** Puts a newly bundled api Worker in the place of the running one; state stays. */
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

/** Listens nowhere and does nothing: it is there to be bound. */
const OPERATOR = {
  name: 'porchlight-operator',
  modules: true,
  script: 'export default { fetch: () => new Response(null, { status: 404 }) };',
  compatibilityDate: '2026-11-01',
  serviceBindings: { OPERATOR: { name: 'porchlight-api', entrypoint: 'Operator' } },
};

/**
 * Starts both Workers with their state under `data`, and brings the catalogue's tables up to date. Ready when it returns. `lock`: of `data`,
 * where the caller already has it; else it is held while the Workers run.
 * @throws Sentence where another process runs on this state, or it was made with other secrets
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
  const tidying = await tidyObjects(join(state, 'do'), {
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
      // Exactly these: wrangler would add what stands in .dev.vars, and with it one Worker's secrets to the other.
      bindings: { ...config.vars, ...variables },
      assets: toAssets(config.assets, script),
      serviceBindings: {
        ...servicesSchema.parse(workerOptions.serviceBindings ?? {}),
        SCRYPT: { external: { address: deriving.address, http: {} } },
        ...(isOpen || variables.APP_MEDIA_URL ? { OUTSIDE } : {}),
      },
      unsafeBindings:
        addresses.length === 0 || !isListening
          ? []
          : [{ name: 'SOCKETS', type: PLUGIN, plugin: { package: pluginPath(), name: PLUGIN }, options: { addresses } }],
    };
  };
  const options = (isListening = true): V4MiniflareOptions => ({
    workers: [toOptions('porchlight-web', workers.web, isListening), toOptions('porchlight-api', workers.api, isListening), OPERATOR],
    // Miniflare's own entry stays on a loopback port that nobody is told; people and devices use the sockets above.
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new LogUntilStopped(LogLevel.WARN),
    logRequests: false,
    resourcePersistencePath: state,
  });
  const miniflare = await withoutOwnEnd(() => new Miniflare(convertV4MiniflareOptions(options(tidying.moved === 0))));
  try {
    await miniflare.ready;
    // Needs the api Worker, and nobody may be let in before it is done.
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
    // A signal may close what is being closed already.
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}

/** A terminal's Ctrl-C ends workerd too, at once, and Miniflare would call that a crash. */
class LogUntilStopped extends Log {
  protected override log(message: string): void {
    if (!isStopping()) super.log(message);
  }
}

/**
 * Object ids are checked by a key that Miniflare makes of the Worker's and the class's names: anybody could compute ids that pass, and
 * wake an empty family for each. With a secret in it an invented id is refused before anything wakes.
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

// The Worker asks for its files itself, so none of the rules by which Cloudflare would route to them is needed.
function toAssets(assets: Unstable_Config['assets'], script: string) {
  // Beside the bundled script's folder; a stub of the web Worker, as hot reload runs it, has none.
  const directory = join(dirname(dirname(resolve(script))), 'client');
  if (assets === undefined || !existsSync(directory)) return undefined;
  const { binding, html_handling, not_found_handling } = assets;
  return { directory, ...(binding === undefined ? {} : { binding }), assetConfig: { html_handling, not_found_handling } };
}

/** True while workers/api/wrangler.toml still names the catalogue's database by its placeholder. */
export async function placeholderDatabase(): Promise<boolean> {
  const { unstable_readConfig } = await import('wrangler');
  const config = unstable_readConfig({ config: CONFIGS['porchlight-api'] }, { hideWarnings: true });
  return config.d1_databases.some(({ database_id = '' }) => /^[0-]*$/.test(database_id));
}

function pluginPath(): string {
  return fileURLToPath(new URL('./miniflare-sockets.mjs', import.meta.url));
}
