// Which module may import which (docs/architecture.md). Run by tools/test.ts. tests/module-boundaries.test.ts checks that each rule reports
// a violation.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const TYPE_ONLY = ['type-only'];
// Resolved only by a bundler, a runtime or the type checker.
const RESOLVED_ELSEWHERE = ['^cloudflare:', '^virtual:', '^server-build$', '^@remix-run/react/future/'];
const TESTS = '\\.test\\.tsx?$';

// The folders of workers/api/family, the lowest layer first. Folders of one layer do not import each other.
const FAMILY_LAYERS = [
  ['core'],
  ['store', 'subscription', 'coupons', 'sessions'],
  ['status', 'attributes', 'data'],
  ['notifications'],
  ['policy'],
  ['usage', 'keys', 'devices', 'granularity', 'locations'],
  ['apps', 'billing', 'deletion', 'credentials', 'children', 'commands', 'rules', 'block-status', 'location-lookup', 'samples'],
  ['agent', 'accounts'],
  ['realtime', 'scheduler'],
];
/** @param {string[]} folders */
const familyFolders = (folders) => `^workers/api/family/(${folders.join('|')})/`;
const FAMILY_APP = readFileSync(join(__dirname, '../workers/api/family/family-app.ts'), 'utf8');
// The files that family-app.ts mounts: its imports from folders above core.
const FAMILY_ROUTES = `^workers/api/family/(${[...FAMILY_APP.matchAll(/from '\.\/(?!core\/)([^']+)'/g)].map(([, file]) => file).join('|')})\\.ts$`;

