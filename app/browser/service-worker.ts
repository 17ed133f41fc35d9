// Served as /sw.js (vite.config.ts). The query contains the build's version, the language and the theme. A change of any of them installs a
// new worker with a new cache. Caches only the offline page and its files (PWA-007).

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Extendable & {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};

// The DOM and worker type libraries conflict, so this declares only the parts used here.
declare const self: {
  location: Location;
  registration: { navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
};

const OFFLINE_PATH = '/offline';
const NAME = `offline ${self.location.search}`;
/** The files of the offline page: styles, fonts, the icon. */
const FILE = /^\/(?:assets\/[^/]+\.(?:css|woff2)|favicon\.svg)$/;

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOthers(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(navigate(event, pathname));
  else if (FILE.test(pathname)) event.respondWith(findFile(request));
});

/**
 * Caches the offline page with its files. Fetches it without credentials, so that it contains no personal data.
 * @throws Error if the page is not available
 */
async function keepOfflinePage(): Promise<void> {
  const page = await fetch(`${OFFLINE_PATH}${self.location.search}`, { credentials: 'omit', cache: 'no-store' });
  if (!page.ok) throw new Error(`status ${page.status}`);
  const html = await page.clone().text();
  const files = [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '').filter((path) => FILE.test(path));
  const cache = await caches.open(NAME);
  await cache.addAll([...new Set(files)]);
  await cache.put(OFFLINE_PATH, page);
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
}

/** Returns the page from the network. Without network, redirects to the offline page, which links back. */
async function navigate({ request, preloadResponse }: Fetching, pathname: string): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    const kept = await caches.match(OFFLINE_PATH);
    if (kept === undefined) return Response.error();
    const from = new URL(request.url);
    return pathname === OFFLINE_PATH ? kept : Response.redirect(`${OFFLINE_PATH}?from=${encodeURIComponent(from.pathname + from.search)}`);
  }
}

async function findFile(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

// Makes this file a module, so that its names are not global.
export {};
