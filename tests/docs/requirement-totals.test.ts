import { describe, expect, test } from 'vitest';
import { listFiles, readText } from './repository.ts';

// How a row's Test column begins, in the order of the overview's columns.
const PROOFS = ['[', 'subject:', 'section:', 'contract:', 'code:', '–', '«not built yet»'];

const overview = readText('docs/requirements/README.md');
const areas = listFiles().filter((file) => /^docs\/requirements\/(?!README)[^/]+\.md$/.test(file));
const counted = areas.map((area) => ({ area, counts: countRows(readText(area)) }));

describe('overview of the requirements', () => {
  test.each(counted)('shows the current counts of $area', ({ area, counts }) => {
    expect(numbersOf(`](${area.split('/').at(-1)})`)).toEqual(counts);
  });

  test('shows the sum of all areas', () => {
    const sums = ['all', ...PROOFS].map((_, column) => counted.reduce((sum, { counts }) => sum + (counts[column] ?? 0), 0));
    expect(numbersOf('| All |')).toEqual(sums);
    expect(overview).toContain(`${sums[0]?.toLocaleString('en')} rows in ${areas.length} areas`);
  });
});

/** Returns the number of rows, then the number of rows with each type of proof. */
function countRows(text: string): Array<number> {
  const proofs = text.split('\n').flatMap((line) => (line.startsWith('| <a id=') ? [line.split(' | ').at(-1) ?? ''] : []));
  return [proofs.length, ...PROOFS.map((start) => proofs.filter((proof) => proof.startsWith(start)).length)];
}

/** Returns the numbers of the overview's line that contains `mark`. */
function numbersOf(mark: string): Array<number> {
  const line = overview.split('\n').find((one) => one.startsWith('|') && one.includes(mark)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => Number(cell));
}
