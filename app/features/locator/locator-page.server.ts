import type { AppLoadContext } from '@remix-run/cloudflare';
import { compareByName, type KnownChild } from '#app/domain/child';
import type { ChildId } from '#app/domain/ids';
import { selectLocatorDevice } from '#app/domain/locator';
import { isRough, type Position } from '#app/domain/position';
import type { Instant } from '#app/domain/time';
import type { SwitcherEntry } from '#app/features/children/child-switcher';
import { listChildStatuses, STATUSES_READ } from '#app/features/children/status/child-status.server';
import { toAccountState } from '#app/server/account.server';
import type { Read } from '#app/server/api.server';
import { readOwnFlow, updateOwnFlow } from '#app/server/flow.server';
import { newFormToken } from '#app/server/form.server';
import type { Parent } from '#app/server/guards.server';
import { languageOf } from '#app/server/i18n.server';
import { redirectToNext } from '#app/server/redirect.server';
import { listCredits } from './addresses';
import { listAddresses } from './addresses.server';
import { type LocatedDevice, listLocatedDevices } from './located-device';
import { listDeviceFacts, listPlaces, listPositions, toLocatorReads } from './locator.server';
import { readLocatorState } from './locator-state';
import { listMapSources } from './map-picture.server';

export const LOCATOR = '/locator';

/** Returns the reads of the family page. */
export function toFamilyReads(): Array<Read> {
  return [STATUSES_READ, ...toLocatorReads()];
}

/** A child with its devices. `device`: the one that the locator shows (4.10.1), null without devices. */
export type LocatedChild = SwitcherEntry & { devices: Array<LocatedDevice>; device: LocatedDevice | null; zone: string };

/** Data that every locator page shows in its frame. */
export async function loadFrame(request: Request, context: AppLoadContext, { account, api }: Parent, now: Instant) {
  const [statuses, mapSources] = await Promise.all([listChildStatuses(api, account.children), listMapSources(context)]);
  const entries: Array<SwitcherEntry> = account.children.toSorted(compareByName).map(({ id, name, colorSlot, pictureIndex, photo }) => ({
    id,
    name,
    colorSlot,
    pictureIndex,
    photo,
    view: statuses.find(({ childId }) => childId === id)?.view ?? 'unmanaged',
  }));
  return {
    entries,
    /** True if the plan has location (LOC-038). */
    isIncluded: account.entitlements.limits.geolocation === 'on',
    language: languageOf(request),
    mapSources,
    now,
    accountState: toAccountState(account, now),
    isFull: account.isFull,
    seq: account.seq,
    formToken: newFormToken(),
  };
}

type Frame = Awaited<ReturnType<typeof loadFrame>>;

/**
 * Returns all children with their devices and last positions, all places, and the credits of the addresses. Calls nothing that the plan does
 * not include. Without `hasAddresses`, addresses are ''.
 */
export async function loadPositions({ account, api }: Parent, { entries, isIncluded, language, now }: Frame, hasAddresses = true) {
  const [facts, found, places] = await Promise.all([
    listDeviceFacts(api),
    isIncluded ? listPositions(api) : [],
    isIncluded ? listPlaces(api) : [],
  ]);
  const points = found.flatMap((position) => [position, position.unconfirmed ?? position]);
  const addresses = hasAddresses ? await listAddresses(api, points, language) : [];
  const addressOf = (position: Position, index: number) => (isRough(position) ? addresses[index]?.area : addresses[index]?.address) ?? '';
  const positions = found.map((position, index) => ({
    ...position,
    address: addressOf(position, 2 * index),
    farAddress: position.unconfirmed === null ? '' : addressOf(position.unconfirmed, 2 * index + 1),
  }));
  const children: Array<LocatedChild> = entries.map((entry) => {
    const devices = listLocatedDevices(entry.id, facts, positions, now);
    return { ...entry, devices, device: selectLocatorDevice(devices, null), zone: zoneOf(account.children, entry.id) };
  });
  return { children, places, credits: listCredits(addresses) };
}

function zoneOf(children: ReadonlyArray<KnownChild>, id: ChildId): string {
  return children.find((child) => child.id === id)?.timeZone ?? 'UTC';
}

/**
 * Loads the family page. `?all` clears the chosen child, `?places` keeps it, and `?picked` with `?show=` hides the other children.
 * @throws a redirect to the chosen child's page for an address without a query (A111)
 */
export async function loadLocatorPage(request: Request, context: AppLoadContext, parent: Parent) {
  const url = new URL(request.url);
  const query = url.searchParams;
  const { account } = parent;
  if (query.has('all')) await updateOwnFlow(request, context, account.id, { childId: null });
  else if (!query.has('places') && !query.has('picked')) {
    const { childId } = await readOwnFlow(request, context, account.id);
    if (account.children.some(({ id }) => id === childId)) throw redirectToNext(context, `${LOCATOR}/${childId}`);
  }
  const now = Date.now();
  const frame = await loadFrame(request, context, parent, now);
  const { children, places, credits } = await loadPositions(parent, frame);
  return {
    ...frame,
    children,
    places,
    credits,
    deselected: readLocatorState(url, { childIds: children.map(({ id }) => id) }).deselectedUserIds,
    /** True after «Locate now» for several devices. */
    isAsked: query.has('asked'),
    search: keptSearch(query),
    parentZone: account.timeZone,
  };
}

/** Returns the parts of the query that links on the page keep, without the map’s state. */
function keptSearch(query: URLSearchParams): string {
  const kept = new URLSearchParams([...query].filter(([name]) => ['all', 'places', 'picked', 'show'].includes(name)));
  return kept.toString();
}
