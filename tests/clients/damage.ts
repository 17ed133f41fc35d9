import { closeSync, openSync, readdirSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The SQLite file of one object in the state of a stopped Porchlight, with everything in it that was in the log beside it. */
export function findDatabase(data: string, objectId: string): string {
  const name = readdirSync(data, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(`${objectId}.sqlite`));
  if (name === undefined) throw new Error(`There is no object ${objectId}`);
  const file = join(data, name);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  return file;
}

/** Overwrites a part of a file, given as shares of its length, with what no SQLite file holds. */
export function damage(file: string, from: number, to: number): void {
  const { size } = statSync(file);
  const [start, end] = [Math.floor(size * from), Math.floor(size * to)];
  const open = openSync(file, 'r+');
  writeSync(open, Buffer.alloc(end - start, 0xa5), 0, end - start, start);
  closeSync(open);
}
