import type { Child, KnownChild } from '~/domain/child';
import type { TimeZone } from '~/domain/time';
import type { Parent } from '~/server/guards.server';
import { fromWireDevice, listDevices } from '~/wire/family';
import { findChildStatus } from './child-status.server';
import { listTimeZones } from './children.server';

/** What removing a child takes along: names of devices, and of those that other children go on using, and how many rules. */
export type Losses = { gone: Array<string>; kept: Array<string>; rules: number };

/** The window over a page with children, and what it needs. */
export type PickedChild =
  | { page: 'new'; zones: Array<TimeZone>; zone: TimeZone }
  | { page: 'edit'; child: KnownChild; zones: Array<TimeZone> }
  | { page: 'face'; child: Child }
  | { page: 'remove'; child: Child; losses: Losses };

/** `?new=1`, `?child=…&edit=1`, `&face=1` or `&confirm=remove`; null where nothing of the family is named. */
export async function loadPickedChild(parent: Parent, query: URLSearchParams): Promise<PickedChild | null> {
  const { children, timeZone } = parent.account;
  if (query.has('new')) return { page: 'new', zones: listTimeZones(timeZone), zone: timeZone };
  const child = children.find(({ id }) => id === query.get('child'));
  if (child === undefined) return null;
  if (query.get('confirm') === 'remove') return { page: 'remove', child, losses: await findLosses(parent, child) };
  if (query.has('face')) return { page: 'face', child };
  return query.has('edit') ? { page: 'edit', child, zones: listTimeZones(child.timeZone) } : null;
}

/** A device of several children stays with the others (A88). */
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
    // A Bedtime that was never switched on is nobody's work; the receipt leaves it out, too.
    rules: (status?.rules ?? []).filter((rule) => rule.kind !== 'default-schedule' || !rule.suspended).length,
  };
}
