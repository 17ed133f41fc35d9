// Checks whether data without fingerprints was created with the given secrets.
import { createDecipheriv } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { hasRows, hasTable, listObjects, readObject, uniqueKey } from './object-files.ts';

/** A mismatch: a different DIRECTORY_KEY, a different key under a name in SEAL_KEYS, or a name missing from SEAL_KEYS. */
export type Misfit = { differs: 'DIRECTORY_KEY' } | { differs: 'SEAL_KEYS'; key: string } | { lacks: string };

/** A sealed text and its label, which is its additional authenticated data. */
type Sealed = { text: string; label: string };

/**
 * Checks secrets against the objects of the API Worker. Folder names depend on DIRECTORY_KEY, and SEAL_KEYS must decrypt the secrets of
 * each account and device. Skips files that cannot be read.
 * @param objects the folder with one folder per class
 * @returns the first mismatch, or null
 */
export function findMisfit(objects: string, secrets: { DIRECTORY_KEY: string; SEAL_KEYS: string }): Misfit | null {
  const own = uniqueKey('Family', secrets.DIRECTORY_KEY);
  const others = existsSync(objects) ? readdirSync(objects).filter((name) => isFamilyFolder(name) && name !== own) : [];
  // Earlier versions started with any key, so there may be two folders. The folder with accounts is the right one.
  if (!holdsAccount(join(objects, own)) && others.some((name) => holdsAccount(join(objects, name)))) return { differs: 'DIRECTORY_KEY' };
  return findUnopened(join(objects, own), secrets.SEAL_KEYS);
}

/** True if the data contains an account, created with any secrets, or a family’s file that cannot be read. */
export function holdsFamily(objects: string): boolean {
  const folders = existsSync(objects) ? readdirSync(objects).filter((name) => name.startsWith('porchlight-api-Family')) : [];
  return folders.some((name) => holdsAccount(join(objects, name)));
}

function isFamilyFolder(name: string): boolean {
  return /^porchlight-api-Family-[0-9a-f]{32}$/.test(name);
}

/** True if a file in the folder contains an account or cannot be read. A damaged family never counts as empty. */
function holdsAccount(folder: string): boolean {
  return listObjects(folder).some((id) => readObject(folder, id, (file) => hasRows(file, 'account')) !== false);
}

/** Returns the first key that decrypts none of its texts, or null. One decrypted text confirms a key, so a damaged row does not matter. */
function findUnopened(folder: string, ring: string): Misfit | null {
  const keys = new Map(readRing(ring).map(([name, key]) => [name, Buffer.from(key, 'base64')]));
  const opened = new Set<string>();
  const closed = new Map<string, Misfit>();
  for (const id of listObjects(folder)) {
    for (const { text, label } of readObject(folder, id, readSealed) ?? []) {
      const key = text.slice(0, text.indexOf('.'));
      if (opened.has(key)) continue;
      const bytes = keys.get(key);
      if (bytes === undefined) closed.set(key, { lacks: key });
      else if (!opens(bytes, text, label)) closed.set(key, { differs: 'SEAL_KEYS', key });
      else {
        opened.add(key);
        closed.delete(key);
      }
    }
  }
  return closed.values().next().value ?? null;
}

/**
 * True if the key decrypts a text sealed by workers/api/family/core/secrets.ts: `<key name>.<base64url of IV, AES-256-GCM text and tag>`.
 */
function opens(key: Buffer, sealed: string, label: string): boolean {
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(label)).setAuthTag(bytes.subarray(-16));
    decipher.update(bytes.subarray(12, -16));
    decipher.final();
    return true;
  } catch {
    return false;
  }
}

/** Parses SEAL_KEYS into names and base64 keys, in order. */
export function readRing(ring: string): Array<[name: string, key: string]> {
  return ring.split(',').map((entry) => {
    const [name = '', key = ''] = entry.trim().split(':');
    return [name, key];
  });
}

function readSealed(file: DatabaseSync): Array<Sealed> {
  const account = hasTable(file, 'account') ? file.prepare('SELECT token_key AS text FROM account').all() : [];
  const devices = hasTable(file, 'device') ? file.prepare('SELECT id, secret AS text FROM device').all() : [];
  return [
    ...account.map(({ text }) => ({ text: String(text), label: 'account' })),
    ...devices.map(({ id, text }) => ({ text: String(text), label: `device:${String(id)}` })),
  ];
}
