import { describe, expect, test } from 'vitest';
import { listFiles, readText } from './repository.ts';

const AREA = '(?:[A-Z]{2,}|I18N)';
/** One row, or several such as «NAV-016, NAV-017», «NAV-016, 017», «NAV-016 to 018» or «NAV-016…018». */
const NAMED = new RegExp(`\\b${AREA}-\\d{3}(?:(?:, | and | to |…)(?:${AREA}-)?\\d{3}\\b)*`, 'g');
const PART = new RegExp(`(^|, | and | to |…)(?:(${AREA})-)?(\\d{3})`, 'g');

const README = 'docs/requirements/README.md';
/** How the Test column begins, by column of the README's table. */
const KINDS = [/^\[/, /^subject:/, /^section:/, /^contract:/, /^code:/, /^–$/, /^«not built yet»/];

const areas = listFiles().filter((file) => /^docs\/requirements\/(?!README)[^/]+\.md$/.test(file));

const TESTS = /\.test\.tsx?$|^tests\/e2e\/.*journeys\.ts$/;
const named = new Set(
  listFiles()
    .filter((file) => TESTS.test(file) && !file.startsWith('tests/docs/'))
    .flatMap((file) => [...listNamedRows(readText(file))]),
);

test('finds every row of a list or a range', () => {
  const text = "test('a (NAV-016, 018 to 020 and I18N-001…003, A45), RULE-007, or 123')";
  expect([...listNamedRows(text)].join(' ')).toBe('NAV-016 NAV-018 NAV-019 NAV-020 I18N-001 I18N-002 I18N-003 RULE-007');
});

describe.each(areas)('%s', (area) => {
  const rows = readRows(area);

  test('numbers its rows without a gap', () => {
    const prefix = rows[0]?.id.replace(/\d+$/, '');
    expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => `${prefix}${String(index + 1).padStart(3, '0')}`));
  });

  test("lists only files that name the row's ID", () => {
    const proven = rows.filter(({ proof }) => proof.startsWith('[') || proof.startsWith('code:'));
    const wrong = proven.flatMap(({ id, proof }) =>
      [...proof.matchAll(/\]\(\.\.\/\.\.\/([^)\s]+)\)/g)]
        .map(([, path = '']) => decodeURIComponent(path))
        .filter((path) => !listNamedRows(readText(path)).has(id))
        .map((path) => `${id}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test('lists a test for each row that a test names', () => {
    const without = rows.filter(({ id, proof }) => named.has(id) && /^(?:–$|code:)/.test(proof));
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test('has its totals in the README', () => {
    const line = lineOfReadme(`](${area.split('/').at(-1)}) |`);
    expect(numbersIn(line)).toEqual(countKinds(rows));
  });
});

test('the README adds up the totals of all areas', () => {
  const all = areas.flatMap(readRows);
  expect(numbersIn(lineOfReadme('| All |'))).toEqual(countKinds(all));
  expect(readText(README)).toContain(`\n${all.length.toLocaleString('en')} rows in ${areas.length} areas.`);
});

type Row = { id: string; proof: string };

function readRows(area: string): Array<Row> {
  return readText(area)
    .split('\n')
    .filter((line) => line.startsWith('| <a id='))
    .map((line) => ({ id: line.match(/<\/a>(\S+) \|/)?.[1] ?? '', proof: (line.split(' | ').at(-1) ?? '').replace(/ \|$/, '') }));
}

function lineOfReadme(part: string): string {
  return (
    readText(README)
      .split('\n')
      .find((line) => line.includes(part)) ?? ''
  );
}

function numbersIn(line: string): Array<number> {
  return line
    .split(' | ')
    .slice(1)
    .map((cell) => Number.parseInt(cell, 10));
}

/** Returns the number of rows, then of each kind in the order of the README's columns. */
function countKinds(rows: Array<Row>): Array<number> {
  return [/^/, ...KINDS].map((kind) => rows.filter(({ proof }) => kind.test(proof)).length);
}

/** Returns the IDs of all rows that a text names. */
function listNamedRows(text: string): Set<string> {
  const named = new Set<string>();
  for (const [group] of text.matchAll(NAMED)) {
    let [area, last] = ['', 0];
    for (const [, joint, otherArea, digits] of group.matchAll(PART)) {
      area = otherArea ?? area;
      const number = Number(digits);
      const isRange = joint === ' to ' || joint === '…';
      for (let row = isRange ? last + 1 : number; row <= number; row++) named.add(`${area}-${String(row).padStart(3, '0')}`);
      last = number;
    }
  }
  return named;
}
