import { loadWithRetry } from './load-with-retry';

type Whole = typeof window.__remixRouter;
type Route = Whole['routes'][number];
type Navigation = Whole['state']['navigation'];

/** What of the router is used. */
export type Router = Pick<Whole, 'routes' | 'subscribe'> & { state: { navigation: Navigation } };

/**
 * Watches over the files of pages that are fetched when somebody goes there. Remix reloads the page that is shown where one cannot be had,
 * which leads nowhere and loses what was sent. Here the way goes on once the line is back, where it was gone; else the link or the form
 * works as without script: by a document, with the server's present files.
 * @returns ends it
 */
export function watchRouteFiles(
  router: Router,
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
        // The document comes, or the reader is on another way already.
        await new Promise(() => {});
      }
      return lazy();
    };
  }

  const watchAll = () => router.routes.forEach(watch);
  watchAll();
  // Routes are discovered on the way; the router tells of a navigation before it asks for files.
  return router.subscribe(watchAll);
}

async function loadFile({ id }: Route): Promise<void> {
  const address = window.__remixManifest.routes[id]?.module;
  if (address !== undefined) await import(/* @vite-ignore */ address);
}

/** What the browser would have done with the link, or with the form and its fields. */
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
