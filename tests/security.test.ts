import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#tools/paths.ts';

const TEXT = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

/** The requirements of ASVS 5.0.0 at levels 1 and 2, by section. V17 does not apply. */
const REQUIREMENTS: Record<string, string> = {
  '1.1': '1 2',
  '1.2': '1 2 3 4 5 6 7 8 9',
  '1.3': '1 2 3 4 5 6 7 8 9 10 11',
  '1.4': '1 2 3',
  '1.5': '1 2',
  '2.1': '1 2 3',
  '2.2': '1 2 3',
  '2.3': '1 2 3 4',
  '2.4': '1',
  '3.2': '1 2',
  '3.3': '1 2 3 4',
  '3.4': '1 2 3 4 5 6',
  '3.5': '1 2 3 4 5',
  '3.7': '1 2',
  '4.1': '1 2 3',
  '4.2': '1',
  '4.3': '1 2',
  '4.4': '1 2 3 4',
  '5.1': '1',
  '5.2': '1 2 3',
  '5.3': '1 2',
  '5.4': '1 2 3',
  '6.1': '1 2 3',
  '6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  '6.3': '1 2 3 4',
  '6.4': '1 2 3 4',
  '6.5': '1 2 3 4 5',
  '6.6': '1 2 3',
  '6.8': '1 2 3 4',
  '7.1': '1 2 3',
  '7.2': '1 2 3 4',
  '7.3': '1 2',
  '7.4': '1 2 3 4 5',
  '7.5': '1 2',
  '7.6': '1 2',
  '8.1': '1 2',
  '8.2': '1 2 3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1 2 3',
  '9.2': '1 2 3 4',
  '10.1': '1 2',
  '10.2': '1 2',
  '10.3': '1 2 3 4',
  '10.4': '1 2 3 4 5 6 7 8 9 10 11',
  '10.5': '1 2 3 4 5',
  '10.6': '1 2',
  '10.7': '1 2 3',
  '11.1': '1 2',
  '11.2': '1 2 3',
  '11.3': '1 2 3',
  '11.4': '1 2 3 4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1 2 3',
  '12.2': '1 2',
  '12.3': '1 2 3 4',
  '13.1': '1',
  '13.2': '1 2 3 4 5',
  '13.3': '1 2',
  '13.4': '1 2 3 4 5',
  '14.1': '1 2',
  '14.2': '1 2 3 4',
  '14.3': '1 2 3',
  '15.1': '1 2 3',
  '15.2': '1 2 3',
  '15.3': '1 2 3 4 5 6 7',
  '16.1': '1',
  '16.2': '1 2 3 4 5',
  '16.3': '1 2 3 4',
  '16.4': '1 2 3',
  '16.5': '1 2 3',
};

/** Returns the requirements in the first cells of the tables: `1.2.1`, `1.2.1, 1.2.3`, `1.2.5 to 1.2.8`, or a whole section, `10.3`. */
function named(): Set<string> {
  const cells = [...TEXT.matchAll(/^\| (\d[\d., to]*) \|/gm)].flatMap(([, cell = '']) => cell.split(', '));
  return new Set(cells.flatMap(expand));
}

function expand(cell: string): Array<string> {
  const [first = '', last] = cell.split(' to ');
  if (last === undefined) return first.split('.').length === 2 ? requirementsOf(first) : [first];
  const section = first.replace(/\.\d+$/, '');
  const [from, to] = [first, last].map((id) => Number(id.split('.')[2])) as [number, number];
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`);
}

function requirementsOf(section: string): Array<string> {
  return (REQUIREMENTS[section] ?? '').split(' ').map((number) => `${section}.${number}`);
}

describe('security', () => {
  test('SECURITY.md names only files that exist', () => {
    const files = [...TEXT.matchAll(/`([^`\s]+\.test\.tsx?)`/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('SECURITY.md answers every requirement of ASVS 5.0.0 at levels 1 and 2', () => {
    const answered = named();
    const asked = Object.keys(REQUIREMENTS).flatMap(requirementsOf);
    expect(asked).toHaveLength(246);
    expect(asked.filter((id) => !answered.has(id))).toEqual([]);
  });
});
