import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';
import type { Versioned } from '#app/browser/loader-cache';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import type { PageHandle } from '#app/browser/use-live';

// Client functions that the six panel routes share. Loaders and actions stay in the routes as plain functions, so that Remix can remove
// their server code.

/** Returns a route's `clientLoader` with its own cache. `handle`: the route's handle, whose text sets are loaded. */
export function createManageLoader(handle: PageHandle) {
  const load = createPageLoader<Versioned>(handle);
  return ({ request, serverLoader }: ClientLoaderFunctionArgs) => load(request, () => serverLoader<() => Versioned>());
}

/** Submits the form. Without a response from the server, returns a reply with «unknown outcome» and status 503. */
export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction());
}

/**
 * True unless the form got no response (503), because the next load would fail too. A refused form also reloads, so that a late request
 * shows the current state.
 */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 503;
}
