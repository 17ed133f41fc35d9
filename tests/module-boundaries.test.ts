import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const config: { forbidden: Array<{ name: string }> } = createRequire(import.meta.url)('./module-boundaries.cjs');

type Planted = { rule: string; file: string; imports: string };

const FAMILY_FOLDERS = config.forbidden.flatMap(({ name }) => /^family-(.+)-imports-downwards$/.exec(name)?.[1] ?? []);

// One violation of each rule: a file, and an import that is forbidden there.
const PLANTED: Array<Planted> = [
  { rule: 'no-cycles', file: 'app/domain/one.ts', imports: './two.ts' },
  { rule: 'nothing-unresolved', file: 'app/domain/lost.ts', imports: './nowhere.ts' },
  { rule: 'domain-is-pure', file: 'app/domain/react.ts', imports: 'react' },
  { rule: 'keys-use-webcrypto-only', file: 'app/keys/crypto.ts', imports: 'node:crypto' },
  { rule: 'wire-imports-domain-only', file: 'app/wire/keys.ts', imports: '../keys/plain.ts' },
  { rule: 'wire-stays-on-the-server', file: 'app/components/wired.tsx', imports: '../wire/plain.ts' },
  { rule: 'ui-imports-no-product-code', file: 'app/components/ui/product.tsx', imports: '../../features/auth/plain.ts' },
  { rule: 'features-do-not-import-each-other', file: 'app/features/auth/meets.ts', imports: '../gallery/plain.ts' },
  { rule: 'shared-features-import-no-other-features', file: 'app/features/shell/up.ts', imports: '../auth/plain.ts' },
  { rule: 'routes-are-not-imported', file: 'app/browser/route.ts', imports: '../routes/plain.tsx' },
  { rule: 'routes-do-not-import-each-other', file: 'app/routes/other.tsx', imports: './plain.tsx' },
  { rule: 'server-stays-on-the-server', file: 'app/browser/server.ts', imports: '../server/plain.server.ts' },
  { rule: 'heavy-browser-libraries-behind-client', file: 'app/browser/map.ts', imports: 'maplibre-gl' },
  { rule: 'app-does-not-import-workers', file: 'app/server/worker.server.ts', imports: '../../workers/api/plain.ts' },
  { rule: 'web-worker-imports-pages-only', file: 'workers/door.ts', imports: '../app/features/auth/plain.ts' },
  { rule: 'api-imports-the-contract-only', file: 'workers/api/page.ts', imports: '../../app/server/plain.server.ts' },
  { rule: 'device-imports-the-contract-only', file: 'device/worker.ts', imports: '../workers/api/plain.ts' },
  { rule: 'family-routes-do-not-import-each-other', file: 'workers/api/family/rules/rules.ts', imports: '../devices/devices.ts' },
  { rule: 'family-folders-are-layered', file: 'workers/api/family/unlisted/one.ts', imports: '../children/plain.ts' },
  ...FAMILY_FOLDERS.map((folder) => ({
    rule: `family-${folder}-imports-downwards`,
    file: `workers/api/family/${folder}/up.ts`,
    imports: '../family-app.ts',
  })),
  { rule: 'family-does-not-import-the-directory', file: 'workers/api/family/street.ts', imports: '../directory/plain.ts' },
  { rule: 'tools-do-not-import-the-api', file: 'tools/inside.ts', imports: '../workers/api/plain.ts' },
  { rule: 'browser-tests-wait-for-script', file: 'tests/e2e/hasty.ts', imports: '@playwright/test' },
  { rule: 'product-does-not-import-tests', file: 'app/domain/tested.ts', imports: '../../tests/plain.ts' },
];

// Forbidden imports between two folders of the family: from the same layer and from a higher layer. `BELOW` imports from a lower layer,
// which is allowed.
const BETWEEN_FOLDERS: Array<Planted> = [
  { rule: 'family-children-imports-downwards', file: 'workers/api/family/children/beside.ts', imports: '../rules/plain.ts' },
  { rule: 'family-policy-imports-downwards', file: 'workers/api/family/policy/above.ts', imports: '../children/plain.ts' },
];
// A forbidden import by alias.
const ALIASED: Planted = { rule: 'app-does-not-import-workers', file: 'app/server/aliased.server.ts', imports: '#workers/api/plain.ts' };
const BELOW = { file: 'workers/api/family/children/below.ts', imports: '../policy/plain.ts' };

