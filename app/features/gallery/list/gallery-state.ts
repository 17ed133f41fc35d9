import { CATEGORIES, type Category } from './categories.ts';

/** A panel of filters. */
export type FilterPanel = 'device' | 'category';

/**
 * The state of the gallery, with the keys of the specification (3.10.3). `askOnDelete` is stored per account. All else is in the page’s
 * address, so links work without script and a logout leaves nothing behind.
 * - `deviceIds`, `ocrFilters`: empty if all are shown
 * - `openPanel`: at most one panel is open
 */
export type GalleryState = {
  askOnDelete: boolean;
  deviceIds: ReadonlyArray<string>;
  ocrFilters: ReadonlyArray<Category>;
  openPanel: FilterPanel | null;
};

export const INITIAL_GALLERY_STATE: GalleryState = { askOnDelete: true, deviceIds: [], ocrFilters: [], openPanel: null };

/** Reads the state from the query of an address. Unknown values count as absent; `devices`: the ids of the child’s devices. */
export function readGalleryState(query: URLSearchParams, devices: ReadonlyArray<string>): GalleryState {
  const chosen = new Set(query.getAll('device'));
  const categories = new Set(query.getAll('category'));
  const open = query.get('open');
  const deviceIds = devices.filter((id) => chosen.has(id));
  return {
    ...INITIAL_GALLERY_STATE,
    // All devices chosen is the same as no filter.
    deviceIds: deviceIds.length === devices.length ? [] : deviceIds,
    ocrFilters: CATEGORIES.filter((category) => categories.has(category)),
    openPanel: open === 'device' || open === 'category' ? open : null,
  };
}

/** Returns the query of a list with these filters, with `?`, or '' for all screenshots. */
export function toFilterSearch(
  { deviceIds, ocrFilters }: Pick<GalleryState, 'deviceIds' | 'ocrFilters'>,
  more: ReadonlyArray<[name: string, value: string]> = [],
): string {
  const query = new URLSearchParams([
    ...deviceIds.map((id): [string, string] => ['device', id]),
    ...ocrFilters.map((category): [string, string] => ['category', category]),
    ...more,
  ]).toString();
  return query === '' ? '' : `?${query}`;
}

export function isFiltered({ deviceIds, ocrFilters }: Pick<GalleryState, 'deviceIds' | 'ocrFilters'>): boolean {
  return deviceIds.length > 0 || ocrFilters.length > 0;
}
