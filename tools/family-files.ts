import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OperatorService, RestoredFamily } from './miniflare.ts';

type FamilyService = Pick<OperatorService, 'exportFamily' | 'checkExport' | 'restoreFamily'>;

/**
 * Orders that write or read a family’s file. The process that runs on the data accesses the file itself, because it may be large. `file`:
 * an absolute path.
 */
export type FamilyFile = { do: 'export'; email: string; file: string } | { do: 'restore'; file: string; replace: boolean };

/**
 * Carries out an order about a family file. Returns null for any other order.
 * @throws Error with a message for the operator
 */
export async function runFamilyFileOrder(
  order: object,
  operator: () => Promise<FamilyService>,
): Promise<{ ok: true; said: string } | null> {
  const wanted: Partial<Record<string, unknown>> = { ...order };
  const { file } = wanted;
  if (typeof file !== 'string') return null;
  if (wanted.do === 'export' && typeof wanted.email === 'string')
    return { ok: true, said: await write(await operator(), wanted.email, file) };
  if (wanted.do === 'restore') return { ok: true, said: await restore(await operator(), file, wanted.replace === true) };
  return null;
}

/** Exports a family to a temporary file, which gets its final name only after it was verified. Returns the message for the operator. */
async function write(operator: FamilyService, email: string, file: string): Promise<string> {
  if (existsSync(file)) throw isThere(file);
  // A random name, because a fixed one could belong to another export or to the user.
  const part = `${file}.${randomUUID().slice(0, 8)}.part`;
  try {
    // Opened first, so that the export does not begin if the file cannot be written. Only the owner can read the file.
    const target = await openFile(part, 'wx', 0o600);
    try {
      return await fill(operator, email, { part, target, file });
    } finally {
      await target.close();
      rmSync(part, { force: true });
    }
  } catch (error) {
    throw explain(error, `Can’t write ${file}`);
  }
}

async function fill(operator: FamilyService, email: string, names: { part: string; target: FileHandle; file: string }): Promise<string> {
  const { part, target, file } = names;
  const stream = await operator.exportFamily(email);
  await pipeline(Readable.fromWeb(stream as never), target.createWriteStream({ flush: true }));
  const checked = take(await operator.checkExport(await read(part), true));
  giveName(part, file);
  return [`Exported ${email}: ${amount(checked)} to ${file}.`, ...checked.notes].join('\n');
}

/** Gives the temporary file its final name. Uses a link, because a rename would replace an existing file. */
function giveName(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw isThere(file);
    // Some file systems, such as memory cards and network folders, have no links. There, `takeName` first reserves the name with an empty
    // file.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    takeName(part, file);
  }
}

function takeName(part: string, file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? isThere(file) : error;
  }
  renameSync(part, file);
}

async function restore(operator: FamilyService, file: string, replace: boolean): Promise<string> {
  if (!existsSync(file)) throw new Error(`File not found: ${file}.`);
  try {
    take(await operator.checkExport(await read(file), replace));
    const restored = take(await operator.restoreFamily(await read(file), replace));
    const old = restored.unreadable ? ['Could not read the old rows; their file was kept.'] : [];
    return [`Restored ${restored.email} as of ${restored.madeAt}: ${amount(restored)}.`, ...old, ...restored.notes].join('\n');
  } catch (error) {
    throw explain(error, `Can’t read ${file}`);
  }
}

function isThere(file: string): Error {
  return new Error(`${file} already exists. Choose another name.`);
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'the folder does not exist',
  ENOTDIR: 'the folder is a file',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/** Returns a file system error as an Error with a readable reason, and any other error unchanged. */
function explain(error: unknown, what: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const code = codeOf(error);
  return new Error(`${what}: ${REASONS[code] ?? `system error ${code}`}.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function take(answer: Awaited<ReturnType<FamilyService['restoreFamily']>>): RestoredFamily {
  if (!answer.done) throw new Error(answer.reason);
  return answer.restored;
}

function amount({ rows, files }: RestoredFamily): string {
  return `${rows} rows, ${files} ${files === 1 ? 'file' : 'files'}`;
}

/**
 * Opens a file as a stream. Errors are thrown here, because a stream that fails later gives no reason.
 * @throws Error when the file cannot be opened or is a folder
 */
async function read(file: string): Promise<ReadableStream<Uint8Array>> {
  const source = await openFile(file, 'r');
  if ((await source.stat()).isDirectory()) {
    await source.close();
    throw new Error(`Can’t read ${file}: ${REASONS.EISDIR}.`);
  }
  return Readable.toWeb(source.createReadStream()) as ReadableStream<Uint8Array>;
}
