import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebEnv } from '#app/context.ts';
import { BUILT, buildWorkers, bundleApi } from '#tools/build-workers.ts';
import { startWorkers } from '#tools/miniflare.ts';
import { ROOT, requireFreePorts } from '#tools/paths.ts';
import { closeWhenStopped } from '#tools/stopping.ts';
import { testSecrets } from '../test-secrets.ts';
import { withServerProcess } from './server-process.ts';

export const SESSION_KEYS = `k1:${Buffer.alloc(32, 'w').toString('base64')}`;

/**
 * The product as deployed, in its own workerd. `pid`: process ID of that workerd. `scryptPid`: ID of the process that derives passwords.
 * `data`: the folder of its data.
 */
export type Product = {
  webUrl: string;
  apiUrl: string;
  data: string;
  pid: number;
  scryptPid(): number | undefined;
  webEnv(): Promise<WebEnv>;
  close(): Promise<void>;
};

/**
 * Starts both Workers on free ports from PORT (default 22500) upward, with temporary data. `web` and `api` replace the deployed scripts.
 * `webVariables` are added to the web Worker’s variables.
 */
export async function startProduct(standIns: { web?: string; api?: string; webVariables?: Record<string, string> } = {}): Promise<Product> {
  await buildWorkers();
  const port = await findPortPair();
  const [webUrl, apiUrl] = [`http://localhost:${port}`, `http://127.0.0.1:${port + 1}`];
  const data = mkdtempSync(join(tmpdir(), 'porchlight-bench-'));
  const urls = { APP_ENV: 'demonstration', PUBLIC_URL: webUrl, API_URL: apiUrl };
  const { started: workers, pid } = await withServerProcess(() =>
    startWorkers({
      data,
      web: {
        script: standIns.web ?? BUILT.web,
        variables: { ...urls, SESSION_KEYS, ...standIns.webVariables },
        addresses: [`127.0.0.1:${port}`],
      },
      api: { script: standIns.api ?? BUILT.api, variables: { ...testSecrets(), ...urls }, addresses: [`127.0.0.1:${port + 1}`] },
    }),
  );
  const end = async (): Promise<void> => {
    forget();
    await workers.close();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  };
  let ending: Promise<void> | null = null;
  // Ctrl-C calls this twice: once by the failing measurement, and once at the end of the process.
  const close = (): Promise<void> => {
    ending ??= end();
    return ending;
  };
  const forget = closeWhenStopped(close);
  return { webUrl, apiUrl, data, pid, scryptPid: workers.scryptPid, webEnv: workers.webEnv, close };
}

/** Bundles an API Worker with an entry of tests/entries. Returns its path and a function that deletes it. */
export async function bundleEntry(name: string): Promise<{ script: string; forget(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-bench-api-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forgetClosing = closeWhenStopped(remove);
  await bundleApi(folder, [join(ROOT, 'tests', 'entries', `${name}.ts`)]);
  return {
    script: join(folder, `${name}.js`),
    forget: () => {
      forgetClosing();
      remove();
    },
  };
}

async function findPortPair(): Promise<number> {
  const first = Number(process.env.PORT ?? 22500);
  for (let port = first; port < first + 100; port += 2) {
    const isFree = await requireFreePorts('127.0.0.1', [port, port + 1]).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
  throw new Error(`No two free ports from ${first} to ${first + 99}. Set PORT to another number.`);
}
