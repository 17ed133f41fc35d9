import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bytes } from '#app/keys/bytes.ts';

/** Where a device keeps sealed objects until they are uploaded. Only sealed bytes are ever written. */
export type ObjectStore = {
  write(sampleId: string, kind: string, bytes: Bytes): void;
  /** Returns null for an object that is not there. */
  read(sampleId: string, kind: string): Bytes | null;
  /** Removes the objects of all other samples. */
  keepOnly(sampleIds: ReadonlyArray<string>): void;
};

/** An object store in memory, for tests and for devices inside another program. */
export function memoryObjects(): ObjectStore {
  const objects = new Map<string, Bytes>();
  return {
    write: (sampleId, kind, bytes) => {
      objects.set(`${sampleId}/${kind}`, bytes);
    },
    read: (sampleId, kind) => objects.get(`${sampleId}/${kind}`) ?? null,
    keepOnly: (sampleIds) => {
      for (const key of [...objects.keys()]) if (!sampleIds.includes(key.split('/')[0] ?? '')) objects.delete(key);
    },
  };
}

/** An object store in a folder, one folder per sample. The folder exists only while something waits. */
export function folderObjects(folder: string): ObjectStore {
  return {
    write: (sampleId, kind, bytes) => {
      mkdirSync(join(folder, sampleId), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, sampleId, kind), bytes, { mode: 0o600 });
    },
    read: (sampleId, kind) => {
      const path = join(folder, sampleId, kind);
      return existsSync(path) ? new Uint8Array(readFileSync(path)) : null;
    },
    keepOnly: (sampleIds) => {
      if (!existsSync(folder)) return;
      for (const name of readdirSync(folder)) if (!sampleIds.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
      if (sampleIds.length === 0) rmSync(folder, { recursive: true, force: true });
    },
  };
}
