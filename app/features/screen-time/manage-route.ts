import type { ClientActionFunctionArgs, ClientLoaderFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react';
import type { Versioned } from '#app/browser/loader-cache';
import { createPageLoader } from '#app/browser/page-load';
import { sendForm } from '#app/browser/send-form';
import type { PageHandle } from '#app/browser/use-live';

// Client half of the six panel routes. Loaders and actions stay plain functions in the routes; otherwise Remix could not remove their
// server code.

/** Returns a route's `clientLoader` with its own cache. `handle`: the route's handle, for its text sets. */
export function createManageLoader(handle: PageHandle) {
  const load = createPageLoader<Versioned>(handle);
  return ({ request, serverLoader }: ClientLoaderFunctionArgs) => load(request, () => serverLoader<() => Versioned>());
}

/** Submits the form. Without a response, it returns the form with «unknown outcome» and status 503. */
export function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  return sendForm(request, () => serverAction());
}

/**
 * Reloads after a refusal too, so that a late request shows the current state. Not without a response (503): the next load would fail too.
 */
export function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== 503;
}
