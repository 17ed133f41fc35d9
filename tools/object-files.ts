// Files of Durable Objects on this machine: `state/do/<unique key>/<id>.sqlite`, and `metadata.sqlite` with the alarms of each class. Use
// these functions only before workerd starts, while no process has the files open.
import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const ID = /^[0-9a-f]{64}$/;

/** Returns the ids of the objects of a class whose file has at most `maxBytes`. */
export function listObjects(folder: string, maxBytes = Number.POSITIVE_INFINITY): Array<string> {
  if (!existsSync(folder)) return [];
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => name.slice(0, -'.sqlite'.length));
  return ids.filter((id) => ID.test(id) && statSync(join(folder, `${id}.sqlite`)).size <= maxBytes);
}

/** Returns the result of `read` on an object’s file, or null if the file cannot be read. */
export function readObject<T>(folder: string, id: string, read: (file: DatabaseSync) => T): T | null {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(join(folder, `${id}.sqlite`));
    return read(file);
  } catch {
    return null;
  } finally {
    file?.close();
  }
}

/** True if the table exists. */
export function hasTable(file: DatabaseSync, name: string): boolean {
  return file.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

/** True if the table exists and is not empty. */
export function hasRows(file: DatabaseSync, name: string): boolean {
  return hasTable(file, name) && file.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined;
}

/**
 * True if no workerd uses the objects of a class. workerd keeps `metadata.sqlite` open. SQLite changes the journal mode only if nobody else
 * has the file open.
 */
export function isUnused(folder: string): boolean {
  if (!existsSync(join(folder, 'metadata.sqlite'))) return true;
  return readObject(folder, 'metadata', (file) => file.prepare('PRAGMA journal_mode = DELETE').get()?.journal_mode) === 'delete';
}

/**
 * Deletes an object’s file and SQLite’s files next to it.
 * @throws NodeJS.ErrnoException
 */
export function removeObject(folder: string, id: string): void {
  // Deletes the main file last, because the other files are useless without it. After an interruption, the next start repeats the deletion.
  for (const end of ['-shm', '-wal', '']) rmSync(join(folder, `${id}.sqlite${end}`), { force: true });
}

/** Returns the ids of objects with an alarm, or null if they cannot be read. */
export function listAlarms(folder: string): Set<string> | null {
  if (!existsSync(join(folder, 'metadata.sqlite'))) return new Set();
  return readObject(folder, 'metadata', (file) => {
    if (!hasTable(file, '_cf_ALARM')) return new Set<string>();
    return new Set(
      file
        .prepare('SELECT actor_id FROM _cf_ALARM')
        .all()
        .map(({ actor_id }) => String(actor_id)),
    );
  });
}

/**
 * Deletes the alarms of these objects. Otherwise workerd would wake the objects and create their files again. Deletes none if the file with
 * the alarms cannot be changed.
 */
export function dropAlarms(folder: string, ids: Iterable<string>): void {
  if (!existsSync(join(folder, 'metadata.sqlite'))) return;
  readObject(folder, 'metadata', (file) => {
    if (!hasTable(file, '_cf_ALARM')) return;
    const drop = file.prepare('DELETE FROM _cf_ALARM WHERE actor_id = ?');
    file.exec('BEGIN');
    for (const id of ids) drop.run(id);
    file.exec('COMMIT');
  });
}

/** Returns Miniflare’s unique key of a class of the API Worker, which is also the name of its folder. */
export function uniqueKey(className: string, secret: string | undefined): string {
  const name = `porchlight-api-${className}`;
  return secret === undefined ? name : `${name}-${createHmac('sha256', secret).update(className).digest('hex').slice(0, 32)}`;
}

/** Returns the id that `idFromName(name)` has in the class with this unique key. */
export function idOfName(uniqueKey: string, name: string): string {
  const key = createHash('sha256').update(uniqueKey).digest();
  const base = createHmac('sha256', key).update(name).digest().subarray(0, 16);
  const proof = createHmac('sha256', key).update(base).digest().subarray(0, 16);
  return Buffer.concat([base, proof]).toString('hex');
}
