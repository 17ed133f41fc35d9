// Records which secrets a data folder was created with, as fingerprints only: MACs keyed with the secret itself.
import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { listObjects, readObject } from './object-files.ts';
import { makeFolder } from './paths.ts';
import { UserError } from './progress.ts';
import { findMisfit, holdsFamily, type Misfit, readRing } from './secret-proof.ts';

const recordSchema = z.object({ DIRECTORY_KEY: z.string(), PASSWORD_PEPPER: z.string(), SEAL_KEYS: z.record(z.string(), z.string()) });
type SecretRecord = z.infer<typeof recordSchema>;

export const SECRET_RECORD = 'secrets.json';
const WHY = {
  DIRECTORY_KEY: 'no account would be found',
  PASSWORD_PEPPER: 'no password would be accepted',
} as const;

/**
 * Checks the API Worker’s secrets against those that created the data. Stores their fingerprints in `state`, so that they move with the
 * data. Without fingerprints, checks DIRECTORY_KEY and SEAL_KEYS against the data; PASSWORD_PEPPER cannot be checked. Keys may be added to
 * SEAL_KEYS, and removed once nothing is sealed with them. Requires the folder’s lock and no running workerd.
 * @throws UserError naming the secret that differs or is missing
 */
export function requireSameSecrets(data: string, secrets: Record<string, string>): void {
  const { DIRECTORY_KEY = '', PASSWORD_PEPPER = '', SEAL_KEYS = '' } = secrets;
  const now: SecretRecord = {
    DIRECTORY_KEY: fingerprint('DIRECTORY_KEY', DIRECTORY_KEY),
    PASSWORD_PEPPER: fingerprint('PASSWORD_PEPPER', PASSWORD_PEPPER),
    SEAL_KEYS: Object.fromEntries(readRing(SEAL_KEYS).map(([name, key]) => [name, fingerprint(`SEAL_KEYS ${name}`, key)])),
  };
  const path = findSecretRecord(data);
  if (path !== null) compare(data, read(path), now);
  else {
    const misfit = findMisfit(join(data, 'state', 'do'), { DIRECTORY_KEY, SEAL_KEYS });
    if (misfit !== null) throw new UserError(toSentence(data, misfit));
  }
  write(data, now);
}

/** Returns the path of the fingerprints, or null if there are none. */
export function findSecretRecord(data: string): string | null {
  return placesOf(data).find((path) => existsSync(path)) ?? null;
}

/** Returns the possible paths. An earlier version stored the file next to the state. */
function placesOf(data: string): Array<string> {
  return [join(data, 'state', SECRET_RECORD), join(data, SECRET_RECORD)];
}

/** Reads the current fingerprints. Returns a function that restores them after a refused order. */
export function rememberRecord(data: string): () => void {
  const path = findSecretRecord(data);
  const text = path === null ? null : readFileSync(path, 'utf8');
  return () => {
    if (path !== null && text !== null) writeWhole(path, text);
    for (const place of placesOf(data)) if (place !== path) rmSync(place, { force: true });
  };
}

function compare(data: string, kept: SecretRecord, now: SecretRecord): void {
  for (const name of ['DIRECTORY_KEY', 'PASSWORD_PEPPER'] as const) {
    if (now[name] !== kept[name]) throw new UserError(toSentence(data, { differs: name }));
  }
  for (const [name, made] of Object.entries(kept.SEAL_KEYS)) {
    const key = now.SEAL_KEYS[name];
    if (key === made) continue;
    if (key !== undefined) throw new UserError(toSentence(data, { differs: 'SEAL_KEYS', key: name }));
    if (isSealedWith(data, name)) throw new UserError(toSentence(data, { lacks: name }));
  }
}

function toSentence(data: string, misfit: Misfit | { differs: 'PASSWORD_PEPPER' }): string {
  return `${toReason(data, misfit)} ${holdsFamily(join(data, 'state', 'do')) ? REMEDY : `${REMEDY} ${NO_FAMILY}`}`;
}

function toReason(data: string, misfit: Misfit | { differs: 'PASSWORD_PEPPER' }): string {
  if ('lacks' in misfit) return `SEAL_KEYS does not contain the key ${misfit.lacks}, which encrypts data in ${data}.`;
  if (misfit.differs === 'SEAL_KEYS') return `The key ${misfit.key} in SEAL_KEYS does not match the one that encrypts the data in ${data}.`;
  return `${misfit.differs} does not match the data in ${data}. With it, ${WHY[misfit.differs]}.`;
}

const REMEDY =
  'Start with the secrets that the data was created with: for serve, those in its settings file (porchlight.env); for the demo, those in .dev.vars. If that file was lost or changed, restore it from a backup.';
const NO_FAMILY =
  'This data contains no family. If you don’t need it, delete it with `npm run reset` and the same DATA_DIR, then start again with the new secrets.';

function fingerprint(name: string, secret: string): string {
  return createHmac('sha256', secret).update(`porchlight data: ${name}`).digest('hex');
}

function read(path: string): SecretRecord {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new UserError(
      `Can’t read ${path}. Restore it from a backup. Without it, Porchlight can’t check whether the secrets match the data.`,
    );
  }
}

function write(data: string, record: SecretRecord): void {
  const path = join(makeFolder(join(data, 'state')), SECRET_RECORD);
  const text = `${JSON.stringify(record)}\n`;
  writeWhole(path, text);
  rmSync(join(data, SECRET_RECORD), { force: true });
}

function writeWhole(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(`${path}.draft`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.draft`, path);
}

/**
 * True if any object stores a text sealed with this key. Texts sealed by workers/api/family/core/secrets.ts begin with the key’s name. A
 * file that cannot be read counts as sealed.
 */
function isSealedWith(data: string, key: string): boolean {
  const root = join(data, 'state', 'do');
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : [];
  return folders.some((folder) =>
    listObjects(folder).some((id) => readObject(folder, id, (file) => isInDatabase(file, `${key}.`)) !== false),
  );
}

function isInDatabase(database: DatabaseSync, prefix: string): boolean {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables.some(({ name: table }) => {
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(String(table));
    return columns.some(({ name: column }) => {
      const [from, of] = [quote(String(table)), quote(String(column))];
      // IV and tag alone take 38 characters, so a shorter text is not sealed.
      const query = `SELECT 1 FROM ${from} WHERE typeof(${of}) = 'text' AND substr(${of}, 1, ?) = ? AND length(${of}) >= ? LIMIT 1`;
      return database.prepare(query).get(prefix.length, prefix, prefix.length + 38) !== undefined;
    });
  });
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
