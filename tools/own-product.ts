import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebEnv } from '#app/context.ts';
import { BUILT, buildWorkers } from './build-workers.ts';
import { demonstrationVariables, storeTown } from './demonstration.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, requireFreePorts } from './paths.ts';
import { step, UserError } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';

export type OwnProduct = { webUrl: string; apiUrl: string; webEnv: () => Promise<WebEnv>; close(): Promise<void> };

/** Starts the demonstration without its family on free ports, with temporary data and the map of its town. */
export async function startOwnProduct(): Promise<OwnProduct> {
  const port = await findPortPair();
  const data = mkdtempSync(join(tmpdir(), 'porchlight-own-'));
  const { web, api, webUrl, apiUrl } = demonstrationVariables(port);
  await buildWorkers();
  const workers = await step('Starting both Workers', () =>
    startWorkers({
      data,
      web: { script: BUILT.web, variables: web, addresses: [`127.0.0.1:${port}`] },
      api: { script: BUILT.api, variables: api, addresses: [`127.0.0.1:${port + 1}`] },
    }),
  );
  const close = async (): Promise<void> => {
    await workers.close();
    rmSync(data, { recursive: true, force: true });
  };
  await storeTown(await workers.operator());
  closeWhenStopped(close);
  return { webUrl, apiUrl, webEnv: workers.webEnv, close };
}

async function findPortPair(): Promise<number> {
  const first = process.env.PORT === undefined ? 8797 : chosenPort();
  for (let port = first; port < first + 100; port += 2) {
    const isFree = await requireFreePorts('127.0.0.1', [port, port + 1]).then(
      () => true,
      () => false,
    );
    if (isFree) return port;
  }
  throw new UserError(`No two free ports from ${first} to ${first + 99}. Set PORT to another number.`);
}
