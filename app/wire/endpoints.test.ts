import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS, GROUPS } from './endpoints.ts';

type Exported = { id: string; value: object };

function isEndpoint(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value && 'output' in value;
}

/** Returns every endpoint object that a module in this folder exports. */
async function findExported(): Promise<Array<Exported>> {
  const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const modules = await Promise.all(
    files.map((file): Promise<Record<string, unknown>> => import(pathToFileURL(join(import.meta.dirname, file)).href)),
  );
  return modules.flatMap((module) => Object.entries(module).flatMap(([id, value]) => (isEndpoint(value) ? [{ id, value }] : [])));
}

describe('endpoints', () => {
  test('lists every exported endpoint once, under its own name', async () => {
    const exported = await findExported();
    expect(exported.length).toBeGreaterThan(25);
    expect(ENDPOINTS.map(({ id }) => id).sort()).toEqual(exported.map(({ id }) => id).sort());
    for (const { id, value } of exported) expect(ENDPOINTS.find((listed) => listed.id === id)?.endpoint, id).toBe(value);
  });

  test('gives each endpoint a one-sentence summary and keeps each group together', () => {
    for (const { id, summary } of ENDPOINTS) expect(summary, id).toMatch(/^[A-Z][^.]+\.$/);
    const chapters = ENDPOINTS.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1]);
    expect(chapters).toEqual(GROUPS);
  });
});
