import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, buildWorkers } from './build-workers.ts';
import { type Order, obey, sendOrder } from './control.ts';
import { demonstrationVariables } from './demonstration.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, dataFolder, makeFolder } from './places.ts';
import { Sentence } from './progress.ts';
import { readSettings } from './settings-file.ts';
import { closeWhenStopped } from './stopping.ts';

/**
 * Has an order of the operator carried out by what runs on the state, else on the kept state without opening a port. Gives what is to be said;
 * throws a Sentence where it was refused. `settings`: the file with the secrets of the kept state, else they are in the environment. `onEmpty`:
 * the order makes sense where nothing has run yet.
 */
export async function carryOut(order: Order, settings: string | undefined, onEmpty = false): Promise<string> {
  const data = dataFolder();
  const found = readSettings(settings);
  const report = (await sendOrder(data, order)) ?? (await obeyAlone(data, JSON.stringify(order), found, onEmpty));
  if (!report.ok) throw new Sentence(report.said);
  return report.said;
}

async function obeyAlone(data: string, order: string, settings: NodeJS.Dict<string>, onEmpty: boolean) {
  if (!onEmpty && !existsSync(join(data, 'state')))
    throw new Sentence(`Nothing has run yet on the state in ${data}, so there is no account.`);
  await buildWorkers();
  const { web, api } = demonstrationVariables(chosenPort());
  const workers = await startWorkers({
    data: makeFolder(data),
    web: { script: BUILT.web, variables: { ...web, ...pick(settings, web) }, addresses: [] },
    api: { script: BUILT.api, variables: { ...api, ...pick(settings, api) }, addresses: [] },
  });
  const forget = closeWhenStopped(workers.close);
  try {
    return await obey(order, workers.webEnv, workers.operator);
  } finally {
    forget();
    await workers.close();
  }
}

/** An installation that is served in earnest brings its own values; this clone's secrets would not open its state. */
function pick(settings: NodeJS.Dict<string>, variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(variables).flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])));
}