module.exports = {
  forbidden: [
    error('no-cycles', 'Cyclic imports tie files together.', {}, { circular: true, viaOnly: { dependencyTypesNot: TYPE_ONLY } }),
    error('nothing-unresolved', 'No other rule sees an unresolved import.', {}, { couldNotResolve: true, pathNot: RESOLVED_ELSEWHERE }),
    error(
      'domain-is-pure',
      'Product rules have no I/O, no React and no platform APIs.',
      { path: '^app/domain/', pathNot: TESTS },
      { pathNot: ['^app/domain/', '^node_modules/(zod|temporal-polyfill|temporal-spec)/'] },
    ),
    error(
      'keys-use-webcrypto-only',
      'Key code runs in the browser, at the edge and on the device.',
      { path: '^app/keys/', pathNot: TESTS },
      { pathNot: ['^app/(keys|domain)/', '^node_modules/@(noble|scure)/'] },
    ),
    error(
      'wire-imports-domain-only',
      'The contract does not depend on its callers or on the API.',
      { path: '^app/wire/', pathNot: TESTS },
      { pathNot: ['^app/(wire|domain)/', '^node_modules/zod/'] },
    ),
    error(
      'wire-stays-on-the-server',
      'Components use domain names, not wire names.',
      { path: '^app/(features|components|routes|browser)/', pathNot: ['\\.server\\.ts$', '\\.test\\.', '^app/browser/use-realtime\\.ts$'] },
      { path: '^app/wire/' },
    ),
    error(
      'ui-imports-no-product-code',
      'UI primitives contain no product code.',
      { path: '^app/components/' },
      { path: '^(app/(features|routes|server|browser|wire|keys)|workers|device)/' },
    ),
    error(
      'features-do-not-import-each-other',
      'Compose features in a route. Children, keys, plans and shell are shared.',
      { path: '^app/features/([^/]+)/' },
      { path: '^app/features/([^/]+)/', pathNot: ['^app/features/$1/', '^app/features/(children|keys|plans|shell)/'] },
    ),
    error(
      'shared-features-import-no-other-features',
      'Shared features may import only each other.',
      { path: '^app/features/(children|keys|plans|shell)/' },
      { path: '^app/features/', pathNot: ['^app/features/(children|keys|plans|shell)/'] },
    ),
    error(
      'routes-are-not-imported',
      'Routes are leaves. Fetchers may import their types.',
      { pathNot: ['^app/routes/', '^tests/'] },
      { path: '^app/routes/', dependencyTypesNot: TYPE_ONLY },
    ),
    error(
      'routes-do-not-import-each-other',
      'Shared route code belongs in a feature.',
      { path: '^app/routes/', pathNot: [TESTS] },
      { path: '^app/routes/', dependencyTypesNot: TYPE_ONLY },
    ),
    error(
      'server-stays-on-the-server',
      'Only routes, root, entry.server and other .server files.',
      { path: '^app/', pathNot: ['\\.server\\.ts$', '\\.test\\.', '^app/routes/', '^app/(root|entry\\.server)\\.tsx$'] },
      { path: '\\.server\\.ts$', dependencyTypesNot: TYPE_ONLY },
    ),
    error(
      'heavy-browser-libraries-behind-client',
      'These libraries access window when they are imported.',
      { pathNot: ['\\.client\\.tsx?$'] },
      { path: '(^|node_modules/)(maplibre-gl|@stripe/stripe-js)(/|$)' },
    ),
    error(
      'app-does-not-import-workers',
      'Pages know the contract, not the Workers that implement it.',
      { path: '^app/' },
      { path: '^(workers|device)/' },
    ),
    error(
      'web-worker-imports-pages-only',
      'The web Worker imports the server build and app/server, but not the API.',
      { path: '^workers/[^/]+\\.ts$', pathNot: TESTS },
      { path: '^(app|workers/api|device|tools)/', pathNot: ['^app/(server|domain)/', '^app/context\\.ts$'] },
    ),
    error(
      'api-imports-the-contract-only',
      'The API shares domain rules, keys and the contract with the pages.',
      { path: '^workers/api/', pathNot: TESTS },
      { path: '^(app|device|tools)/', pathNot: ['^app/(domain|wire|keys)/'] },
    ),
    error(
      'device-imports-the-contract-only',
      'A device uses the public API like any other client.',
      { path: '^device/', pathNot: TESTS },
      { path: '^(app|workers|tools)/', pathNot: ['^app/(domain|wire|keys)/'] },
    ),
    error(
      'family-routes-do-not-import-each-other',
      'Only family-app.ts and family.ts compose routes. What two of them share belongs in a lower layer.',
      { path: FAMILY_ROUTES },
      { path: FAMILY_ROUTES },
    ),
    error(
      'family-folders-are-layered',
      'A folder that FAMILY_LAYERS does not list has no place in the order.',
      { path: '^workers/api/family/[^/]+/', pathNot: [TESTS, familyFolders(FAMILY_LAYERS.flat())] },
      {},
    ),
    ...FAMILY_LAYERS.flatMap((layer, height) =>
      layer.map((folder) =>
        error(
          `family-${folder}-imports-downwards`,
          'A folder of the family imports itself and the layers below it.',
          { path: familyFolders([folder]), pathNot: TESTS },
          { path: '^workers/api/family/', pathNot: familyFolders([folder, ...FAMILY_LAYERS.slice(0, height).flat()]) },
        ),
      ),
    ),
    error(
      'family-does-not-import-the-directory',
      'Account and directory code calls the family object, not the other way round.',
      { path: '^workers/api/family/', pathNot: TESTS },
      { path: '^workers/api/(accounts|directory|pairing)/' },
    ),
    error(
      'tools-do-not-import-the-api',
      'Commands use the front door, the device, rules, keys and types of bindings, but no API internals.',
      { path: '^tools/', pathNot: TESTS },
      { path: '^(app|workers/api|tests)/', pathNot: ['^app/context\\.ts$', '^app/(domain|keys)/'] },
    ),
    error(
      'browser-tests-wait-for-script',
      'Their test and expect come from tests/e2e/browser.ts, whose pages wait until script has taken them over.',
      { path: '^tests/e2e/', pathNot: ['^tests/e2e/browser\\.ts$'] },
      { path: '(^|/)node_modules/@playwright/' },
    ),
    error(
      'product-does-not-import-tests',
      'Product code does not import tests.',
      { path: '^(app|workers|device)/', pathNot: [TESTS] },
      { path: '^tests/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'types', 'default'] },
  },
};
