import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cleanUpObjects } from './clean-up-objects.ts';
import { idOfName, listAlarms, listObjects } from './object-files.ts';

const KEYS = { family: 'porchlight-api-Family-test', directory: 'porchlight-api-Directory-test' };
const NEVER = { adoptEntries: async () => Promise.reject(new Error('nobody was to be told')) };
let root = '';
let ids = 0;
let [directory, families] = ['', ''];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'porchlight-tidy-'));
  [directory, families] = [join(root, KEYS.directory), join(root, KEYS.family)];
  for (const folder of [directory, families]) mkdirSync(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const newId = () => (++ids).toString(16).padStart(64, '0');

function write(folder: string, id: string, ...statements: Array<string>): DatabaseSync {
  const file = new DatabaseSync(join(folder, `${id}.sqlite`));
  for (const statement of ['PRAGMA journal_mode = WAL', ...statements]) file.exec(statement);
  return file;
}

function addAlarm(folder: string, id: string): void {
  const table = 'CREATE TABLE IF NOT EXISTS _cf_ALARM (actor_id TEXT PRIMARY KEY, scheduled_time INTEGER, actor_name TEXT) WITHOUT ROWID';
  write(folder, 'metadata', table, `INSERT INTO _cf_ALARM VALUES ('${id}', 1795418838886000000, NULL)`).close();
}

/** Writes a directory object of an earlier version, which had one object per identifier. Returns its id. */
function writeFormer(values: Record<string, unknown>, id = newId()): string {
  const file = write(directory, id, 'CREATE TABLE _cf_KV (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID');
  for (const [key, value] of Object.entries(values)) file.prepare('INSERT INTO _cf_KV VALUES (?, ?)').run(key, serialize(value));
  file.close();
  addAlarm(directory, id);
  return id;
}

const SHARD = ['CREATE TABLE entry (id TEXT)', 'CREATE TABLE tries (id TEXT)'];
const ENTRY = { owner: 'a'.repeat(64), detail: '', state: 'confirmed' as const, until: null };
const TRIES = { windowMs: 900_000, at: [1] };

describe('cleanUpObjects', () => {
  test('hands over permanent and unexpired entries before it deletes their files', async () => {
    const lasting = writeFormer({ entry: ENTRY, 'tries:login': TRIES });
    const reserved = { ...ENTRY, state: 'reserved' as const, detail: 'pair', until: Date.now() + 60_000 };
    const pending = writeFormer({ entry: reserved });
    const tidying = await cleanUpObjects(root, KEYS);
    expect(tidying.moved).toBe(2);
    expect(listAlarms(directory)).toEqual(new Set());
    await expect(tidying.finish(NEVER)).rejects.toThrow('nobody was to be told');
    expect(listObjects(directory).sort()).toEqual([lasting, pending].sort());
    const told: Array<unknown> = [];
    // The next start finds the same entries, and this time the shards accept them.
    await (await cleanUpObjects(root, KEYS)).finish({ adoptEntries: async (entries) => void told.push(...entries) });
    expect(told).toEqual([
      { id: lasting, ...ENTRY },
      { id: pending, ...reserved },
    ]);
    expect(listObjects(directory)).toEqual([]);
    await (await cleanUpObjects(root, KEYS)).finish(NEVER);
  });

  test('immediately deletes former objects without valid entries, and their alarms', async () => {
    writeFormer({ 'tries:login': TRIES });
    writeFormer({ entry: { ...ENTRY, state: 'reserved', until: Date.now() - 1 } });
    writeFormer({});
    write(directory, newId()).close();
    expect(await cleanUpObjects(root, KEYS)).toMatchObject({ removed: 4, moved: 0 });
    expect(listObjects(directory)).toEqual([]);
    expect(listAlarms(directory)).toEqual(new Set());
  });

  test('reads rows that are only in the journal after a power cut', async () => {
    const id = newId();
    const file = write(directory, id, 'CREATE TABLE _cf_KV (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID');
    file.prepare('INSERT INTO _cf_KV VALUES (?, ?)').run('entry', serialize(ENTRY));
    // Simulates a power cut: the file lacks its last rows, and the journal contains them.
    const after = newId();
    for (const end of ['', '-wal']) copyFileSync(join(directory, `${id}.sqlite${end}`), join(directory, `${after}.sqlite${end}`));
    file.close();
    rmSync(join(directory, `${id}.sqlite`));
    expect(await cleanUpObjects(root, KEYS)).toMatchObject({ removed: 0, moved: 1 });
  });

  test('changes nothing while another workerd uses the objects', async () => {
    const id = writeFormer({ 'tries:login': TRIES });
    const other = new DatabaseSync(join(directory, 'metadata.sqlite'));
    other.prepare('SELECT * FROM _cf_ALARM WHERE actor_id = 1').all();
    await expect(cleanUpObjects(root, KEYS, 0)).rejects.toThrow('Another Porchlight is using');
    expect(listObjects(directory)).toEqual([id]);
    expect(listAlarms(directory)).toEqual(new Set([id]));
    other.close();
    expect(await cleanUpObjects(root, KEYS, 0)).toMatchObject({ removed: 1, moved: 0 });
  });

  test('keeps shards and their alarms, even if the shards are empty', async () => {
    const shards = ['shard:00', 'shard:ff'].map((name) => idOfName(KEYS.directory, name));
    for (const id of shards) write(directory, id, ...SHARD).close();
    addAlarm(directory, shards[0] ?? '');
    expect(await cleanUpObjects(root, KEYS)).toMatchObject({ removed: 0, moved: 0 });
    expect(listObjects(directory).sort()).toEqual(shards.toSorted());
    expect(listAlarms(directory)).toEqual(new Set([shards[0]]));
  });

  test('keeps and reports files that are damaged or have unknown content', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {});
    const [damaged, strange] = [newId(), writeFormer({ entry: { owner: 7 } })];
    writeFileSync(join(directory, `${damaged}.sqlite`), 'no database, but long enough to be looked at as one');
    expect(await cleanUpObjects(root, KEYS)).toMatchObject({ removed: 0, moved: 0 });
    expect(listObjects(directory).sort()).toEqual([damaged, strange].sort());
    expect(said.mock.calls.flat().join()).toContain(damaged);
    expect(said.mock.calls.flat().join()).toContain(strange);
    expect(listAlarms(directory)).toEqual(new Set([strange]));
  });

  test('deletes families without rows, but keeps decoys and families with a row, a key-value pair or an alarm', async () => {
    const tables = [
      'CREATE TABLE migration (version)',
      'INSERT INTO migration VALUES (1)',
      'CREATE TABLE account (id)',
      'CREATE TABLE due (id)',
    ];
    const kept = (...more: Array<string>) => {
      const id = newId();
      write(families, id, ...tables, ...more).close();
      return id;
    };
    const [account, due] = [kept("INSERT INTO account VALUES ('a')"), kept("INSERT INTO due VALUES ('d')")];
    const purged = kept('CREATE TABLE _cf_KV (key TEXT PRIMARY KEY, value BLOB)', "INSERT INTO _cf_KV VALUES ('purged', x'00')");
    const waking = kept();
    addAlarm(families, waking);
    const decoy = idOfName(KEYS.family, 'decoy-7');
    write(families, decoy, ...tables).close();
    kept();
    kept();
    write(families, newId()).close();
    expect(await cleanUpObjects(root, KEYS)).toMatchObject({ removed: 3, moved: 0 });
    expect(listObjects(families).sort()).toEqual([account, due, purged, waking, decoy].sort());
  });

  test('does nothing in a new data folder', async () => {
    await (await cleanUpObjects(join(root, 'none'), KEYS)).finish(NEVER);
  });
});