// Targets of the forbidden imports.
const PLAIN = [
  ...['app/keys/plain.ts', 'app/wire/plain.ts', 'app/features/auth/plain.ts', 'app/features/gallery/plain.ts', 'app/routes/plain.tsx'],
  ...['app/server/plain.server.ts', 'workers/api/plain.ts', 'workers/api/family/children/plain.ts', 'workers/api/directory/plain.ts'],
  ...['workers/api/family/family-app.ts', 'workers/api/family/devices/devices.ts', 'workers/api/family/rules/plain.ts'],
  'workers/api/family/policy/plain.ts',
  'tests/plain.ts',
];

let fixture = '';
let found: Array<{ rule: string; from: string }> = [];

beforeAll(() => {
  fixture = mkdtempSync(join(tmpdir(), 'porchlight-boundaries-'));
  for (const file of PLAIN) write(file, 'export const plain = 1;\n');
  for (const { file, imports } of [...PLANTED, ...BETWEEN_FOLDERS, ALIASED, BELOW])
    write(file, `import '${imports}';\nexport const planted = 1;\n`);
  write('app/domain/two.ts', "import './one.ts';\nexport const two = 2;\n");
  for (const name of ['tsconfig.json', 'package.json']) cpSync(join(ROOT, name), join(fixture, name));
  symlinkSync(join(ROOT, 'node_modules'), join(fixture, 'node_modules'));
  const { violations } = cruise(fixture, ['app', 'workers', 'device', 'tests', 'tools']).summary;
  found = violations.map(({ rule, from }) => ({ rule: rule.name, from }));
});

afterAll(() => rmSync(fixture, { recursive: true, force: true }));

test.each(PLANTED)('reports $rule for $file', ({ rule, file }) => {
  expect(found).toContainEqual({ rule, from: file });
});

test.each([...BETWEEN_FOLDERS, ALIASED])('reports $rule for $file', ({ rule, file }) => {
  expect(found).toContainEqual({ rule, from: file });
});

test('a family folder may import a layer below it', () => {
  expect(found.filter(({ from }) => from === BELOW.file)).toEqual([]);
});

test('has a planted violation for every rule', () => {
  expect(PLANTED.map(({ rule }) => rule).sort()).toEqual(config.forbidden.map(({ name }) => name).sort());
});

