// Which room may import which (architecture, 2). Run by tools/test.ts; tests/rooms.test.ts sees each rule fire.
/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const TYPE_ONLY = ['type-only'];
// By a bundler, a runtime, or the type checker alone.
const RESOLVED_ELSEWHERE = ['^cloudflare:', '^virtual:', '^server-build$', '^@remix-run/react/future/'];
const TESTS = '\\.test\\.tsx?$';

// The folders of workers/api/family, the lowest layer first. Folders of one layer do not import each other.
const FAMILY_LAYERS = [
  ['core'],
  ['store', 'subscription', 'coupons', 'sessions'],
  ['status', 'attributes', 'data'],
  ['notifications'],
  ['policy'],
  ['usage', 'keys', 'devices', 'granularity'],
  ['apps', 'deletion', 'credentials', 'children', 'commands', 'rules', 'block-status'],
  ['agent', 'accounts'],
  ['realtime', 'scheduler'],
];
/** @param {string[]} folders */
const familyFolders = (folders) => `^workers/api/family/(${folders.join('|')})/`;
// The files that family-app.ts mounts.
const FAMILY_ROUTES =
  '^workers/api/family/(accounts/account|agent/agent|apps/apps|attributes/attributes|block-status/block-status|children/children|commands/commands|coupons/coupons|credentials/credentials|data/data|deletion/deletion|devices/devices|granularity/granularity|keys/keys|notifications/notices|realtime/access-token|rules/rules|sessions/sessions|subscription/skus)\\.ts$';

module.exports = {
  forbidden: [
    error('no-cycles', 'A cycle means two files are one file.', {}, { circular: true, viaOnly: { dependencyTypesNot: TYPE_ONLY } }),
    error(
      'nothing-unresolved',
      'An import that leads nowhere hides from every other rule.',
      {},
      { couldNotResolve: true, pathNot: RESOLVED_ELSEWHERE },
    ),
    error(
      'domain-is-pure',
      'Rules of the product: no I/O, no React, no platform.',
      { path: '^app/domain/', pathNot: TESTS },
      { pathNot: ['^app/domain/', '^node_modules/(zod|temporal-polyfill|temporal-spec)/'] },
    ),
    error(
      'keys-know-only-webcrypto',
      'Key work runs in the browser, at the edge and on the device.',
      { path: '^app/keys/', pathNot: TESTS },
      { pathNot: ['^app/(keys|domain)/', '^node_modules/@(noble|scure)/'] },
    ),
    error(
      'wire-knows-domain',
      'The contract depends on nobody who speaks it.',
      { path: '^app/wire/', pathNot: TESTS },
      { pathNot: ['^app/(wire|domain)/', '^node_modules/zod/'] },
    ),
    error(
      'wire-stops-at-the-server-door',
      'Wire names never reach a component.',
      { path: '^app/(features|components|routes|browser)/', pathNot: ['\\.server\\.ts$', '\\.test\\.', '^app/browser/use-realtime\\.ts$'] },
      { path: '^app/wire/' },
    ),
    error(
      'ui-knows-nobody',
      'A primitive that knows the product is not a primitive.',
      { path: '^app/components/' },
      { path: '^(app/(features|routes|server|browser|wire|keys)|workers|device)/' },
    ),
    error(
      'features-do-not-meet',
      'Compose features in a route. Children, keys, plans and shell are shared.',
      { path: '^app/features/([^/]+)/' },
      { path: '^app/features/([^/]+)/', pathNot: ['^app/features/$1/', '^app/features/(children|keys|plans|shell)/'] },
    ),
    error(
      'shared-features-stay-low',
      'What everybody uses may use nobody.',
      { path: '^app/features/(children|keys|plans|shell)/' },
      { path: '^app/features/', pathNot: ['^app/features/(children|keys|plans|shell)/'] },
    ),
    error(
      'nobody-imports-routes',
      'Routes are leaves; type-only imports for fetchers are fine.',
      { pathNot: ['^app/routes/', '^tests/'] },
      { path: '^app/routes/', dependencyTypesNot: TYPE_ONLY },
    ),
    error(
      'routes-do-not-meet',
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
      'They touch window at import time.',
      { pathNot: ['\\.client\\.tsx?$'] },
      { path: '(^|node_modules/)(maplibre-gl|@stripe/stripe-js)(/|$)' },
    ),
    error('app-does-not-know-workers', 'Pages know the contract, not who answers it.', { path: '^app/' }, { path: '^(workers|device)/' }),
    error(
      'front-door-knows-the-pages',
      'The web Worker: the server build, app/server, and nothing of the api but the address of a caller.',
      { path: '^workers/[^/]+\\.ts$', pathNot: TESTS },
      { path: '^(app|workers/api|device|tools)/', pathNot: ['^app/(server|domain)/', '^app/context\\.ts$'] },
    ),
    error(
      'workers-know-the-contract-only',
      'The api Worker shares rules, keys and shapes with the pages, and nothing else.',
      { path: '^workers/api/', pathNot: TESTS },
      { path: '^(app|device|tools)/', pathNot: ['^app/(domain|wire|keys)/'] },
    ),
    error(
      'device-knows-the-contract-only',
      'A device speaks to the API like any other.',
      { path: '^device/', pathNot: TESTS },
      { path: '^(app|workers|tools)/', pathNot: ['^app/(domain|wire|keys)/'] },
    ),
    error(
      'family-routes-do-not-meet',
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
      'the-family-does-not-know-the-street',
      'Account and directory code calls the object, not the other way round.',
      { path: '^workers/api/family/', pathNot: TESTS },
      { path: '^workers/api/(accounts|directory|pairing)/' },
    ),
    error(
      'tools-start-what-others-wrote',
      'What people run knows the front door, the device, keys, and types of bindings; never the api from the inside.',
      { path: '^tools/' },
      { path: '^(app|workers/api|tests)/', pathNot: ['^app/context\\.ts$', '^app/keys/'] },
    ),
    error(
      'browser-tests-wait-for-script',
      'Their test and expect come from tests/e2e/browser.ts, whose pages wait until script has taken them over.',
      { path: '^tests/e2e/', pathNot: ['^tests/e2e/browser\\.ts$'] },
      { path: '(^|/)node_modules/@playwright/' },
    ),
    error(
      'product-does-not-import-tests',
      'Nobody imports tests.',
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
