import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, buildWorkers } from './build-workers.ts';
import { type Order, obey, sendOrder } from './control.ts';
import { demonstrationVariables } from './demonstration.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, dataFolder, makeFolder } from './places.ts';
import { Sentence } from './progress.ts';
import { closeWhenStopped } from './stopping.ts';

/**
 * Has an order of the operator carried out by what runs on the state, else on the kept state without opening a port. Gives what is to be said;
 * throws a Sentence where it was refused. `onEmpty`: the order makes sense where nothing has run yet.
 */
export async function carryOut(order: Order, onEmpty = false): Promise<string> {
  const data = dataFolder();
  const { ok, said } = (await sendOrder(data, order)) ?? (await obeyAlone(data, JSON.stringify(order), onEmpty));
  if (!ok) throw new Sentence(said);
  return said;
}

async function obeyAlone(data: string, order: string, onEmpty: boolean) {
  if (!onEmpty && !existsSync(join(data, 'state')))
    throw new Sentence(`Nothing has run yet on the state in ${data}, so there is no account.`);
  await buildWorkers();
  const { web, api } = demonstrationVariables(chosenPort());
  const workers = await startWorkers({
    data: makeFolder(data),
    web: { script: BUILT.web, variables: { ...web, ...fromEnvironment(web) }, addresses: [] },
    api: { script: BUILT.api, variables: { ...api, ...fromEnvironment(api) }, addresses: [] },
  });
  const forget = closeWhenStopped(workers.close);
  try {
    return await obey(order, workers.webEnv, workers.operator);
  } finally {
    forget();
    await workers.close();
  }
}

/** An installation that is served in earnest has its secrets in the environment; this clone's own would not open its state. */
function fromEnvironment(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(variables).flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
