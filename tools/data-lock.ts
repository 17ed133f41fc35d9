// Allows one Porchlight per data folder. Locks are files lock-1.json, lock-2.json …; the highest number is valid. A new owner links a file
// with the next number and deletes the lower ones. The link succeeds for only one process. Numbers never repeat, so a slow process cannot
// take the folder from a newer owner.
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { sendOrder } from './control.ts';
import { endProcess, isRunning, type ProcessName, processSpace, thisProcess } from './processes.ts';
import { UserError } from './progress.ts';

const processSchema = z.object({ pid: z.int(), startedAt: z.string() });

/** `owner`: null after a clean end. `space`: where the pids are valid (`processSpace`). `url`: the owner’s address, null if it has none. */
const recordSchema = z.object({
  owner: processSchema.nullable(),
  space: z.string(),
  url: z.string().nullable(),
  workerds: z.array(processSchema),
});
type LockRecord = z.infer<typeof recordSchema>;

/** Exclusive use of a data folder until `release`. */
export type DataLock = { release(): void };

const FILE = /^lock-(\d+)\.json$/;
const held = new Map<string, LockRecord>();
let drafts = 0;

/**
 * Locks a data folder for this process. First ends every workerd that a killed owner left behind. Of several concurrent calls only one
 * succeeds. `url`: the address to show to later callers.
 * @throws UserError naming the process that holds the lock
 */
export async function lockData(data: string, url: string | null = null): Promise<DataLock> {
  for (;;) {
    const last = readLast(data);
    const isHeld = last !== null && last.record.owner !== null && (await isAlive(data, last.record));
    // A running older version has no lock file, but answers on its control socket.
    if (isHeld || (last === null && (await answers(data)))) throw new UserError(whoRuns(data, last?.record ?? null));
    // Runs before this process takes the next number. If it is killed here, the next start finds the same record.
    if (last?.record.space === processSpace()) for (const workerd of last.record.workerds) await endProcess(workerd);
    const path = pathOf(data, (last?.number ?? 0) + 1);
    const record = { owner: thisProcess(), space: processSpace(), url, workerds: [] };
    if (!create(data, path, record)) continue;
    if (pathOf(data, readLast(data)?.number ?? 0) !== path) {
      // This process was slow: others have already used and deleted this number, and a higher one is valid.
      rmSync(path, { force: true });
      continue;
    }
    for (const number of listNumbers(data)) if (pathOf(data, number) !== path) rmSync(pathOf(data, number), { force: true });
    held.set(path, record);
    return { release: () => release(data, path) };
  }
}

/**
 * Deletes a data folder. Removes the lock last, so that nothing can start on a half-deleted folder.
 * @throws UserError naming the process that runs on the folder
 */
export async function removeData(data: string): Promise<void> {
  if (!existsSync(data)) return;
  const lock = await lockData(data);
  for (const name of readdirSync(data)) if (!FILE.test(name)) rmSync(join(data, name), { recursive: true, force: true });
  for (const number of listNumbers(data)) rmSync(pathOf(data, number), { force: true });
  lock.release();
  try {
    rmdirSync(data);
  } catch (error) {
    // Another process has just started on the empty folder, or it is a mount point.
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EBUSY')) throw error;
  }
}

/** Records a workerd of this process in each data folder that the process has locked. */
export function noteWorkerd(workerd: ProcessName): void {
  for (const [path, record] of held) {
    record.workerds = [...record.workerds.filter(isRunning), workerd];
    try {
      replace(path, record);
    } catch (error) {
      // The disk may be full. This process can continue, because end-with-parent.sh also ends workerd.
      console.error(`Could not write the lock file ${path}: ${String(error)}.`);
    }
  }
}

function release(data: string, path: string): void {
  const record = held.get(path);
  if (record === undefined) return;
  held.delete(path);
  // The folder may be deleted already.
  if (listNumbers(data).length > 0) replace(path, { ...record, owner: null, workerds: record.workerds.filter(isRunning) });
}

async function isAlive(data: string, { owner, space }: LockRecord): Promise<boolean> {
  if (space === processSpace()) return owner !== null && isRunning(owner);
  // The owner ran in another container or before a reboot, so its pid means nothing here.
  return answers(data);
}

async function answers(data: string): Promise<boolean> {
  return (await sendOrder(data, { do: 'ping' })) !== null;
}

function whoRuns(data: string, record: LockRecord | null): string {
  const where = [record?.owner ? `process ${record.owner.pid}` : 'an older version', record?.url].filter(Boolean).join(', ');
  return `Porchlight is already running on the data in ${data}: ${where}. Stop it first, or set DATA_DIR to another folder.`;
}

function pathOf(data: string, number: number): string {
  return join(data, `lock-${number}.json`);
}

function listNumbers(data: string): Array<number> {
  try {
    return readdirSync(data).flatMap((name) => FILE.exec(name)?.slice(1).map(Number) ?? []);
  } catch {
    return [];
  }
}

function readLast(data: string): { number: number; record: LockRecord } | null {
  for (;;) {
    const number = Math.max(0, ...listNumbers(data));
    if (number === 0) return null;
    const record = read(pathOf(data, number));
    if (record !== null) return { number, record };
  }
}

/**
 * Returns the record. Returns null if the file was deleted after listing, because a higher number replaced it.
 * @throws UserError when the file is invalid
 */
function read(path: string): LockRecord | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw new UserError(`Can’t read the lock file ${path}. If Porchlight is not running on this data, delete the file and start again.`);
  }
}

/**
 * Creates the lock file atomically. Returns false if another process has already created it.
 * @throws UserError when the folder cannot be written
 */
function create(data: string, path: string, record: LockRecord): boolean {
  let draft: string | null = null;
  try {
    draft = writeDraft(data, record);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw new UserError(`Porchlight can’t lock ${data}: ${String(error)}. Set DATA_DIR to a folder on a local disk.`);
  } finally {
    if (draft !== null) rmSync(draft, { force: true });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function replace(path: string, record: LockRecord): void {
  renameSync(writeDraft(join(path, '..'), record), path);
}

function writeDraft(data: string, record: LockRecord): string {
  drafts += 1;
  const draft = join(data, `lock-draft-${process.pid}-${drafts}`);
  writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  return draft;
}
