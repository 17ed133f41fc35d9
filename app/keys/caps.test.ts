import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAcceptedCost, MAX_SCRYPT_COST, SCRYPT_PARAMETERS } from './derive.ts';

/** Maximum PBKDF2 iterations in production. A local run computes more, but production refuses them (A80). */
const MAX_ITERATIONS = 100_000;
const ROOT = new URL('../..', import.meta.url).pathname;
const SOURCE_FOLDERS = ['app', 'workers', 'device', 'tools'];

const sources = SOURCE_FOLDERS.flatMap((room) =>
  readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path: join(room, path), text: readFileSync(join(ROOT, room, path), 'utf8') })),
);

/** Evaluates a number as written in code, such as `2 ** 15` or `32_768`. Returns null for a name. */
function numberOf(text: string): number | null {
  const [base = '', exponent] = text.replaceAll('_', '').split('**');
  const value = exponent === undefined ? Number(base) : Number(base) ** Number(exponent);
  return Number.isNaN(value) ? null : value;
}

/** Returns the cost N*r*p of every numeric `N: …, r: …, p: …` in code and comments. */
function costsIn(text: string): Array<number> {
  const pattern = /\bN\s*[:=]\s*([\d_ *]+?)\s*,\s*r\s*[:=]\s*([\d_ *]+?)\s*,\s*p\s*[:=]\s*([\d_ *]+?)\s*[,})\]]/gi;
  return [...text.matchAll(pattern)].flatMap(([, ...parts]) => {
    const [n, r, p] = parts.map(numberOf);
    return n == null || r == null || p == null ? [] : [n * r * p];
  });
}

describe('derivation cost', () => {
  test('is the cost of A80 and below production’s maximum', () => {
    const { N, r, p } = SCRYPT_PARAMETERS;
    expect([N, r, p, MAX_SCRYPT_COST]).toEqual([32_768, 8, 3, 1_048_576]);
    expect(isAcceptedCost({ N, r, p })).toBe(true);
    expect(isAcceptedCost({ N: N * 2, r, p })).toBe(false);
  });

  test('stays within production’s maximum in every scrypt call', () => {
    const costs = sources.flatMap(({ path, text }) => costsIn(text).map((cost) => ({ path, cost })));
    expect(costs.map(({ path }) => path)).toContain('app/keys/derive.ts');
    expect(costs.filter(({ cost }) => cost > MAX_SCRYPT_COST)).toEqual([]);
  });

  test('is imported or written as numbers by every scrypt caller', () => {
    const callers = sources.filter(({ text }) => /\bscrypt(Sync)?\b/.test(text) && /from '(node:crypto|@noble\/hashes\/scrypt)/.test(text));
    expect(callers.map(({ path }) => path)).toEqual(expect.arrayContaining(['app/browser/key-tasks.ts', 'app/server/derive.server.ts']));
    const strange = callers.filter(({ text }) => !/from '[^']*keys\/derive(\.ts)?'/.test(text) && costsIn(text).length === 0);
    expect(strange.map(({ path }) => path)).toEqual([]);
  });

  test('PBKDF2 iterations stay within production’s maximum', () => {
    const iterations = sources
      .filter(({ text }) => /pbkdf2/i.test(text))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/iterations\s*[:=]\s*([\d_]+)/g)].map(([, count = '']) => ({ path, count: numberOf(count) ?? 0 })),
      );
    expect(iterations.filter(({ count }) => count > MAX_ITERATIONS)).toEqual([]);
  });

  test('costsIn finds costs in source text', () => {
    expect(costsIn('{ N: 2 ** 17, r: 8, p: 1 }')).toEqual([2 ** 20]);
    expect(costsIn('scrypt(x, { N: 65_536, r: 8, p: 3, maxmem })')).toEqual([2 ** 16 * 24]);
    expect(costsIn('{ N, r, p }')).toEqual([]);
  });
});
