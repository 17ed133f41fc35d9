import { describe, expect, test } from 'vitest';
import { listFiles, readText } from './repository.ts';

const areas = listFiles().filter((file) => /^docs\/requirements\/(?!README)[^/]+\.md$/.test(file));

describe.each(areas)('%s', (area) => {
  const rows = readText(area)
    .split('\n')
    .filter((line) => line.startsWith('| <a id='))
    .map((line) => ({ id: line.match(/<\/a>(\S+) \|/)?.[1] ?? '', proof: line.split(' | ').at(-1) ?? '' }));

  test('numbers its rows without a gap', () => {
    const prefix = rows[0]?.id.replace(/\d+$/, '');
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => `${prefix}${String(index + 1).padStart(3, '0')}`));
  });

  test("lists only files that name the row's ID", () => {
    const named = rows.filter(({ proof }) => proof.startsWith('[') || proof.startsWith('code:'));
    const wrong = named.flatMap(({ id, proof }) =>
      [...proof.matchAll(/\]\(\.\.\/\.\.\/([^)\s]+)\)/g)]
        .map(([, path = '']) => decodeURIComponent(path))
        .filter((path) => !readText(path).includes(id))
        .map((path) => `${id}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });
});
