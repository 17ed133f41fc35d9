import type { ChildId, DeviceId } from '#app/domain/ids';
import type { Instant } from '#app/domain/time';
import { opensSheet, readMapState } from './map/map-state';

const MINUTE_MS = 60_000;

/**
 * The state of the locator, with the keys of the specification (3.15.5). Everything but the addresses is in the page’s address, so links work
 * without script and a logout leaves nothing behind (A181).
 * - `activeLocationDeviceId`: the chosen device, null if the page chooses (4.10.1)
 * - `activeLocationTS`: the chosen time of a day
 * - `deselectedUserIds`: the children that the page of everyone hides
 * - `isLocationDrawerCollapsed`: false if the address opens the sheet of phones
 * - `isLocationHistoryEnabled`: true on the page of a day
 * - `locatorModalState`: which editor of a place is open, null for none
 * - `locationAddressMap`: the addresses looked up for this page, by point
 */
export type LocatorState = {
  activeLocationDeviceId: DeviceId | null;
  activeLocationTS: Instant | null;
  deselectedUserIds: ReadonlyArray<ChildId>;
  isPlacesVisible: boolean;
  isLocationDrawerCollapsed: boolean;
  isLocationHistoryEnabled: boolean;
  locatorModalState: 'new_place' | 'edit_place' | null;
  mapTypeId: 'roadmap';
  locationAddressMap: Readonly<Record<string, string>>;
};

export const INITIAL_LOCATOR_STATE: LocatorState = {
  activeLocationDeviceId: null,
  activeLocationTS: null,
  deselectedUserIds: [],
  isPlacesVisible: true,
  isLocationDrawerCollapsed: true,
  isLocationHistoryEnabled: false,
  locatorModalState: null,
  mapTypeId: 'roadmap',
  locationAddressMap: {},
};

/** What a page knows beside its address: the children of the family, and the shown day from midnight to midnight. */
type Known = { childIds?: ReadonlyArray<ChildId>; day?: { from: Instant; end: Instant } };

/** Reads the state from an address: a path with its query and fragment. Invalid values count as absent. */
export function readLocatorState(
  { pathname, search, hash = '' }: { pathname: string; search: string; hash?: string },
  { childIds = [], day }: Known = {},
): LocatorState {
  const query = new URLSearchParams(search);
  const shown = query.getAll('show');
  const [, root, first, second] = pathname.split('/');
  const isPlace = root === 'locator' && first === 'places' && second !== undefined;
  return {
    ...INITIAL_LOCATOR_STATE,
    activeLocationDeviceId: query.get('device'),
    activeLocationTS: day === undefined ? null : readTime(query.get('at'), day),
    deselectedUserIds: query.has('picked') ? childIds.filter((id) => !shown.includes(id)) : [],
    isPlacesVisible: readMapState(search).isPlacesVisible,
    isLocationDrawerCollapsed: !opensSheet(hash),
    isLocationHistoryEnabled: root === 'locator' && second === 'history',
    locatorModalState: isPlace ? (second === 'new' ? 'new_place' : 'edit_place') : null,
  };
}

/** Returns the time that `?at=` chooses, in minutes since the day began; null without one, or if it is outside of the day. */
function readTime(text: string | null, { from, end }: { from: Instant; end: Instant }): Instant | null {
  if (text === null || !/^\d{1,4}$/.test(text)) return null;
  const at = from + Number(text) * MINUTE_MS;
  return at <= end ? at : null;
}
