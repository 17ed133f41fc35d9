import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runFamilyFileOrder } from '#tools/family-files.ts';
import { Parent, uniqueEmail } from '../clients/parent.ts';
import { startTestServers, type TestServers } from '../servers.ts';

const email = uniqueEmail();
let servers: TestServers;
let folder = '';
beforeAll(async () => {
  servers = await startTestServers();
  await Parent.signUp((request) => fetch(request), email, servers.apiUrl);
  folder = mkdtempSync(join(tmpdir(), 'porchlight-export-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await servers.close();
});

/** Exports with the real api Worker. `during` runs just before the export begins. */
function exportTo(file: string, during: () => void = () => {}) {
  return runFamilyFileOrder({ do: 'export', email, file }, async () => {
    const operator = await servers.operator();
    return {
      exportFamily: (name) => {
        during();
        return operator.exportFamily(name);
      },
      checkExport: (stream, replace) => operator.checkExport(stream, replace),
      restoreFamily: (stream, replace) => operator.restoreFamily(stream, replace),
    };
  });
}

describe('export file', () => {
  test('makes an export readable for its owner only, and leaves no other file', async () => {
    const own = mkdtempSync(join(folder, 'own-'));
    const file = join(own, 'family');
    expect(await exportTo(file)).toMatchObject({ ok: true });
    expect([statSync(file).mode & 0o777, readdirSync(own)]).toEqual([0o600, ['family']]);
  });

  test('does not overwrite a file that exists, or that appears during the export', async () => {
    const own = mkdtempSync(join(folder, 'own-'));
    const file = join(own, 'family');
    await expect(exportTo(file, () => writeFileSync(file, 'of somebody else'))).rejects.toThrow(`${file} already exists`);
    await expect(exportTo(file)).rejects.toThrow(`${file} already exists`);
    expect([readFileSync(file, 'utf8'), readdirSync(own)]).toEqual(['of somebody else', ['family']]);
  });

  test('does not touch another file with the suffix of an unfinished export', async () => {
    const own = mkdtempSync(join(folder, 'own-'));
    const [file, part] = [join(own, 'family'), join(own, 'family.part')];
    writeFileSync(part, 'of somebody else');
    expect(await exportTo(file)).toMatchObject({ ok: true });
    expect(readFileSync(part, 'utf8')).toBe('of somebody else');
  });

  test.each<[string, (at: string) => string, string]>([
    ['a folder that does not exist', (at) => join(at, 'none', 'family'), 'the folder does not exist'],
    ['a folder that is a file', (at) => join(at, 'file', 'family'), 'the folder is a file'],
    ['a name that is too long', (at) => join(at, 'x'.repeat(300)), 'the name is too long'],
  ])('names the reason when an export cannot be written to %s', async (_, toFile, reason) => {
    writeFileSync(join(folder, 'file'), '');
    const file = toFile(folder);
    await expect(exportTo(file)).rejects.toThrow(new Error(`Can’t write ${file}: ${reason}.`));
    expect(existsSync(file)).toBe(false);
  });

  test('names the reason when a restore is given a folder', async () => {
    const file = mkdtempSync(join(folder, 'folder-'));
    const restore = (path: string) => runFamilyFileOrder({ do: 'restore', file: path, replace: false }, servers.operator);
    await expect(restore(file)).rejects.toThrow(new Error(`Can’t read ${file}: it is a folder.`));
    await expect(restore(join(file, 'none'))).rejects.toThrow('File not found');
  });
});
