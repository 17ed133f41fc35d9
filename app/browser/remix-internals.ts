import { RemixBrowser } from '@remix-run/react';

/**
 * The only module that touches the globals of Remix, which it does not document. In React Router 7 the globals are `__reactRouterDataRouter` and
 * `__reactRouterManifest`, `HydratedRouter` replaces `RemixBrowser`, and `useBlocker` is part of the framework.
 */
export type Router = typeof window.__remixRouter;

/** Returns the router of the page. Exists from the first render in the browser on. */
export function getRouter(): Router {
  return window.__remixRouter;
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
 * Waits until Remix has decoded the loader data. Remix decodes it during the first render and suspends. If the user taps at that moment,
 * React fails to hydrate (error 345), so this decodes before the first render.
 */
export async function decodeLoaderData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    // Any other error is thrown again when React renders, where it is reported.
    await decoding;
  }
}
