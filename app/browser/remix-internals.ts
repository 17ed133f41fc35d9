import { RemixBrowser } from '@remix-run/react';
import { useContext } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router-dom';

/**
 * The only module that uses the undocumented globals of Remix. React Router 7 names these globals `__reactRouterDataRouter` and
 * `__reactRouterManifest`. There, `HydratedRouter` replaces `RemixBrowser`, and `useBlocker` is part of the framework.
 */
export type Router = typeof window.__remixRouter;

/** Returns the router of the page. Call it during or after the first render in the browser. */
export function getRouter(): Router {
  return window.__remixRouter;
}

/**
 * Returns the router that renders this component.
 * @throws Error outside of a router
 */
export function useRouter(): Router {
  const context = useContext(UNSAFE_DataRouterContext);
  if (context === null) throw new Error('No router');
  return context.router;
}

/** Returns the build's manifest: its version, and the file of each route by route ID. */
export function getManifest(): typeof window.__remixManifest {
  return window.__remixManifest;
}

/** True if the router submits this form. Remix marks these for route discovery, unless they have `reloadDocument`. */
export function isRouterForm(form: HTMLFormElement): boolean {
  return form.hasAttribute('data-discover');
}

/** True if the browser itself sends this form and loads the response as a new document. */
export function isDocumentForm(form: HTMLFormElement): boolean {
  const { pathname } = new URL(form.getAttribute('action') ?? '', window.location.href);
  // A choice of menu, theme or cookies is sent by script (save-preference.ts).
  const isSentByScript = pathname.startsWith('/resources/') && pathname !== '/resources/language';
  return !isRouterForm(form) && !isSentByScript;
}

/**
 * Decodes the loader data before the first render. Remix would decode it during that render and suspend. A tap at that moment makes
 * hydration fail (React error 345).
 */
export async function decodeLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    // While the data is decoded, RemixBrowser throws a promise. Errors are ignored here, because React throws and reports them on render.
    await decoding;
  }
}
