import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, compareByName } from '~/domain/child';
import type { Device } from '~/domain/device';
import type { TimeZone } from '~/domain/time';
import type { Parent } from '~/server/guards.server';
import { redirectToNext, redirectWithToast } from '~/server/redirect.server';
import { DEVICE_GONE, isDeviceGone } from './device-gone';
import { askForInfo } from './devices.server';

/** The device that is looked at closely, over a page with devices. */
export type PickedDevice = {
  device: Device;
  /** Its details, the question before it is removed, or the word that its app comes. */
  page: 'details' | 'remove' | 'installed';
  /** The clock of the child who uses it. */
  zone: TimeZone;
  /** Is it another than the parent's own? Then the page says so. */
  isOtherZone: boolean;
  /** The children of the family, by name. */
  children: Array<Pick<Child, 'id' | 'name' | 'colourSlot' | 'pictureIndex' | 'photo'>>;
};

/**
 * `?device=…`, with `&confirm=remove` or `&installed=1`: null where none is named; an id that is not of this family, or no longer, leads to
 * `back`, and it is said. A device that is looked at is asked how it is (DEV-092).
 */
export async function pickDevice(
  context: AppLoadContext,
  { account, api }: Parent,
  devices: Array<Device>,
  query: URLSearchParams,
  back: string,
): Promise<PickedDevice | null> {
  const id = query.get('device');
  if (id === null) return null;
  const device = devices.find((one) => one.id === id);
  if (device === undefined) {
    throw isDeviceGone(account.children, id) ? await redirectWithToast(context, back, DEVICE_GONE) : redirectToNext(context, back);
  }
  const children = account.children.toSorted(compareByName);
  const owner = children.find((child) => device.childIds.includes(child.id));
  const isInstalled = query.has('installed') && device.os === 'iOS';
  const page = query.get('confirm') === 'remove' ? 'remove' : isInstalled ? 'installed' : 'details';
  // One that is not managed any more hears nothing.
  if (page === 'details' && !device.managementRemoved) context.waitUntil(askForInfo(api, device.id));
  return {
    device,
    page,
    zone: owner?.timeZone ?? account.timeZone,
    isOtherZone: owner !== undefined && owner.timeZone !== account.timeZone,
    children: children.map(({ id, name, colourSlot, pictureIndex, photo }) => ({ id, name, colourSlot, pictureIndex, photo })),
  };
}
