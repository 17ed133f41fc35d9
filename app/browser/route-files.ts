import { loadWithRetry } from './load-with-retry';
import { getManifest, type Router } from './remix-internals';

type Route = Router['routes'][number];
type Navigation = Router['state']['navigation'];

/** The parts of the router that this module uses. */
export type RouteRouter = Pick<Router, 'routes' | 'subscribe'> & { state: { navigation: Navigation } };

/**
 * Wraps the loading of route files. When a file fails to load, Remix would reload the current page and lose the navigation and submitted
 * data. Instead, this retries; if offline, when the network is back. If the file still fails, it opens the target as a document, with the
 * server's current files.
 * @returns a function that stops watching for new routes
 */
export function watchRouteFiles(
  router: RouteRouter,
  how: { load: (route: Route) => Promise<unknown>; goAsDocument: (navigation: Navigation) => void } = { load: loadFile, goAsDocument },
): () => void {
  const watched = new WeakSet<Route>();

  function watch(route: Route): void {
    const { lazy, children } = route;
    for (const child of children ?? []) watch(child);
    if (lazy === undefined || watched.has(route)) return;
    watched.add(route);
    route.lazy = async () => {
      const wanted = router.state.navigation.location?.key;
      if ((await loadWithRetry(() => how.load(route))) === null) {
        if (wanted !== undefined && wanted === router.state.navigation.location?.key) how.goAsDocument(router.state.navigation);
        // Never resolves: the document is loading, or the user has navigated elsewhere.
        await new Promise(() => {});
      }
      return lazy();
    };
  }

  const watchAll = () => router.routes.forEach(watch);
  watchAll();
  // Routes are discovered lazily. The router reports a navigation before it requests files.
  return router.subscribe(watchAll);
}

async function loadFile({ id }: Route): Promise<void> {
  const address = getManifest().routes[id]?.module;
  if (address !== undefined) await import(/* @vite-ignore */ address);
}

/** Follows the link or submits the form as a document request. */
function goAsDocument({ state, location: to, formData, formAction }: Navigation): void {
  if (to === undefined) return;
  if (state !== 'submitting') {
    window.location.assign(to.pathname + to.search + to.hash);
    return;
  }
  const form = document.createElement('form');
  form.method = 'post';
  form.action = formAction;
  for (const [name, value] of formData ?? []) {
    const field = document.createElement('input');
    [field.type, field.name, field.value] = ['hidden', name, typeof value === 'string' ? value : ''];
    form.appendChild(field);
  }
  document.body.appendChild(form);
  form.submit();
}
