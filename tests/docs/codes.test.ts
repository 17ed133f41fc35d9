import { describe, expect, test } from 'vitest';
import { listFiles, readText } from './repository.ts';

const CODE = /(?<![\w#&/-])[ASD]\d{2,3}(?![\w-])/g;
const ROW =
  /\b(?:LAND|AUTH|SSO|SIGN|RECO|ACCT|KEYS|NAV|FAM|DEV|PAIR|MAN|RULE|ALLOW|APPS|LOC|GAL|NOTI|SUBS|PREF|I18N|RT|API|SIGNING|ERR|CONST|ANALYT|DEMO|PWA)-\d{3}\b/g;
const INVARIANT = /(?<![\w'"`])I[1-9](?![\w-])/g;
const CLAUSE = /(?<![\w.:/-])[1-9]\.\d{1,2}\.\d{1,2}(?![\w-]|\.\d)/g;

// Names from other standards that look like codes of this repository.
const FOREIGN = new Set(['S256']);
const FOREIGN_CLAUSE = /(?:\bASVS|\bWCAG|\bpartysocket|@[\w-]+\/[\w-]+) \d[\d., ]*/g;
const WITH_FOREIGN_CLAUSES = 'tests/security.test.ts';

const files = listFiles();
const defined = new Set(listAnchors('docs/'));
// Generated files contain random letters.
const sources = files.filter(
  (file) => /\.(ts|tsx|mjs|cjs|css|sql|toml|md)$/.test(file) && !file.startsWith('tests/docs/') && !file.includes('.generated.'),
);

describe('codes cited in the source', () => {
  test.each([
    ['server and device decisions', (file: string) => find(readText(file), CODE).filter((code) => !FOREIGN.has(code))],
    ['requirements', (file: string) => find(readText(file), ROW)],
    ['invariants', (file: string) => find(remarksOf(readText(file)), INVARIANT)],
    ['specification clauses', findClauses],
  ])('%s are all defined in docs/', (_, findIn) => {
    expect(sources.flatMap((file) => unknownOf(findIn(file)).map((code) => `${file}: ${code}`))).toEqual([]);
  });

  test('no two decisions have the same code', () => {
    const codes = listAnchors('docs/decisions/');
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  test('finds an unknown code, row, invariant and clause', () => {
    expect(unknownOf(['A999', 'MAN-999', 'I9', '8.1.99'])).toEqual(['A999', 'MAN-999', 'I9', '8.1.99']);
    expect(find('as A45 and MAN-001 say', CODE)).toEqual(['A45']);
    expect(find(remarksOf('const a = 1; // 8.1.12 says so'), CLAUSE)).toEqual(['8.1.12']);
  });
});

/** Returns the IDs of all anchors in the Markdown files of a folder. */
function listAnchors(folder: string): Array<string> {
  return files
    .filter((file) => file.startsWith(folder) && file.endsWith('.md'))
    .flatMap((file) => [...readText(file).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id));
}

/** Returns the clauses that a file cites. Returns none for Markdown and for tests/security.test.ts, which cites ASVS in the same format. */
function findClauses(file: string): Array<string> {
  if (file.endsWith('.md') || file === WITH_FOREIGN_CLAUSES) return [];
  return find(remarksOf(readText(file)).replace(FOREIGN_CLAUSE, ''), CLAUSE);
}

function unknownOf(codes: Array<string>): Array<string> {
  return codes.filter((code) => !defined.has(/^\d/.test(code) ? `s${code.replaceAll('.', '-')}` : code.toLowerCase()));
}

function find(text: string, pattern: RegExp): Array<string> {
  return [...text.matchAll(pattern)].map(([code]) => code);
}

/** Returns only comments and test titles. Elsewhere, three dotted numbers are a version or an IP address. */
function remarksOf(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => line.match(/(?:\/\/|\/\*|^\s*\*|^\s*--|\b(?:test|describe|it)(?:\.\w+)*\().*/)?.[0] ?? [])
    .join('\n');
}
