import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import * as z from 'zod';
import type { WebEnv } from '#app/context.ts';
import { dropAlarms, hasRows, hasTable, idOfName, isUnused, listAlarms, listObjects, readObject, removeObject } from './object-files.ts';
import { UserError } from './progress.ts';

/** Larger files belong to families that have or had an account. The empty tables of a new family take 150 KB. */
const MAX_EMPTY_FAMILY_BYTES = 256 * 1024;
/**
 * Names of the empty families that answer for unknown addresses (workers/api/accounts/credentials.ts). Their files are kept, because the
 * next login with an unknown address needs them again.
 */
const DECOYS = Array.from({ length: 16 }, (_, index) => `decoy-${index}`);
const SHARDS = Array.from({ length: 256 }, (_, byte) => `shard:${byte.toString(16).padStart(2, '0')}`);
/** Time in ms that a killed workerd may need to end. */
const PATIENCE_MS = 5_000;
/** Maximum number of entries per call of `adoptEntries`. */
const BATCH = 500;

const entrySchema = z.object({
  owner: z.string(),
  detail: z.string(),
  state: z.enum(['reserved', 'confirmed']),
  until: z.number().nullable(),
});
type StoredEntry = z.infer<typeof entrySchema> & { id: string };

/**
 * `removed`: number of deleted objects. `moved`: number of entries that `finish` hands over to the shards. Call `finish` after the Workers
 * answer and before anyone can connect.
 */
export type Tidying = { removed: number; moved: number; finish(internal: Pick<WebEnv['INTERNAL'], 'adoptEntries'>): Promise<void> };

/**
 * Deletes the files of empty objects, and reads the entries of former directory objects (one object per identifier). Must run before
 * workerd starts. `finish` moves the entries to the shards, then deletes their files. After an interruption, the next start does the rest.
 * Files that cannot be read are kept and reported on the console.
 *
 * @param objects the folder with one folder per class
 * @param keys the unique keys of the classes, which are the folder names
 * @throws UserError when another workerd still uses the objects after `patienceMs`
 */
export async function cleanUpObjects(
  objects: string,
  keys: { family: string; directory: string },
  patienceMs = PATIENCE_MS,
): Promise<Tidying> {
  const [families, folder] = [join(objects, keys.family), join(objects, keys.directory)];
  const giveUpAt = Date.now() + patienceMs;
  while (!(isUnused(families) && isUnused(folder))) {
    if (Date.now() >= giveUpAt)
      throw new UserError(`Another Porchlight is using ${objects}. Stop it first, or set DATA_DIR to another folder.`);
    await wait(50);
  }
  const removed = removeEmptyFamilies(families, keys.family);
  const { entries, empty } = readFormerDirectory(folder, keys.directory);
  dropAlarms(folder, [...empty, ...entries.map(({ id }) => id)]);
  for (const id of empty) removeObject(folder, id);
  return {
    removed: removed + empty.length,
    moved: entries.length,
    finish: async (internal) => {
      for (let from = 0; from < entries.length; from += BATCH) await internal.adoptEntries(entries.slice(from, from + BATCH));
      // The shards now have these entries. If a file cannot be deleted, the start fails, because the next start would read its outdated
      // entry.
      for (const { id } of entries) removeObject(folder, id);
    },
  };
}

/**
 * Returns the entries that have not expired, and the IDs of empty objects. Discards attempt counters, because they expire within an hour.
 */
function readFormerDirectory(folder: string, uniqueKey: string): { entries: Array<StoredEntry>; empty: Array<string> } {
  const entries: Array<StoredEntry> = [];
  const empty: Array<string> = [];
  const shards = new Set(SHARDS.map((name) => idOfName(uniqueKey, name)));
  for (const id of listObjects(folder)) {
    if (shards.has(id)) continue;
    const found = readObject(folder, id, (file) => {
      return readEntry(file) ?? (hasRows(file, 'entry') || hasRows(file, 'tries') ? 'kept' : 'empty');
    });
    if (found === null) console.error(`Can’t read a directory file; it was left unchanged: ${join(folder, id)}.sqlite`);
    else if (found === 'empty') empty.push(id);
    else if (found !== 'kept') entries.push({ ...found, id });
  }
  return { entries, empty };
}

/**
 * Returns the entry of a file, or null if it has none or it expired.
 * @throws Error for an invalid entry
 */
function readEntry(file: DatabaseSync): z.infer<typeof entrySchema> | null {
  const row = hasTable(file, '_cf_KV') ? file.prepare("SELECT value FROM _cf_KV WHERE key = 'entry'").get() : undefined;
  if (row === undefined) return null;
  const entry = entrySchema.parse(row.value instanceof Uint8Array ? deserialize(row.value) : null);
  return entry.until !== null && entry.until <= Date.now() ? null : entry;
}

/**
 * Deletes expired provisional families: families without an alarm and without rows outside the table `migration`.
 * @returns the number of deleted families
 */
function removeEmptyFamilies(folder: string, uniqueKey: string): number {
  const alarms = listAlarms(folder);
  if (alarms === null) return 0;
  const decoys = new Set(DECOYS.map((name) => idOfName(uniqueKey, name)));
  const candidates = listObjects(folder, MAX_EMPTY_FAMILY_BYTES).filter((id) => !alarms.has(id) && !decoys.has(id));
  const empty = candidates.filter((id) => readObject(folder, id, (file) => isEmpty(file)) === true);
  for (const id of empty) removeObject(folder, id);
  return empty.length;
}

function isEmpty(file: DatabaseSync): boolean {
  // Most families have an account, so this check usually suffices.
  if (hasRows(file, 'account')) return false;
  const tables = file
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name));
  return tables.filter((name) => name !== 'migration').every((name) => !hasRows(file, name));
}
