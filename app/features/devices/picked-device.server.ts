import type { AppLoadContext } from '@remix-run/cloudflare';
import { type Child, compareByName } from '#app/domain/child';
import type { Device } from '#app/domain/device';
import type { TimeZone } from '#app/domain/time';
import type { Parent } from '#app/server/guards.server';
import { redirectToNext, redirectWithToast } from '#app/server/redirect.server';
import { DEVICE_GONE, isDeviceGone } from './device-gone';
import { askForInfo } from './devices.server';

/** The device whose dialog is open over a page of devices. */
export type PickedDevice = {
  device: Device;
  /** The device's details, the confirmation of its removal, or the note that the child app is being installed. */
  page: 'details' | 'remove' | 'installed';
  /** Time zone of the child who uses the device, else of the parent. */
  zone: TimeZone;
  /** True if `zone` is not the parent's time zone. The page then names the zone. */
  isOtherZone: boolean;
  /** The children of the family, sorted by name. */
  children: Array<Pick<Child, 'id' | 'name' | 'colorSlot' | 'pictureIndex' | 'photo'>>;
};

/**
 * Returns the device for `?device=…`, with `&confirm=remove` or `&installed=1`, or null if none is named. Asks the device to report its
 * state (DEV-092).
 * @throws Response redirect to `back` if the device is not in `devices`. The redirect has a message if no child of the family has the
 * device.
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
  // An unmanaged device does not receive commands.
  if (page === 'details' && !device.managementRemoved) context.waitUntil(askForInfo(api, device.id));
  return {
    device,
    page,
    zone: owner?.timeZone ?? account.timeZone,
    isOtherZone: owner !== undefined && owner.timeZone !== account.timeZone,
    children: children.map(({ id, name, colorSlot, pictureIndex, photo }) => ({ id, name, colorSlot, pictureIndex, photo })),
  };
}
