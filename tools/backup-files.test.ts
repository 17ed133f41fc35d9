import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { copyDatabase, isSound } from './backup-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const source = () => join(folder, 'source.sqlite');
const target = () => join(folder, 'target.sqlite');

describe('copyDatabase', () => {
  test('copies a sound database', () => {
    const database = new DatabaseSync(source());
    database.exec('CREATE TABLE place (name TEXT); INSERT INTO place VALUES (1)');
    database.close();
    expect([copyDatabase(source(), target()), isSound(target())]).toEqual([true, true]);
  });

  test('returns false for a database that was deleted', () => {
    expect(copyDatabase(source(), target())).toBe(false);
  });

  test('returns false for a file that is no database', () => {
    writeFileSync(source(), 'no database'.repeat(100));
    expect(copyDatabase(source(), target())).toBe(false);
  });
});
