import { createServer } from 'node:http';
import { noteBuildUse } from './build-use.ts';
import { openControl } from './control.ts';
import { lockData } from './data-lock.ts';
import { demonstrationSignIn, demonstrationVariables, printAddresses, startDemoFamily } from './demonstration.ts';
import { startDevApi } from './dev-api.ts';
import { startDevPages } from './dev-pages.ts';
import { startIdentityThread } from './identity-provider-thread.ts';
import { chosenPort, dataFolder, makeFolder, requireFreePorts } from './paths.ts';
import { run, step } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';
import { requireAddresses } from './web-settings.ts';

// `npm run dev`: starts the demonstration with hot reload. Vite serves the pages in this process, and the real API runs on Miniflare.
// Requests pass the same front door as in production.
await run(async () => {
  // Must be set before Vite builds the API, which would otherwise set the whole process, including React, to production.
  process.env.NODE_ENV = 'development';
  requireAddresses(process.env, true);
  const port = chosenPort();
  const data = makeFolder(dataFolder());
  const lock = await lockData(data, `http://localhost:${port}`);
  closeWhenStopped(lock.release);
  await requireFreePorts('127.0.0.1', [port, port + 1, port + 2]);
  const { web, api, ...urls } = await step('Reading this clone’s secrets', () => demonstrationVariables(port));
  const identity = await startIdentityThread(port + 2, urls.webUrl);
  closeWhenStopped(identity.close);
  noteBuildUse(null);
  const workers = await step('Building and starting the API', () =>
    startDevApi({ data, lock, web, api: { ...api, ...identity.settings }, port }),
  );
  closeWhenStopped(workers.close);
  const control = await openControl(data, workers.webEnv, workers.operator);
  closeWhenStopped(control.close);
  const server = createServer();
  const pages = await step('Starting the pages', () => startDevPages(server, workers.webEnv));
  closeWhenStopped(pages.close);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const signIn = demonstrationSignIn();
  closeWhenStopped(await startDemoFamily({ ...urls, data }, signIn, workers));
  printAddresses({ ...urls, identityUrl: identity.origin }, signIn);
});
