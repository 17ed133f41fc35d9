import type { AppLoadContext } from '@remix-run/cloudflare';
import type { Child, KnownChild } from '#app/domain/child';
import { type Read, toRead } from '#app/server/api.server';
import type { Parent } from '#app/server/guards.server';
import { redirectWithToast } from '#app/server/redirect.server';
import { zoneOfNewChild } from '#app/server/start-session.server';
import { toShownZone } from '#app/server/zones.server';
import { fromWireDevice, listDevices } from '#app/wire/family';
import { CHILD_GONE } from '../child-gone';
import { findChildStatus, toStatusRead } from '../status/child-status.server';
import type { ShownZone } from './time-zone-field';

/** What removing a child deletes: names of devices and number of rules. `kept` names devices that other children still use. */
export type Losses = { gone: Array<string>; kept: Array<string>; rules: number };

/** The open dialog of a page with children, with its data. */
export type ChildDialog =
  | { page: 'new'; zone: ShownZone; isZoneGuess: boolean; canPair: boolean }
  | { page: 'edit'; child: KnownChild; zone: ShownZone }
  | { page: 'face'; child: Child }
  | { page: 'remove'; child: Child; losses: Losses };

/** The API reads that `loadChildDialog` makes. */
export function toChildDialogReads(query: URLSearchParams): Array<Read> {
  const id = query.get('child');
  return id === null || query.get('confirm') !== 'remove' ? [] : [toRead(listDevices, {}), toStatusRead(id)];
}

/**
 * Loads the dialog for `?new=1`, `?child=…&edit=1`, `&face=1` or `&confirm=remove`; null if no dialog is requested.
 * @throws a redirect to `back` with a message if the child is not in this family
 */
export async function loadChildDialog(
  request: Request,
  context: AppLoadContext,
  parent: Parent,
  back: string,
): Promise<ChildDialog | null> {
  const { children, isFull } = parent.account;
  const query = new URL(request.url).searchParams;
  if (query.has('new')) {
    const { zone, isGuess } = zoneOfNewChild(context, parent.account);
    return { page: 'new', zone: toShownZone(request, zone), isZoneGuess: isGuess, canPair: !isFull };
  }
  const page = query.get('confirm') === 'remove' ? 'remove' : query.has('face') ? 'face' : query.has('edit') ? 'edit' : null;
  if (page === null || !query.has('child')) return null;
  const child = children.find(({ id }) => id === query.get('child'));
  if (child === undefined) throw await redirectWithToast(context, back, CHILD_GONE);
  if (page === 'remove') return { page, child, losses: await findLosses(parent, child) };
  return page === 'face' ? { page, child } : { page, child, zone: toShownZone(request, child.timeZone) };
}

/** Returns what removing the child deletes. A shared device stays with the other children (A88). */
async function findLosses({ account, api }: Parent, child: Child): Promise<Losses> {
  const [devices, status] = await Promise.all([
    api.call(listDevices, { query: {}, body: undefined }),
    findChildStatus(api, child.id, account.children),
  ]);
  const own = devices.map(fromWireDevice).filter(({ childIds }) => childIds.includes(child.id));
  const isShared = ({ childIds }: { childIds: Array<string> }) =>
    childIds.some((id) => id !== child.id && account.children.some((other) => other.id === id));
  return {
    gone: own.filter((device) => !isShared(device)).map(({ name }) => name),
    kept: own.filter(isShared).map(({ name }) => name),
    // As in the removal receipt, a Bedtime that is turned off does not count.
    rules: (status?.rules ?? []).filter((rule) => rule.kind !== 'default-schedule' || !rule.suspended).length,
  };
}
