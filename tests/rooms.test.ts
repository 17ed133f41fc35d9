import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const rooms: { forbidden: Array<{ name: string }> } = createRequire(import.meta.url)('./rooms.cjs');

type Planted = { rule: string; file: string; imports: string };

const FAMILY_FOLDERS = rooms.forbidden.flatMap(({ name }) => /^family-(.+)-imports-downwards$/.exec(name)?.[1] ?? []);

// One violation of each rule: a file, and what it must not import.
const PLANTED: Array<Planted> = [
  { rule: 'no-cycles', file: 'app/domain/one.ts', imports: './two.ts' },
  { rule: 'nothing-unresolved', file: 'app/domain/lost.ts', imports: './nowhere.ts' },
  { rule: 'domain-is-pure', file: 'app/domain/react.ts', imports: 'react' },
  { rule: 'keys-know-only-webcrypto', file: 'app/keys/crypto.ts', imports: 'node:crypto' },
  { rule: 'wire-knows-domain', file: 'app/wire/keys.ts', imports: '../keys/plain.ts' },
  { rule: 'wire-stops-at-the-server-door', file: 'app/components/wired.tsx', imports: '../wire/plain.ts' },
  { rule: 'ui-knows-nobody', file: 'app/components/ui/product.tsx', imports: '../../features/auth/plain.ts' },
  { rule: 'features-do-not-meet', file: 'app/features/auth/meets.ts', imports: '../gallery/plain.ts' },
  { rule: 'shared-features-stay-low', file: 'app/features/shell/up.ts', imports: '../auth/plain.ts' },
  { rule: 'nobody-imports-routes', file: 'app/browser/route.ts', imports: '../routes/plain.tsx' },
  { rule: 'routes-do-not-meet', file: 'app/routes/other.tsx', imports: './plain.tsx' },
  { rule: 'server-stays-on-the-server', file: 'app/browser/server.ts', imports: '../server/plain.server.ts' },
  { rule: 'heavy-browser-libraries-behind-client', file: 'app/browser/map.ts', imports: 'maplibre-gl' },
  { rule: 'app-does-not-know-workers', file: 'app/server/worker.server.ts', imports: '../../workers/api/plain.ts' },
  { rule: 'front-door-knows-the-pages', file: 'workers/door.ts', imports: '../app/features/auth/plain.ts' },
  { rule: 'workers-know-the-contract-only', file: 'workers/api/page.ts', imports: '../../app/server/plain.server.ts' },
  { rule: 'device-knows-the-contract-only', file: 'device/worker.ts', imports: '../workers/api/plain.ts' },
  { rule: 'family-routes-do-not-meet', file: 'workers/api/family/rules/rules.ts', imports: '../devices/devices.ts' },
  { rule: 'family-folders-are-layered', file: 'workers/api/family/unlisted/one.ts', imports: '../children/plain.ts' },
  ...FAMILY_FOLDERS.map((folder) => ({
    rule: `family-${folder}-imports-downwards`,
    file: `workers/api/family/${folder}/up.ts`,
    imports: '../family-app.ts',
  })),
  { rule: 'the-family-does-not-know-the-street', file: 'workers/api/family/street.ts', imports: '../directory/plain.ts' },
  { rule: 'tools-start-what-others-wrote', file: 'tools/inside.ts', imports: '../workers/api/plain.ts' },
  { rule: 'browser-tests-wait-for-script', file: 'tests/e2e/hasty.ts', imports: '@playwright/test' },
  { rule: 'product-does-not-import-tests', file: 'app/domain/tested.ts', imports: '../../tests/plain.ts' },
];

// Between two folders of the family: one layer, a higher one, and a lower one, which is allowed.
const BETWEEN_FOLDERS: Array<Planted> = [
  { rule: 'family-children-imports-downwards', file: 'workers/api/family/children/beside.ts', imports: '../rules/plain.ts' },
  { rule: 'family-policy-imports-downwards', file: 'workers/api/family/policy/above.ts', imports: '../children/plain.ts' },
];
const BELOW = { file: 'workers/api/family/children/below.ts', imports: '../policy/plain.ts' };

// What the violations lead to.
const PLAIN = [
  ...['app/keys/plain.ts', 'app/wire/plain.ts', 'app/features/auth/plain.ts', 'app/features/gallery/plain.ts', 'app/routes/plain.tsx'],
  ...['app/server/plain.server.ts', 'workers/api/plain.ts', 'workers/api/family/children/plain.ts', 'workers/api/directory/plain.ts'],
  ...['workers/api/family/family-app.ts', 'workers/api/family/devices/devices.ts', 'workers/api/family/rules/plain.ts'],
  'workers/api/family/policy/plain.ts',
  'tests/plain.ts',
];

let house = '';
let found: Array<{ rule: string; from: string }> = [];

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'porchlight-rooms-'));
  for (const file of PLAIN) write(file, 'export const plain = 1;\n');
  for (const { file, imports } of [...PLANTED, ...BETWEEN_FOLDERS, BELOW]) write(file, `import '${imports}';\nexport const planted = 1;\n`);
  write('app/domain/two.ts', "import './one.ts';\nexport const two = 2;\n");
  cpSync(join(ROOT, 'tsconfig.json'), join(house, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  const { violations } = cruise(house, ['app', 'workers', 'device', 'tests', 'tools']).summary;
  found = violations.map(({ rule, from }) => ({ rule: rule.name, from }));
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

test.each(PLANTED)('$rule fires on $file', ({ rule, file }) => {
  expect(found).toContainEqual({ rule, from: file });
});

test.each(BETWEEN_FOLDERS)('$rule fires on $file', ({ rule, file }) => {
  expect(found).toContainEqual({ rule, from: file });
});

test('a family folder may import a layer below it', () => {
  expect(found.filter(({ from }) => from === BELOW.file)).toEqual([]);
});

test('every rule has its planted violation', () => {
  expect(PLANTED.map(({ rule }) => rule).sort()).toEqual(rooms.forbidden.map(({ name }) => name).sort());
});

test('every source file is cruised, so that none escapes the rules', () => {
  const folders = ['app', 'workers', 'device', 'tests', 'tools'];
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...folders], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file));
  const cruised = new Set(cruise(ROOT, folders).modules.map(({ source }) => source));
  expect(listed.filter((file) => !cruised.has(file))).toEqual([]);
});

type Cruise = { summary: { violations: Array<{ rule: { name: string }; from: string }> }; modules: Array<{ source: string }> };

function cruise(folder: string, rooms: Array<string>): Cruise {
  const args = [join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs')];
  args.push('--config', join(ROOT, 'tests', 'rooms.cjs'), '--output-type', 'json', ...rooms);
  try {
    return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 }));
  } catch (error) {
    // It exits with the number of violations, which are what we came for.
    if (error instanceof Error && 'stdout' in error) return JSON.parse(String(error.stdout));
    throw error;
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(house, file)), { recursive: true });
  writeFileSync(join(house, file), text);
}
