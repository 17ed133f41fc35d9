import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, compareByName } from '~/domain/child';
import type { Device } from '~/domain/device';
import type { TimeZone } from '~/domain/time';
import type { Parent } from '~/server/guards.server';
import { leadOn } from '~/server/redirect.server';
import { askForInfo } from './devices.server';

/** The device that is looked at closely, over a page with devices. */
export type PickedDevice = {
  device: Device;
  /** Its details, the question before it is removed, or the word that its app comes. */
  page: 'details' | 'remove' | 'installed';
  /** The clock of the child who uses it. */
  zone: TimeZone;
  /** The children of the family, by name. */
  children: Array<Pick<Child, 'id' | 'name' | 'colourSlot' | 'pictureIndex' | 'photo'>>;
};

/**
 * `?device=…`, with `&confirm=remove` or `&installed=1`: null where none is named; an id that is not of this family, or no longer, leads to
 * `back`. A device that is looked at is asked how it is (DEV-092).
 */
export function pickDevice(
  context: AppLoadContext,
  { account, api }: Parent,
  devices: Array<Device>,
  query: URLSearchParams,
  back: string,
): PickedDevice | null {
  const id = query.get('device');
  if (id === null) return null;
  const device = devices.find((one) => one.id === id);
  if (device === undefined) throw leadOn(context, back);
  const children = account.children.toSorted(compareByName);
  const owner = children.find((child) => device.childIds.includes(child.id));
  const page = query.get('confirm') === 'remove' ? 'remove' : query.has('installed') ? 'installed' : 'details';
  if (page === 'details') context.waitUntil(askForInfo(api, device.id));
  return {
    device,
    page,
    zone: owner?.timeZone ?? account.timeZone,
    children: children.map(({ id, name, colourSlot, pictureIndex, photo }) => ({ id, name, colourSlot, pictureIndex, photo })),
  };
}
