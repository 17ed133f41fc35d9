import { useNavigation } from '@remix-run/react';
import { useMemo } from 'react';
import type { LoadedGallery } from './gallery-page.server';
import { type GalleryState, readGalleryState } from './gallery-state';

/**
 * Returns the filters of the list. While the page loads with other filters, those already count: the browser has all screenshots, so that the
 * list need not wait for the server.
 */
export function useChosenFilters(
  { state, devices }: Pick<LoadedGallery, 'state' | 'devices'>,
  path: string,
): Pick<GalleryState, 'deviceIds' | 'ocrFilters'> {
  const { location, formMethod } = useNavigation();
  const search = location?.pathname === path && formMethod !== 'POST' ? location.search : null;
  return useMemo(() => {
    const deviceIds = devices.map(({ id }) => id);
    return search === null ? state : readGalleryState(new URLSearchParams(search), deviceIds);
  }, [search, state, devices]);
}
