import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, buildWorkers } from './build-workers.ts';
import { obey, sendOrder } from './control.ts';
import { demonstrationVariables } from './demonstration.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, dataFolder, makeFolder } from './places.ts';
import { run, Sentence } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';

// The operator gives an account a plan (A123): through what runs, else on the kept state without opening a port.
await run(async () => {
  const [email, sku, ...more] = process.argv.slice(2);
  if (email === undefined || sku === undefined || more.length > 0) throw new Sentence('Say who gets what: npm run grant -- <e-mail> <sku>');
  const data = dataFolder();
  const order = { do: 'grant', email, sku } as const;
  const { ok, said } = (await sendOrder(data, order)) ?? (await obeyAlone(data, JSON.stringify(order)));
  if (!ok) throw new Sentence(said);
  console.log(said);
});

async function obeyAlone(data: string, order: string) {
  if (!existsSync(join(data, 'state')))
    throw new Sentence(`Nothing has run yet on the state in ${data}, so nobody is there to be given anything.`);
  await buildWorkers();
  const { web, api } = demonstrationVariables(chosenPort());
  const workers = await startWorkers({
    data: makeFolder(data),
    web: { script: BUILT.web, variables: { ...web, ...fromEnvironment(web) }, addresses: [] },
    api: { script: BUILT.api, variables: { ...api, ...fromEnvironment(api) }, addresses: [] },
  });
  const forget = closeWhenStopped(workers.close);
  try {
    return await obey(order, workers.webEnv);
  } finally {
    forget();
    await workers.close();
  }
}

/** An installation that is served in earnest has its secrets in the environment; this clone's own would not open its state. */
function fromEnvironment(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(variables).flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
