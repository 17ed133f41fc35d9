import { BUILT, buildWorkers } from './build-workers.ts';
import { openControl } from './control.ts';
import { lockData } from './data-lock.ts';
import { demonstrationSignIn, demonstrationVariables, printAddresses, startDemoFamily } from './demonstration.ts';
import { startIdentityThread } from './identity-provider-thread.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, dataFolder, makeFolder, requireFreePorts } from './paths.ts';
import { run, step } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';
import { requireAddresses } from './web-settings.ts';

// `npm start`: runs the demonstration, on loopback only (A124). It has a demo family, and a mailbox that shows emails instead of sending
// them.
await run(async () => {
  requireAddresses(process.env, true);
  const port = chosenPort();
  const data = makeFolder(dataFolder());
  const lock = await lockData(data, `http://localhost:${port}`);
  closeWhenStopped(lock.release);
  await requireFreePorts('127.0.0.1', [port, port + 1, port + 2]);
  const { web, api, ...urls } = await step('Reading this clone’s secrets', () => demonstrationVariables(port));
  await buildWorkers();
  const identity = await startIdentityThread(port + 2, urls.webUrl);
  closeWhenStopped(identity.close);
  const workers = await step('Starting both Workers', () =>
    startWorkers({
      data,
      lock,
      web: { script: BUILT.web, variables: web, addresses: [`127.0.0.1:${port}`] },
      api: { script: BUILT.api, variables: { ...api, ...identity.settings }, addresses: [`127.0.0.1:${port + 1}`] },
    }),
  );
  closeWhenStopped(workers.close);
  const control = await openControl(data, workers.webEnv, workers.operator);
  closeWhenStopped(control.close);
  const signIn = demonstrationSignIn();
  closeWhenStopped(await startDemoFamily({ ...urls, data }, signIn, workers));
  printAddresses({ ...urls, identityUrl: identity.origin }, signIn);
});
