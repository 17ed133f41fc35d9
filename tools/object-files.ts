// The files in which workerd keeps Durable Objects on this machine: `state/do/<unique key>/<id>.sqlite`, beside them `metadata.sqlite` with
// the alarms of the class. Everything here is for the time before workerd runs, when nobody else has them open.
import { createHash, createHmac } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const ID = /^[0-9a-f]{64}$/;

/** Ids of the objects of a class that have a file of at most `maxBytes`. */
export function listObjects(folder: string, maxBytes = Number.POSITIVE_INFINITY): Array<string> {
  if (!existsSync(folder)) return [];
  const ids = readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => name.slice(0, -'.sqlite'.length));
  return ids.filter((id) => ID.test(id) && statSync(join(folder, `${id}.sqlite`)).size <= maxBytes);
}

/** What `read` finds in an object's file; null where the file cannot be read. */
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

/** True when a table of that name exists. */
export function hasTable(file: DatabaseSync, name: string): boolean {
  return file.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

/** True when a table exists and has a row. */
export function hasRows(file: DatabaseSync, name: string): boolean {
  return hasTable(file, name) && file.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get() !== undefined;
}

/**
 * True when no workerd has the objects of a class open: it keeps `metadata.sqlite` open as long as it lives, and SQLite changes the journal of
 * a file only where nobody else has it open.
 */
export function isUnused(folder: string): boolean {
  if (!existsSync(join(folder, 'metadata.sqlite'))) return true;
  return readObject(folder, 'metadata', (file) => file.prepare('PRAGMA journal_mode = DELETE').get()?.journal_mode) === 'delete';
}

/** Deletes an object's file and what SQLite may have left beside it. @throws NodeJS.ErrnoException */
export function removeObject(folder: string, id: string): void {
  // The main file goes last: without it the other two mean nothing, and cut off before it the next start does this again.
  for (const end of ['-shm', '-wal', '']) rmSync(join(folder, `${id}.sqlite${end}`), { force: true });
}

/** Ids of the objects that workerd will wake by an alarm; null where they cannot be read. */
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

/** Takes the alarms of objects off, or workerd would wake them and make their files anew. */
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

/** What Miniflare calls a class of the api Worker, which is also the name of the folder with its objects. */
export function uniqueKey(className: string, secret: string | undefined): string {
  const name = `porchlight-api-${className}`;
  return secret === undefined ? name : `${name}-${createHmac('sha256', secret).update(className).digest('hex').slice(0, 32)}`;
}

/** The id that workerd gives the object of a name: `idFromName` of the class with this unique key. */
export function idOfName(uniqueKey: string, name: string): string {
  const key = createHash('sha256').update(uniqueKey).digest();
  const base = createHmac('sha256', key).update(name).digest().subarray(0, 16);
  const proof = createHmac('sha256', key).update(base).digest().subarray(0, 16);
  return Buffer.concat([base, proof]).toString('hex');
}
