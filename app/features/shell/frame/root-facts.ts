import { useRouteLoaderData } from '@remix-run/react';
import type { Theme } from '#app/domain/theme';

/** Data that the root loader provides to every page. */
export type RootFacts = {
  nonce: string;
  formToken: string;
  theme: Theme | null;
  /** The public origin of the site. */
  publicUrl: string;
  /** True if this user's page views are recorded. */
  countsViews: boolean;
};

/**
 * Returns the root data. Returns undefined if the loader did not run, for example after an action threw; the router's data is then null.
 */
export function useRootFacts(): RootFacts | undefined {
  return useRouteLoaderData<() => RootFacts>('root') ?? undefined;
}
