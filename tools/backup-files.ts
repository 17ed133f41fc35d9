import { createHash } from 'node:crypto';
import { createReadStream, existsSync, globSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';

/** A file of a backup; `path` is relative to the backup’s folder. `damaged`: the database was already damaged when it was copied. */
export type BackupFile = { path: string; bytes: number; sha256: string; damaged?: true };

/** Lists all files in a folder as relative paths, sorted. */
export function listFiles(folder: string): Array<string> {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

export async function describeFile(folder: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, path)), hash);
  return { path, bytes: statSync(join(folder, path)).size, sha256: hash.digest('hex') };
}

/**
 * Copies a database as of one instant while others write to it. VACUUM reads in one transaction and uses SQLite’s locks, like workerd.
 * @returns false if no sound copy could be made, for example of a damaged or deleted database. An unsound copy may remain.
 */
export function copyDatabase(from: string, to: string): boolean {
  try {
    const database = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
    try {
      database.prepare('VACUUM INTO ?').run(to);
      return isSound(to);
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** True if SQLite’s integrity check passes. */
export function isSound(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** Returns the keys and blob IDs in the bucket’s metadata. Miniflare stores the blobs in separate files. */
function readBucket(state: string): Array<{ key: string; blob: string }> {
  return globSync('r2/miniflare-R2BucketObject/*.sqlite', { cwd: state })
    .filter((path) => basename(path) !== 'metadata.sqlite')
    .flatMap((path) => query(join(state, path), 'SELECT key, blob_id AS blob FROM _mf_objects WHERE blob_id IS NOT NULL'))
    .map(({ key, blob }) => ({ key: String(key), blob: String(blob) }));
}

/** Lists blobs that the bucket’s metadata names but that do not exist. */
export function findMissingBlobs(state: string): Array<string> {
  const blobs = new Set(globSync('r2/*/blobs/*', { cwd: state }).map((path) => basename(path)));
  return readBucket(state).flatMap(({ blob }) => (blobs.has(blob) ? [] : [blob]));
}

/** Lists the photos that families refer to: the family’s database, and whether the bucket has the photo. */
export function listPhotos(state: string): Array<{ path: string; isStored: boolean }> {
  const stored = new Set(readBucket(state).map(({ key }) => key));
  return globSync('do/*-Family-*/*.sqlite', { cwd: state })
    .filter((path) => basename(path) !== 'metadata.sqlite')
    .flatMap((path) =>
      query(join(state, path), 'SELECT photo_key AS key FROM child WHERE photo_key IS NOT NULL').map((row) => ({
        path,
        key: String(row.key),
      })),
    )
    .map(({ path, key }) => ({ path, isStored: stored.has(key) }));
}

/** Returns the rows of a copied database; empty if the table is missing or the database is damaged. */
function query(file: string, text: string): Array<Record<string, unknown>> {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare(text).all();
    } finally {
      database.close();
    }
  } catch {
    return [];
  }
}

export function isEmptyFolder(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** True if `path`, which need not exist, is `folder` or inside it. Follows links. */
export function isWithin(path: string, folder: string): boolean {
  if (!existsSync(path)) return isWithin(dirname(path), folder);
  const away = relative(realpathSync(folder), realpathSync(path));
  return away !== '..' && !away.startsWith(`..${sep}`) && !isAbsolute(away);
}
