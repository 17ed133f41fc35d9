import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, buildWorkers } from './build-workers.ts';
import { type Order, obey, type Report, sendOrder } from './control.ts';
import { type DataLock, lockData } from './data-lock.ts';
import { keptVariables } from './kept-variables.ts';
import { startWorkers } from './miniflare.ts';
import { chosenPort, dataFolder, makeFolder } from './places.ts';
import { Sentence } from './progress.ts';
import { rememberRecord } from './secret-record.ts';
import { readSettings } from './settings-file.ts';
import { closeWhenStopped } from './stopping.ts';

/** Folder in the data folder for new data until the order succeeds. */
const DRAFT = 'restore-draft';

/**
 * Runs an operator’s order through the running server, else on the stored data without opening a port. `settings`: file with the secrets of
 * the stored data, else they come from the environment. `onEmpty`: the order is allowed without existing data; if refused, none is kept.
 * @returns the message for the operator
 * @throws Sentence when the order is refused
 */
export async function carryOut(order: Order, settings: string | undefined, onEmpty = false): Promise<string> {
  const found = readSettings(settings);
  const data = dataFolder();
  const report = (await sendOrder(data, order)) ?? (await obeyAlone(data, JSON.stringify(order), found, onEmpty));
  if (!report.ok) throw new Sentence(report.said);
  return report.said;
}

async function obeyAlone(data: string, order: string, settings: NodeJS.Dict<string>, onEmpty: boolean): Promise<Report> {
  const hasState = () => existsSync(join(data, 'state')) && readdirSync(join(data, 'state')).length > 0;
  if (!onEmpty && !hasState()) throw new Sentence(`No data in ${data} yet. Run npm start first.`);
  await buildWorkers();
  const lock = await lockData(makeFolder(data));
  const forget = closeWhenStopped(lock.release);
  try {
    return hasState() ? await obeyOnKept(data, lock, order, settings) : await obeyOnNew(data, lock, order, settings);
  } finally {
    forget();
    lock.release();
  }
}

/** A start records fingerprints of its secrets with the data. After a refused order they may be wrong, so the old record is restored. */
async function obeyOnKept(data: string, lock: DataLock, order: string, settings: NodeJS.Dict<string>): Promise<Report> {
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

/** The first start binds data to its secrets. So new data is created in a draft folder and moved only after success. */
async function obeyOnNew(data: string, lock: DataLock, order: string, settings: NodeJS.Dict<string>): Promise<Report> {
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
  const { web, api } = keptVariables(settings, chosenPort());
  const workers = await startWorkers({
    data: makeFolder(data),
    lock,
    web: { script: BUILT.web, variables: web, addresses: [] },
    api: { script: BUILT.api, variables: api, addresses: [] },
  });
  const forget = closeWhenStopped(workers.close);
  try {
    return await obey(order, workers.webEnv, workers.operator);
  } finally {
    forget();
    await workers.close();
  }
}
