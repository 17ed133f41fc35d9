import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, buildWorkers } from './build-workers.ts';
import { handleOrder, type Order, type Report, sendOrder } from './control.ts';
import { type DataLock, lockData } from './data-lock.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, dataFolder, makeFolder } from './paths.ts';
import { UserError } from './progress.ts';
import { rememberRecord } from './secret-record.ts';
import { readSettings } from './settings-file.ts';
import { closeWhenStopped } from './stopping.ts';
import { storedDataVariables } from './stored-data-variables.ts';

/** Subfolder of the data folder that holds new data until the order succeeds. */
const DRAFT = 'restore-draft';

/**
 * Carries out an operator’s order through the running server. Without a server, starts the Workers on the stored data without opening a
 * port. `settings`: path of the file with the secrets; if undefined, they come from the environment. `onEmpty`: allows the order without
 * existing data. A refused order leaves no new data.
 * @returns the message for the operator
 * @throws UserError when the order is refused
 */
export async function runOrder(order: Order, settings: string | undefined, onEmpty = false): Promise<string> {
  const found = readSettings(settings);
  const data = dataFolder();
  const report = (await sendOrder(data, order)) ?? (await obeyAlone(data, JSON.stringify(order), found, onEmpty));
  if (!report.ok) throw new UserError(report.said);
  return report.said;
}

async function obeyAlone(data: string, order: string, settings: NodeJS.Dict<string>, onEmpty: boolean): Promise<Report> {
  const hasState = () => existsSync(join(data, 'state')) && readdirSync(join(data, 'state')).length > 0;
  if (!onEmpty && !hasState()) throw new UserError(`No data in ${data} yet. Run npm start first.`);
  await buildWorkers();
  const lock = await lockData(makeFolder(data));
  const forget = closeWhenStopped(lock.release);
  try {
    return hasState() ? await runOnStoredData(data, lock, order, settings) : await runOnNewData(data, lock, order, settings);
  } finally {
    forget();
    lock.release();
  }
}

/**
 * Carries out an order on existing data. Starting the Workers records fingerprints of the secrets. If the order fails, restores the
 * previous record, because the secrets may be wrong.
 */
async function runOnStoredData(data: string, lock: DataLock, order: string, settings: NodeJS.Dict<string>): Promise<Report> {
  const putBack = rememberRecord(data);
  let isDone = false;
  try {
    const report = await obeyOn(data, lock, order, settings);
    isDone = report.ok;
    return report;
  } finally {
    if (!isDone) putBack();
  }
}

/**
 * Carries out an order in a folder without data. The first start binds data to its secrets, so a draft folder holds the data until the
 * order succeeds.
 */
async function runOnNewData(data: string, lock: DataLock, order: string, settings: NodeJS.Dict<string>): Promise<Report> {
  const draft = join(data, DRAFT);
  const remove = () => rmSync(draft, { recursive: true, force: true });
  // A killed process may have left a draft.
  remove();
  const forget = closeWhenStopped(remove);
  try {
    const report = await obeyOn(draft, lock, order, settings);
    if (report.ok) renameSync(join(draft, 'state'), join(data, 'state'));
    return report;
  } finally {
    forget();
    remove();
  }
}

async function obeyOn(data: string, lock: DataLock, order: string, settings: NodeJS.Dict<string>): Promise<Report> {
  const { web, api } = storedDataVariables(settings, chosenPort());
  const workers = await startWorkers({
    data: makeFolder(data),
    lock,
    web: { script: BUILT.web, variables: web, addresses: [] },
    api: { script: BUILT.api, variables: api, addresses: [] },
  });
  const forget = closeWhenStopped(workers.close);
  try {
    return await handleOrder(order, workers.webEnv, workers.operator);
  } finally {
    forget();
    await workers.close();
  }
}
