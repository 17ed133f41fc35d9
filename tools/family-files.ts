import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OperatorService, RestoredFamily } from './miniflare.ts';

/** Orders about one family in a file. The process that runs on the state reads or writes the file: it may be large. `file` is absolute. */
export type FamilyFile = { do: 'export'; email: string; file: string } | { do: 'restore'; file: string; replace: boolean };

/** Carries such an order out; null for any other. @throws Error with a sentence */
export async function obeyFamilyFile(order: object, operator: () => Promise<OperatorService>): Promise<{ ok: true; said: string } | null> {
  const wanted: Partial<Record<string, unknown>> = { ...order };
  const { file } = wanted;
  if (typeof file !== 'string') return null;
  if (wanted.do === 'export' && typeof wanted.email === 'string')
    return { ok: true, said: await write(await operator(), wanted.email, file) };
  if (wanted.do === 'restore') return { ok: true, said: await restore(await operator(), file, wanted.replace === true) };
  return null;
}

/** Writes beside the file first: under its own name stands nothing that has not been read back and found whole. */
async function write(operator: OperatorService, email: string, file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`There is a file ${file} already: name another one.`);
  const part = `${file}.part`;
  rmSync(part, { force: true });
  try {
    const stream = await operator.exportFamily(email);
    // It is as sensitive as what it holds.
    await pipeline(Readable.fromWeb(stream as never), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    const checked = take(await operator.checkExport(open(part), true));
    renameSync(part, file);
    return [`Exported ${email}: ${amount(checked)} to ${file}.`, ...checked.notes].join('\n');
  } finally {
    rmSync(part, { force: true });
  }
}

async function restore(operator: OperatorService, file: string, replace: boolean): Promise<string> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  take(await operator.checkExport(open(file), replace));
  const restored = take(await operator.restoreFamily(open(file), replace));
  const old = restored.unreadable ? ['The old rows could not be read; their file stays where it is.'] : [];
  return [`Restored ${restored.email} as of ${restored.madeAt}: ${amount(restored)}.`, ...old, ...restored.notes].join('\n');
}

function take(answer: Awaited<ReturnType<OperatorService['restoreFamily']>>): RestoredFamily {
  if (!answer.done) throw new Error(answer.reason);
  return answer.restored;
}

function amount({ rows, files }: RestoredFamily): string {
  return `${rows} rows, ${files} ${files === 1 ? 'file' : 'files'}`;
}

function open(file: string): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
}
