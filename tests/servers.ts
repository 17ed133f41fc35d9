import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebEnv } from '#app/context.ts';
import { BUILT, buildWorkers, bundleApi } from '#tools/build-workers.ts';
import { seedCodes } from '#tools/demonstration-codes.ts';
import type { IdentityProvider } from '#tools/identity-provider.ts';
import { type OperatorService, startWorkers } from '#tools/miniflare.ts';
import { ROOT } from '#tools/paths.ts';
import { testSecrets } from './test-secrets.ts';

/** Settings without single sign-on, used unless `identity` is given. The providers in the test settings exist only in API tests. */
export const NO_PROVIDERS = { GOOGLE_CLIENT_ID: '', APPLE_CLIENT_ID: '' };

export type TestServers = {
  webUrl: string;
  apiUrl: string;
  data: string;
  webEnv(): Promise<WebEnv>;
  /** Returns the ID of the process that derives typed passwords. */
  scryptPid(): number | undefined;
  operator(): Promise<OperatorService>;
  close(): Promise<void>;
};

/**
 * Builds the pages as they are deployed, and the API with the tests' own entry (A130).
 * @returns a function that removes the build of the API
 */
export async function buildForTests(): Promise<() => void> {
  await buildWorkers();
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-test-api-'));
  await bundleApi(folder, [join(ROOT, 'tests', 'entries', 'api.ts')]);
  // Every process of the run inherits the environment.
  process.env.PORCHLIGHT_TEST_API = join(folder, 'api.js');
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts both Workers as the demonstration on free ports. `data`: the folder of an earlier start; by default a new folder, removed on
 * close. `webScript` replaces the pages’ script, `settings` are added to the web Worker’s, `apiSettings` to the API
 * Worker’s, and `identity` starts a single sign-on provider.
 */
export async function startTestServers(
  data?: string,
  webScript = BUILT.web,
  settings: Record<string, string> = {},
  identity?: (port: number, webUrl: string) => Promise<IdentityProvider>,
  apiSettings: Record<string, string> = {},
): Promise<TestServers> {
  const script = process.env.PORCHLIGHT_TEST_API;
  if (script === undefined) throw new Error('buildForTests has not run');
  const web = await findFreePort();
  const api = web + 1;
  const [webUrl, apiUrl] = [`http://localhost:${web}`, `http://127.0.0.1:${api}`];
  const folder = data ?? mkdtempSync(join(tmpdir(), 'porchlight-'));
  const provider = await identity?.(web + 2, webUrl);
  const secrets = { ...testSecrets(), PUBLIC_URL: webUrl, API_URL: apiUrl, ...(provider?.settings ?? NO_PROVIDERS), ...apiSettings };
  const sessionKeys = `k1:${Buffer.alloc(32, 'w').toString('base64')}`;
  const workers = await startWorkers({
    data: folder,
    web: {
      script: webScript,
      // TRUSTED_PROXY lets each test use its own IP address, because sign-ups per address are limited.
      variables: {
        // Turns off page views, which have their own test.
        E2E: '1',
        ...settings,
        APP_ENV: 'demonstration',
        PUBLIC_URL: webUrl,
        API_URL: apiUrl,
        SESSION_KEYS: sessionKeys,
        TRUSTED_PROXY: '127.0.0.1',
      },
      addresses: [`127.0.0.1:${web}`],
      isOpen: settings.ENDPOINT_OVERRIDE === 'any',
    },
    api: { script, variables: secrets, addresses: [`127.0.0.1:${api}`] },
  });
  await seedCodes(await workers.catalogue());
  return {
    webUrl,
    apiUrl,
    data: folder,
    webEnv: workers.webEnv,
    scryptPid: workers.scryptPid,
    operator: workers.operator,
    close: async () => {
      await workers.close();
      await provider?.close();
      if (data === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ports per block: one that reserves the block, then those that a server uses. */
const BLOCK = 4;

/**
 * Returns a loopback port that is free together with the next two. The port is outside the range from which systems assign ports. Reserves
 * all three until this process ends: it listens on the port before them, so that no other test process takes them before a server starts.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const guard = 20_000 + BLOCK * Math.floor((Math.random() * 10_000) / BLOCK);
    const reservation = await listenOn(guard);
    if (reservation === null) continue;
    const port = guard + 1;
    if ((await isFree(port)) && (await isFree(port + 1)) && (await isFree(port + 2))) return port;
    reservation.close();
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listenOn(port);
  if (probe === null) return false;
  await new Promise((done) => probe.close(done));
  return true;
}

/** Returns a server that listens on a loopback port, or null if the port is in use. The server does not keep the process running. */
function listenOn(port: number): Promise<Server | null> {
  return new Promise((done) => {
    const server = createServer().unref();
    server.once('error', () => done(null));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => done(server));
  });
}
