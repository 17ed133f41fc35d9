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

/** The root's data; undefined on a page whose root failed. */
export function useRootFacts(): RootFacts | undefined {
  return useRouteLoaderData<() => RootFacts>('root');
}