// Text in the browser's code that only the owners may contain: globals of the framework, and the two events that several features
// intercept.
const ONE_OWNER = [
  { text: /\b__remix(?:Router|Manifest|Context)\b/, owners: ['app/browser/remix-internals.ts', 'app/entry.server.tsx'] },
  {
    text: /addEventListener\('(?:submit|click)'/,
    // The first owner runs inline in the head, before other code can be loaded. The last owner observes after all others.
    owners: ['app/browser/hold-passwords.ts', 'app/browser/submit-gate.ts', 'app/features/shell/forms/unsaved-changes.ts'],
  },
];

test.each(ONE_OWNER)('finds $text only in its owners', ({ text, owners }) => {
  const files = execFileSync('git', ['ls-files', '--', 'app'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(files.filter((file) => text.test(readFileSync(join(ROOT, file), 'utf8'))).sort()).toEqual(owners);
});

// Files that may be longer than 250 lines: one table, list, schema or text each, or one subject that two files would separate.
const LONG_FILES: Record<string, string> = {
  'app/domain/country-zones.ts': 'one table',
  'app/domain/image-bytes.ts': 'one parser',
  'app/domain/week.ts': 'one calculation: the days of a week with their windows',
  'app/features/gallery/pictures/sample-pictures.ts': 'one set of keys and pictures in memory, which every call shares',
  'app/wire/billing.ts': 'schemas',
  'app/wire/device.ts': 'schemas',
  'app/wire/family.ts': 'schemas',
  'app/wire/identity.ts': 'schemas',
  'app/wire/location.ts': 'schemas',
  'app/wire/rule.ts': 'schemas',
  'app/wire/samples.ts': 'schemas',
  'workers/api/family/core/schema.ts': 'a list of migrations',
  'workers/api/family/notifications/notification-words.ts': 'texts',
  'workers/api/family/notifications/report-notification-words.ts': 'texts',
  'workers/api/openapi/operations.ts': 'one table',
  'workers/api/family/notifications/new-apps.ts': 'one subject: notifications about new apps',
  'tests/bench/location.ts': 'one measurement with its simulated family',
  'tests/day/life.ts': 'one story: the day of a family',
  'tests/e2e/apps-journeys.ts': 'a list of journeys',
  'tests/e2e/journeys.ts': 'a list of journeys',
  'tests/entries/faults.ts': 'one Worker with the faults that a test may plant',
  'tests/faults/household.ts': 'one class: a family under faults',
  'tests/simulation/simulate.ts': 'one simulation: a family, its devices and the order of events',
  'tools/shots/screen-time.ts': 'a list of pictures',
};
const LINES_MAX = 250;
const ROUTE_LINES_MAX = 70;

/** Files with SQL that are no queries files, with the reason. */
const OTHER_SQL: Record<string, string> = {
  'workers/api/family/core/schema.ts': 'the migrations',
  'workers/api/family/core/rows-as-lines.ts': 'exports and imports the rows of any table',
};
const SQL =
  /\b(?:SELECT\s.+\sFROM|SELECT 1|INSERT (?:OR \w+ )?INTO|UPDATE \w+ SET|DELETE FROM|(?:CREATE|ALTER|DROP) TABLE)\b|\.prepare\(|\bsql\.exec\b/;

type Source = { file: string; text: string };

/** Returns the paths of source files that break a rule about lines, SQL or imports, each with the rule. */
function findBroken(sources: ReadonlyArray<Source>): Array<string> {
  return sources.flatMap(({ file, text }) => {
    const lines = text.split('\n').length - 1;
    const isLong = lines > LINES_MAX && !Object.hasOwn(LONG_FILES, file);
    const isLongRoute = file.startsWith('app/routes/') && lines > ROUTE_LINES_MAX;
    const isProduct = /^(?:app|workers|device)\//.test(file);
    const hasSql = isProduct && SQL.test(text) && !file.endsWith('.queries.ts') && !Object.hasOwn(OTHER_SQL, file);
    const broken = { long: isLong, 'long route': isLongRoute, SQL: hasSql, 'import from two folders up': /from '\.\.\/\.\.\//.test(text) };
    return Object.entries(broken).flatMap(([rule, isBroken]) => (isBroken ? [`${file}: ${rule}`] : []));
  });
}

function readSources(): Array<Source> {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', 'app', 'workers', 'device', 'tests', 'tools'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(?:ts|tsx|mjs|cjs)$/.test(file) && !/\.test\.tsx?$/.test(file) && existsSync(join(ROOT, file)))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

test('long files, long routes, SQL and imports from two folders up exist only where the conventions allow them', () => {
  expect(findBroken(readSources())).toEqual([]);
});

test('every exception for a long file or for SQL is needed', () => {
  const sources = readSources();
  const isLong = ({ text }: Source) => text.split('\n').length - 1 > LINES_MAX;
  expect(Object.keys(LONG_FILES).sort()).toEqual(
    sources
      .filter((source) => isLong(source))
      .map(({ file }) => file)
      .sort(),
  );
  expect(sources.filter(({ file, text }) => Object.hasOwn(OTHER_SQL, file) && SQL.test(text))).toHaveLength(Object.keys(OTHER_SQL).length);
});

test.each([
  ['app/domain/grown.ts', '\n'.repeat(251), 'long'],
  ['app/routes/_app.grown.tsx', '\n'.repeat(71), 'long route'],
  ['workers/api/family/rules/rules.ts', "call.sql.exec('DELETE FROM rule');\n", 'SQL'],
  ['workers/api/ready.ts', "await env.CATALOGUE.prepare('SELECT 1').first();\n", 'SQL'],
  ['device/state-file.ts', "const query = 'SELECT id FROM device';\n", 'SQL'],
  ['app/domain/up.ts', "import { one } from '../../one';\n", 'import from two folders up'],
])('reports %s', (file, text, rule) => {
  expect(findBroken([{ file, text }])).toEqual([`${file}: ${rule}`]);
});

test('checks every source file', () => {
  const folders = ['app', 'workers', 'device', 'tests', 'tools'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file));
  const cruised = new Set(cruise(ROOT, folders).modules.map(({ source }) => source));
  expect(listed.filter((file) => !cruised.has(file))).toEqual([]);
});

type Cruise = { summary: { violations: Array<{ rule: { name: string }; from: string }> }; modules: Array<{ source: string }> };

function cruise(folder: string, folders: Array<string>): Cruise {
  const args = [join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')];
  args.push('--config', join(ROOT, 'tests', 'module-boundaries.cjs'), '--output-type', 'json', ...folders);
  try {
    return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 }));
  } catch (error) {
    // The exit code is the number of violations, so this error contains the result.
    if (error instanceof Error && 'stdout' in error) return JSON.parse(String(error.stdout));
    throw error;
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(fixture, file)), { recursive: true });
  writeFileSync(join(fixture, file), text);
}
