import { useRouteLoaderData } from '@remix-run/react';
import type { Theme } from '#app/domain/theme';

/** Data that the root loader provides to every page. */
export type RootFacts = {
  nonce: string;
  formToken: string;
  theme: Theme | null;
  /** The public origin of the site. */
  publicUrl: string;
  /** True if this reader's page views are counted. */
  countsViews: boolean;
};

/** Returns the root data; undefined if the loader did not run, for example when an action throws. The router then returns null. */
export function useRootFacts(): RootFacts | undefined {
  return useRouteLoaderData<() => RootFacts>('root') ?? undefined;
}
