import { useRouteLoaderData } from '@remix-run/react';
import type { Theme } from '~/domain/theme';

/** What the root tells every page. */
export type RootFacts = {
  nonce: string;
  formToken: string;
  theme: Theme | null;
  /** The origin that people see. */
  publicUrl: string;
  /** Whether this reader's page views are counted. */
  countsViews: boolean;
};

/** The root's data; undefined where its loader did not run, as when an action throws. The router then has null for it. */
export function useRootFacts(): RootFacts | undefined {
  return useRouteLoaderData<() => RootFacts>('root') ?? undefined;
}
