import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebEnv } from '../app/context.ts';
import { API_CONFIG, BUILT, buildWorkers, bundle } from '../tools/build-workers.ts';
import { startWorkers } from '../tools/miniflare.ts';
import { ROOT } from '../tools/places.ts';
import { testSecrets } from './test-secrets.ts';

export type TestServers = { webUrl: string; apiUrl: string; data: string; webEnv(): Promise<WebEnv>; close(): Promise<void> };

const TEST_API = join(ROOT, 'dist', 'test-api', 'api.js');

/** Builds what the servers under test run: the pages as they are deployed, and the API under the tests' own entry (A130). */
export async function buildForTests(): Promise<void> {
  await buildWorkers();
  await bundle(API_CONFIG, 'test-api', [join(ROOT, 'tests', 'entries', 'api.ts')]);
}

/**
 * Starts both Workers as the demonstration on free ports. `data` keeps the state of an earlier start, else it is new and forgotten;
 * `webScript` stands in for the pages.
 */
export async function startTestServers(data?: string, webScript = BUILT.web): Promise<TestServers> {
  const [web, api] = [await findFreePort(), await findFreePort()];
  const [webUrl, apiUrl] = [`http://localhost:${web}`, `http://127.0.0.1:${api}`];
  const folder = data ?? mkdtempSync(join(tmpdir(), 'porchlight-'));
  const secrets = { ...testSecrets(), PUBLIC_URL: webUrl, API_URL: apiUrl };
  const sessionKeys = `k1:${Buffer.alloc(32, 'w').toString('base64')}`;
  const workers = await startWorkers({
    data: folder,
    web: {
      script: webScript,
      variables: { APP_ENV: 'demonstration', PUBLIC_URL: webUrl, API_URL: apiUrl, SESSION_KEYS: sessionKeys },
      addresses: [`127.0.0.1:${web}`],
    },
    api: { script: TEST_API, variables: secrets, addresses: [`127.0.0.1:${api}`] },
  });
  return {
    webUrl,
    apiUrl,
    data: folder,
    webEnv: workers.webEnv,
    close: async () => {
      await workers.close();
      if (data === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port of loopback that nobody listened on a moment ago. */
export function findFreePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port'))));
    });
  });
}
