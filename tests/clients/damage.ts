import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Returns the path of an object's SQLite file, after merging the write-ahead log into it. Porchlight must be stopped.
 * @throws Error if the object does not exist
 */
export function findDatabase(data: string, objectId: string): string {
  const name = readdirSync(data, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(`${objectId}.sqlite`));
  if (name === undefined) throw new Error(`There is no object ${objectId}`);
  const file = join(data, name);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return file;
}

/** Overwrites a range of a file, given as fractions of its length, with bytes that are not valid SQLite. */
export function damage(file: string, from: number, to: number): void {
  const { size } = statSync(file);
  const [start, end] = [Math.floor(size * from), Math.floor(size * to)];
  const open = openSync(file, 'r+');
  writeSync(open, Buffer.alloc(end - start, 0xa5), 0, end - start, start);
  closeSync(open);
}
