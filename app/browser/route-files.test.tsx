import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SECOND_TRY_MS } from './load-with-retry';
import { type RouteRouter, watchRouteFiles } from './route-files';
import { ONLINE_CHECK_MS } from './use-online';

type Route = RouteRouter['routes'][number];

let hasLine = true;
beforeEach(() => {
  hasLine = true;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => {
    if (!hasLine) throw new TypeError('Failed to fetch');
    return new Response('{"status":"ok"}');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Creates a router that is navigating to `/family`. The file of that route fails to load `failures` times. */
function onTheWay(failures: number) {
  const told: Array<() => void> = [];
  const route: Route = { id: 'family', path: 'family', lazy: async () => ({ handle: 'the page' }) };
  const routes: Array<Route> = [{ id: 'root', path: '/', children: [] }];
  const location = { key: 'k1', pathname: '/family', search: '', hash: '', state: null };
  const fields = { formMethod: undefined, formAction: undefined, formEncType: undefined, formData: undefined };
  const router: RouteRouter = {
    routes,
    state: { navigation: { state: 'loading', location, ...fields, json: undefined, text: undefined } },
    subscribe: (tell) => {
      told.push(() => tell(window.__remixRouter?.state, { deletedFetchers: [], flushSync: false, viewTransitionOpts: undefined }));
      return () => {};
    },
  };
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError('Failed to fetch dynamically imported module');
  });
  const documents: Array<string> = [];
  watchRouteFiles(router, { load, goAsDocument: (navigation) => documents.push(navigation.location?.pathname ?? '') });
  // Added later, because Remix discovers routes lazily.
  routes[0]?.children?.push(route);
  for (const tell of told) tell();
  let page: unknown = null;
  const go = async () => {
    page = await route.lazy?.();
  };
  return { go, documents, load, page: () => page, leaveFor: (key: string) => void Object.assign(location, { key }) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('watchRouteFiles', () => {
  test('shows the page when its file loads', async () => {
    const way = onTheWay(0);
    void way.go();
    await pass(0);
    expect([way.page(), way.load.mock.calls.length]).toEqual([{ handle: 'the page' }, 1]);
  });

  test('retries a file that failed once', async () => {
    const way = onTheWay(1);
    void way.go();
    await pass(SECOND_TRY_MS);
    expect([way.page(), way.documents]).toEqual([{ handle: 'the page' }, []]);
  });

  test('continues the navigation when the network is back', async () => {
    hasLine = false;
    const way = onTheWay(2);
    void way.go();
    await pass(10 * ONLINE_CHECK_MS);
    expect([way.page(), way.documents, way.load.mock.calls.length]).toEqual([null, [], 1]);
    hasLine = true;
    await pass(ONLINE_CHECK_MS + SECOND_TRY_MS);
    expect([way.page(), way.documents]).toEqual([{ handle: 'the page' }, []]);
  });

  test('opens the document when the file is missing', async () => {
    const way = onTheWay(9);
    void way.go();
    await pass(SECOND_TRY_MS);
    expect([way.page(), way.documents]).toEqual([null, ['/family']]);
  });

  test('does not open the document after a navigation to another page', async () => {
    const way = onTheWay(9);
    void way.go();
    way.leaveFor('k2');
    await pass(SECOND_TRY_MS);
    expect([way.page(), way.documents]).toEqual([null, []]);
  });
});
